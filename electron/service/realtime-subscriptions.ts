/**
 * Sockets for events of the service (docs/service.md#realtime): one for the person and one for each watched project. Lost ones are
 * opened again together after a growing delay. A rejected one is not retried in this session; polls replace it.
 */

import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { delayBeforeReconnect } from './delays.ts';
import { isTransientStatus } from './errors.ts';
import type { RateLimit } from './rate-limit.ts';
import type { OpenSocket, RealtimeEvent, Socket, SocketEnd } from './realtime.ts';

export interface RealtimeOptions {
  /** 0 ≤ x < 1. */
  random: () => number;
  isWindowVisible: () => boolean;
  /** An event without a project gets that of its socket. */
  onEvent: (event: RealtimeEvent) => void;
  onLiveChange: () => void;
}

/** The back-off is reset after all sockets were open for this long (ms). */
export const STABLE_SOCKET_MS = MINUTE_MS;
const USER = '/ws/user';
const pathOf = (projectId: string) => `/ws/${encodeURIComponent(projectId)}`;

interface Connection {
  /** undefined for the connection to `/ws/user`. */
  projectId: string | undefined;
  /** null while waiting for the next attempt, and once rejected. */
  socket: Socket | null;
  isOpen: boolean;
  /** The first attempt has neither succeeded nor failed. */
  isNew: boolean;
  isRejected: boolean;
}

export function createRealtime({ random, isWindowVisible, onEvent, onLiveChange }: RealtimeOptions) {
  let open: OpenSocket | null = null;
  let rateLimit: RateLimit | undefined;
  let projects: readonly string[] = [];
  let isUnsupported = false;
  /** By path. */
  const connections = new Map<string, Connection>();
  let wasLive = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  /** The pending retry waits for a time that the service asked for, so nothing may shorten it. */
  let isRateLimited = false;
  let stableTimer: NodeJS.Timeout | undefined;

  function connect(path: string, connection: Connection): void {
    if (open === null) return;
    connection.socket = open({
      path,
      onOpen() {
        connection.isOpen = true;
        connection.isNew = false;
        if (path === USER) connectWaiting();
        reportLive();
      },
      onEvent: (event) => onEvent({ ...event, projectId: event.projectId || connection.projectId || null }),
      onEnd: (end) => ended(path, connection, end),
    });
  }

  function connectWaiting(): void {
    for (const [path, connection] of connections) {
      if (connection.socket === null && !connection.isRejected) connect(path, connection);
    }
  }

  function tryAgain(): void {
    retry = undefined;
    const user = connections.get(USER);
    // If the server is down, one attempt is enough to find out.
    if (user?.socket === null && !user.isRejected) connect(USER, user);
    else connectWaiting();
  }

  function ended(path: string, connection: Connection, end: SocketEnd): void {
    connection.socket = null;
    connection.isOpen = false;
    connection.isNew = false;
    if (end.why === 'rejected' && !isTransientStatus(end.status)) {
      connection.isRejected = true;
      // 401 and 403 are about this path; any other status means that the server has no sockets.
      if (end.status !== 401 && end.status !== 403) giveUp();
      else if (path === USER) connectWaiting();
    } else if (retry === undefined) {
      const retryAfterMs = Math.max((end.why === 'rejected' && end.retryAfterMs) || 0, rateLimit?.waitMs() ?? 0);
      isRateLimited = retryAfterMs > 0;
      retry = setTimeout(tryAgain, Math.max(retryAfterMs, delayBeforeReconnect(failures, isWindowVisible(), random())));
      retry.unref?.();
      failures += 1;
    }
    reportLive();
  }

  function giveUp(): void {
    isUnsupported = true;
    closeAll();
  }

  function resetRetry(): void {
    clearTimeout(retry);
    retry = undefined;
    failures = 0;
  }

  function closeAll(): void {
    for (const path of [...connections.keys()]) close(path);
  }

  function close(path: string): void {
    connections.get(path)?.socket?.close();
    connections.delete(path);
  }

  /** Opens missing connections and closes those that are no longer wanted. */
  function update(): void {
    const wanted = new Map<string, string | undefined>();
    if (open !== null && !isUnsupported) {
      wanted.set(USER, undefined);
      for (const id of projects) wanted.set(pathOf(id), id);
    }
    for (const path of [...connections.keys()]) {
      if (!wanted.has(path)) close(path);
    }
    for (const [path, projectId] of wanted) {
      if (connections.has(path)) continue;
      const connection: Connection = { projectId, socket: null, isOpen: false, isNew: true, isRejected: false };
      connections.set(path, connection);
      connect(path, connection);
    }
    reportLive();
  }

  /** A new connection counts as open, so that adding one does not interrupt the live state. */
  const isLive = (): boolean =>
    connections.get(USER)?.isOpen === true && [...connections.values()].every(({ isOpen, isNew }) => isOpen || isNew);

  function reportLive(): void {
    if (isLive() === wasLive) return;
    wasLive = !wasLive;
    clearTimeout(stableTimer);
    if (wasLive) {
      stableTimer = setTimeout(() => {
        failures = 0;
      }, STABLE_SOCKET_MS);
      stableTimer.unref?.();
    }
    onLiveChange();
  }

  return {
    /** True while events report every change to the watched data, so polls may be rare. */
    isLive,
    /** True while events report this project's changes. */
    watches: (projectId: string): boolean => connections.get(pathOf(projectId))?.isOpen === true,

    /** Replaces the session; null ends it. */
    start(opener: OpenSocket | null, limit?: RateLimit): void {
      resetRetry();
      closeAll();
      open = opener;
      rateLimit = limit;
      isUnsupported = false;
      update();
    },
    /** Sets the watched projects; the person's own socket is always open. */
    watch(projectIds: readonly string[]): void {
      if (projectIds.length === projects.length && projectIds.every((id, at) => id === projects[at])) return;
      projects = [...projectIds];
      update();
    },
    /** Reopens all sockets at once, after the network came back or the computer woke up: open ones may be dead. */
    reconnect(): void {
      resetRetry();
      for (const [path, { isRejected }] of [...connections]) {
        if (!isRejected) close(path);
      }
      update();
    },
    /** Retries lost sockets at once when a window is opened, unless the service asked to wait. */
    refreshIfStale(): void {
      if (retry === undefined || isRateLimited) return;
      clearTimeout(retry);
      tryAgain();
    },
  };
}
