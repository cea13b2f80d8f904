/** Why no timer can be started. */
import { useTold } from '../store.ts';
import { words } from '../words/index.ts';

/** undefined where nothing is known to stand in the way. */
export const useMayNotTrack = (): string | undefined =>
  useTold(({ lacks }) => (lacks.includes('task:update') ? words.timer.mayNotTrack : undefined));
