/** What the outbox tells a kind of write that is called directly. */
import { NO_SERVER_HABITS } from '../../../electron/outbox/server-habits.ts';
import type { WriteContext } from '../../../electron/outbox/write-kind.ts';

export const writeContext = (known: Partial<WriteContext> = {}): WriteContext => ({
  serverId: undefined,
  seen: undefined,
  attempts: 0,
  isRepeated: false,
  isKnown: () => false,
  rivals: [],
  habits: NO_SERVER_HABITS,
  ...known,
});
