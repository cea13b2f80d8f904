/** Why no timer can be started. */

import { words } from '../../../shared/i18n/window-messages.ts';
import { useTold } from './store.ts';

/** undefined where nothing is known to stand in the way. */
export const useMayNotTrack = (): string | undefined =>
  useTold(({ lacks }) => (lacks.includes('task:update') ? words.timer.mayNotTrack : undefined));
