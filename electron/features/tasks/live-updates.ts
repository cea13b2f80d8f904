/** Live updates: realtime events, own writes and missed events become reads of the data that they affect. */
import { type AffectedData, affectedByEvent } from '../../service/affected-data.ts';
import { delayBeforeCatchUp, POLLS_WITH_SOCKET, VISIBLE_WAIT_MS } from '../../service/delays.ts';
import { createRealtime } from '../../service/realtime-subscriptions.ts';
import { type AccountPart, nothing } from '../account/index.ts';
import { createRefreshAffected, type RefreshAffectedOptions } from './refresh-affected.ts';

/** A key's quota is freed only after 60 seconds without a request (docs/service.md#rate-limits), so polls with jitter are rarer (ms). */
const API_KEY_POLL_MS = 70_000;
/** The number of projects with a socket beside those of the open board and page: watched boards first, then assigned tasks. */
export const MAX_WATCHED_PROJECTS = 5;

export interface LiveUpdatesOptions {
  pollSeconds: () => number;
  /** The credential is an API key. */
  isWithKey: () => boolean;
  isWindowVisible: () => boolean;
  client: RefreshAffectedOptions['client'];
  assigned: RefreshAffectedOptions['assigned'] & {
    missed(): void;
    view(): { tasks: readonly { projectId: string }[] };
  };
  board: RefreshAffectedOptions['board'] & { missed(): void };
  taskPage: RefreshAffectedOptions['taskPage'] & { missed(): void; refreshIfStale(): void };
  watched: { view(): readonly { projectId: string }[]; changed(projectId: string): void; missed(): void };
  inbox: { changed(): void };
  /** An event or a notification named the task. */
  onTask: (taskId: string) => void;
  onTaskGone: (taskId: string) => void;
  /** The task of the running timer; its project if it is known. */
  trackedTask: () => { taskId: string; projectId: string | undefined } | undefined;
}

export function createLiveUpdates(options: LiveUpdatesOptions) {
  const { isWithKey, isWindowVisible, assigned, board, taskPage, watched, inbox, onTask } = options;
  const { trackedTask, onTaskGone } = options;
  const { random } = Math;
  const pollMs = () => Math.max(options.pollSeconds() * 1000, isWithKey() ? API_KEY_POLL_MS : 0);
  const catchUp = createCatchUp({
    random,
    pollMs,
    isWindowVisible,
    refresh: () => {
      assigned.missed();
      inbox.changed();
      board.missed();
      taskPage.missed();
      watched.missed();
    },
  });
  const affected = createRefreshAffected({
    client: options.client,
    assigned,
    board,
    taskPage,
    isTracked: (taskId) => trackedTask()?.taskId === taskId,
    onTaskGone,
    onProject: watched.changed,
    onNotifications: inbox.changed,
  });
  const realtime = createRealtime({
    random,
    isWindowVisible,
    onEvent(event) {
      if (event.taskId) onTask(event.taskId);
      if (event.taskId && event.type === 'TASK_DELETED') onTaskGone(event.taskId);
      affected.add(affectedByEvent(event), false);
    },
    onLiveChange: () => catchUp.liveChanged(realtime.isLive()),
  });

  /** The timer's task, if it is in the assigned list. */
  let listedTask: string | undefined;

  const part: AccountPart = {
    load() {
      affected.clear();
      realtime.start(null);
    },
    start({ openSocket, rateLimit }) {
      affected.clear();
      realtime.start(openSocket, rateLimit);
    },
    refreshIfStale() {
      realtime.refreshIfStale();
      taskPage.refreshIfStale();
    },
    resume() {
      // With sockets the page is read again once they are open, with everything that they missed.
      if (!realtime.isLive()) taskPage.refreshIfStale();
      realtime.reconnect();
    },
    transfer: nothing,
    stop() {
      realtime.start(null);
      catchUp.stop();
      affected.clear();
    },
  };

  return {
    part,
    affected,
    realtime,
    /** Polls are rarer while sockets report changes (ms). */
    listPollMs: () => pollMs() * (realtime.isLive() ? POLLS_WITH_SOCKET : 1),
    boardPollMs: () => pollMs() * (realtime.watches(board.ownProjectId() ?? '') ? POLLS_WITH_SOCKET : 1),
    /** Opens sockets for the projects of the open board and page, and for some others. */
    watchProjects(): void {
      const open = new Set([board.ownProjectId(), taskPage.projectId()].filter((id) => id != null));
      const all = [trackedTask(), ...watched.view(), ...assigned.view().tasks].flatMap((one) => one?.projectId ?? []);
      const others = new Set(all.filter((id) => !open.has(id)));
      realtime.watch([...open, ...[...others].slice(0, MAX_WATCHED_PROJECTS)]);
    },
    /** The list or the timer changed. If the timer's task left the list, it is read: it may have been deleted. */
    checkTrackedTask(): void {
      const taskId = trackedTask()?.taskId;
      const isListed = taskId !== undefined && assigned.find(taskId) !== undefined;
      if (taskId !== undefined && taskId === listedTask && !isListed)
        affected.add([{ of: 'task', taskId, projectId: undefined, parts: ['task'] }], false);
      listedTask = isListed ? taskId : undefined;
    },
    /**
     * There are new notifications about these tasks. A task in the list is read again unless a socket reports its changes; another
     * one may have just been assigned, so the list is read.
     */
    tasksAnnounced(taskIds: readonly string[]): void {
      const changed: AffectedData[] = [];
      let isOtherTask = false;
      for (const taskId of taskIds) {
        onTask(taskId);
        const projectId = assigned.find(taskId)?.projectId;
        if (projectId === undefined) isOtherTask = true;
        else if (!realtime.watches(projectId))
          changed.push({ of: 'task', taskId, projectId, parts: ['task', 'labels'] });
      }
      if (isOtherTask) assigned.changed(undefined);
      affected.add(changed, false);
    },
    stopCatchUp: catchUp.stop,
  };
}

export interface CatchUpOptions {
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Poll interval without sockets (ms). */
  pollMs: () => number;
  isWindowVisible: () => boolean;
  refresh: () => void;
}

/**
 * Refreshes everything after the sockets are open again, because events were missed meanwhile. The delay is random, because all
 * clients of a server reconnect at about the same time. If the sockets stay lost, refreshes early only while the window is visible.
 */
export function createCatchUp({ random, pollMs, isWindowVisible, refresh }: CatchUpOptions) {
  let timer: NodeJS.Timeout | undefined;

  return {
    liveChanged(isLive: boolean): void {
      clearTimeout(timer);
      if (!isLive && !isWindowVisible()) return;
      // Waits for the sockets first: if they open in time, one refresh is enough.
      const reconnectMs = isLive ? 0 : VISIBLE_WAIT_MS;
      timer = setTimeout(refresh, reconnectMs + delayBeforeCatchUp(pollMs(), isWindowVisible(), random()));
      timer.unref?.();
    },
    stop: () => clearTimeout(timer),
  };
}
