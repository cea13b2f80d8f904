/** Keeps what is shown up to date: events of the service and own writes are turned into the readings that they call for. */
import { createRefreshAffected, type RefreshAffectedOptions } from '../features/tasks/index.ts';
import { type AffectedData, affectedByEvent } from '../service/affected-data.ts';
import { POLLS_WITH_SOCKET } from '../service/poll-schedule.ts';
import { createCatchUp } from '../service/realtime-catch-up.ts';
import { createRealtime } from '../service/realtime-subscriptions.ts';

/** A key's quota is freed only by 60 quiet seconds (docs/service.md#rate-limits); polls must leave such pauses, jitter and all. */
const API_KEY_POLL_MS = 70_000;
/** Projects, watched or of assigned tasks, that are listened to beside the one whose board is open. */
export const MAX_WATCHED_PROJECTS = 5;

type Refreshed = RefreshAffectedOptions;

export interface LiveUpdatesOptions {
  pollSeconds: () => number;
  isWithKey: () => boolean;
  isWindowVisible: () => boolean;
  client: Refreshed['client'];
  assigned: Refreshed['assigned'] & { missed(): void; view(): { tasks: readonly { projectId: string }[] } };
  board: Refreshed['board'] & { missed(): void };
  openTask: Refreshed['openTask'] & { missed(): void };
  watched: { view(): readonly { projectId: string }[]; changed(projectId: string): void; refreshIfStale(): void };
  notifications: { changed(): void };
}

export type LiveUpdates = ReturnType<typeof setUpLiveUpdates>;

export function setUpLiveUpdates(options: LiveUpdatesOptions) {
  const { isWithKey, isWindowVisible, assigned, board, openTask, watched, notifications } = options;
  const { random } = Math;
  const pollMs = () => Math.max(options.pollSeconds() * 1000, isWithKey() ? API_KEY_POLL_MS : 0);
  const catchUp = createCatchUp({
    random,
    pollMs,
    isWindowVisible,
    refresh: () => {
      assigned.missed();
      notifications.changed();
      board.missed();
      openTask.missed();
      watched.refreshIfStale();
    },
  });
  const affected = createRefreshAffected({
    client: options.client,
    assigned,
    board,
    openTask,
    onProject: watched.changed,
    onNotifications: notifications.changed,
  });
  const realtime = createRealtime({
    random,
    isWindowVisible,
    onEvent: (event) => affected.touch(affectedByEvent(event), false),
    onLiveChange: () => catchUp.liveChanged(realtime.isLive()),
  });

  return {
    affected,
    realtime,
    /** Polls are rarer while sockets report changes (ms). */
    listPollMs: () => pollMs() * (realtime.isLive() ? POLLS_WITH_SOCKET : 1),
    boardPollMs: () => pollMs() * (realtime.watches(board.ownProjectId() ?? '') ? POLLS_WITH_SOCKET : 1),
    /** Listens to the projects of what is open, and to as many others as are worth a socket. */
    watchProjects(): void {
      const open = new Set([board.ownProjectId(), openTask.projectId()].filter((id) => id != null));
      const all = [...watched.view(), ...assigned.view().tasks].map(({ projectId }) => projectId);
      const others = new Set(all.filter((id) => !open.has(id)));
      realtime.watch([...open, ...[...others].slice(0, MAX_WATCHED_PROJECTS)]);
    },
    /**
     * The service notified the person about tasks. A task in the list is read again unless a socket reports its changes; one
     * that is not in the list may have been assigned just now.
     */
    tasksAnnounced(taskIds: readonly string[]): void {
      const changed: AffectedData[] = [];
      let isOtherTask = false;
      for (const taskId of taskIds) {
        const projectId = assigned.find(taskId)?.projectId;
        if (projectId === undefined) isOtherTask = true;
        else if (!realtime.watches(projectId))
          changed.push({ of: 'task', taskId, projectId, parts: ['task', 'labels'] });
      }
      if (isOtherTask) assigned.changed(undefined);
      affected.touch(changed, false);
    },
    /** Before the last write that may have been taken. */
    stop(): void {
      realtime.start(null);
      catchUp.stop();
    },
    stopCatchUp: catchUp.stop,
  };
}
