/** The timers of one account that run on other devices: when they are read, and what one can do with them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { taskRef } from '../../../shared/time/entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { type AccountAccess, type AccountPart, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { createRemoteTimers, REQUEST_MS } from './remote-timer.ts';
import type { TimeService } from './time-service.ts';

/** How often remote timers are polled while the window is open (ms): one request each time. */
export const POLL_MS = REQUEST_MS;
/** With an API key: its request count resets only after 60 seconds without a request (docs/service.md#rate-limits). */
const API_KEY_POLL_MS = 80_000;
/** After the computer woke, the search for timers on other devices waits this long (ms): it costs a dozen requests and is not urgent. */
const REMOTE_TIMERS_DELAY_MS = 10_000;
/** How long adopting a remote timer waits for its latest state (ms). */
const ADOPT_MS = 2_000;

export interface RemoteTimersServiceOptions {
  account: Pick<AccountAccess, 'current' | 'session' | 'marked'>;
  time: Pick<TimeService, 'entries' | 'ownEntries' | 'changes' | 'timer' | 'taskGone'>;
  outbox: Outbox;
  /** The assigned tasks, on which a remote timer most likely runs. */
  assignedTasks: () => readonly TaskView[];
  isWindowVisible: () => boolean;
}

export type RemoteTimersService = ReturnType<typeof createRemoteTimersService>;

export function createRemoteTimersService(context: FeatureContext, options: RemoteTimersServiceOptions) {
  const { account, time, outbox, assignedTasks, isWindowVisible } = options;
  const timers = createRemoteTimers({
    ...time,
    entries: time.ownEntries,
    running: time.entries.running,
    outbox,
    onTaskGone: (taskId) => time.taskGone(account.marked({ taskId })),
    likely: () => assignedTasks().map(taskRef),
    now: context.now,
    isVisible: isWindowVisible,
    pollMs: () => (account.current()?.kind === 'api-key' ? API_KEY_POLL_MS : POLL_MS),
    onChange: () => context.invalidate('remoteTimers'),
    onUnreadable: (unreadable) => context.reportUnreadable('time', unreadable),
  });

  let readDelay: NodeJS.Timeout | undefined;
  const part: AccountPart = {
    load: () => timers.start(null),
    start: ({ account: { id: accountId, user }, client }) => timers.start({ accountId, userId: user.id, client }),
    refreshIfStale: timers.refreshIfStale,
    resume() {
      clearTimeout(readDelay);
      readDelay = setTimeout(timers.refreshIfStale, REMOTE_TIMERS_DELAY_MS);
      readDelay.unref();
    },
    transfer: nothing,
    stop() {
      clearTimeout(readDelay);
      timers.stop();
    },
  };

  return {
    ...timers,
    part,
    /** Throws AppError if the service reports the timer as stopped. Without a quick answer the timer is adopted. */
    async adoptIfRunning(serverId: string): Promise<void> {
      const request = account.session()?.client.getTimeEntry(serverId);
      const entry = await Promise.race([request?.catch(() => undefined), delay(ADOPT_MS, undefined)]);
      if (entry?.endTime == null) return timers.adopt(serverId);
      timers.leave(serverId);
      throw new ValidationError(messages.time.endedElsewhere);
    },
  };
}
