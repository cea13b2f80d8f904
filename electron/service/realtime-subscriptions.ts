/**
 * What happens at the service, told at once where it offers sockets (docs/service.md#realtime): one for the person, one for each project
 * that matters now. Lost ones are opened again together, after a pause that grows; a rejected one is given up until the next
 * session, and everything goes on as without it.
 */

import { delayBeforeReconnect } from './poll-schedule.ts';
import type { RateLimit } from './rate-limit.ts';
import type { OpenSocket, RealtimeEvent, Socket, SocketEnd } from './realtime.ts';

export interface RealtimeOptions {
  /** 0 ≤ x < 1. */
  random: () => number;
  /** The window is on screen. */
  isSeen: () => boolean;
  /** One that does not say which project it is about is about that of its socket. */
  onEvent: (event: RealtimeEvent) => void;
  /** `isLive` changed. */
  onLive: () => void;
}

/** All open for so long, they are well (ms). */
export const STABLE_SOCKET_MS = 60_000;
const USER = '/ws/user';
const pathOf = (projectId: string) => `/ws/${encodeURIComponent(projectId)}`;

interface Line {
  /** The project it is about; undefined for the person's own. */
  projectId: string | undefined;
  /** null while it waits to be opened again, and when it is rejected. */
  socket: Socket | null;
  isOpen: boolean;
  /** It has neither been open nor failed yet. */
  isNew: boolean;
  /** Given up. */
  isRejected: boolean;
}

export type Realtime = ReturnType<typeof createRealtime>;

export function createRealtime({ random, isSeen, onEvent, onLive }: RealtimeOptions) {
  let open: OpenSocket | null = null;
  let rateLimit: RateLimit | undefined;
  let projects: readonly string[] = [];
  /** The server has no sockets at all. */
  let hasNone = false;
  const lines = new Map<string, Line>();
  let wasLive = false;
  /** Times that opening them again did not help. */
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  /** The service itself said until when: nobody asks sooner. */
  let isAskedToWait = false;
  let steady: NodeJS.Timeout | undefined;

  function connect(path: string, line: Line): void {
    if (open === null) return;
    line.socket = open({
      path,
      onOpen() {
        line.isOpen = true;
        line.isNew = false;
        if (path === USER) connectWaiting();
        tell();
      },
      onEvent: (event) => onEvent({ ...event, projectId: event.projectId || line.projectId || null }),
      onEnd: (end) => ended(path, line, end),
    });
  }

  function connectWaiting(): void {
    for (const [path, line] of lines) {
      if (line.socket === null && !line.isRejected) connect(path, line);
    }
  }

  function tryAgain(): void {
    retry = undefined;
    const user = lines.get(USER);
    // A server that is down is knocked at once, not once for each project.
    if (user?.socket === null && !user.isRejected) connect(USER, user);
    else connectWaiting();
  }

  function ended(path: string, line: Line, end: SocketEnd): void {
    line.socket = null;
    line.isOpen = false;
    line.isNew = false;
    if (end.why === 'rejected' && !isPassing(end.status)) {
      line.isRejected = true;
      // Who may not see something is told so; anything else is a server that knows no sockets.
      if (end.status !== 401 && end.status !== 403) giveUp();
      else if (path === USER) connectWaiting();
    } else if (retry === undefined) {
      const asked = Math.max((end.why === 'rejected' && end.retryAfterMs) || 0, rateLimit?.waitMs() ?? 0);
      isAskedToWait = asked > 0;
      retry = setTimeout(tryAgain, Math.max(asked, delayBeforeReconnect(failures, isSeen(), random())));
      retry.unref?.();
      failures += 1;
    }
    tell();
  }

  function giveUp(): void {
    hasNone = true;
    closeAll();
  }

  function forgetLosses(): void {
    clearTimeout(retry);
    retry = undefined;
    failures = 0;
  }

  function closeAll(): void {
    for (const path of [...lines.keys()]) drop(path);
  }

  function drop(path: string): void {
    lines.get(path)?.socket?.close();
    lines.delete(path);
  }

  /** Opens what is wanted and not there, closes what is there and no longer wanted. */
  function update(): void {
    const wanted = new Map<string, string | undefined>();
    if (open !== null && !hasNone) {
      wanted.set(USER, undefined);
      for (const id of projects) wanted.set(pathOf(id), id);
    }
    for (const path of [...lines.keys()]) {
      if (!wanted.has(path)) drop(path);
    }
    for (const [path, projectId] of wanted) {
      if (lines.has(path)) continue;
      const line: Line = { projectId, socket: null, isOpen: false, isNew: true, isRejected: false };
      lines.set(path, line);
      connect(path, line);
    }
    tell();
  }

  /** One that is being opened for the first time counts as open: it will be in a moment, or fail. */
  const isLive = (): boolean =>
    lines.get(USER)?.isOpen === true && [...lines.values()].every((line) => line.isOpen || line.isNew);

  function tell(): void {
    if (isLive() === wasLive) return;
    wasLive = !wasLive;
    clearTimeout(steady);
    if (wasLive) {
      // Those that open and break at once are not well yet.
      steady = setTimeout(() => {
        failures = 0;
      }, STABLE_SOCKET_MS);
      steady.unref?.();
    }
    onLive();
  }

  return {
    /** True while everything that is watched would be told: then asking may be rare. */
    isLive,
    /** True while this project's changes would be told. */
    watches: (projectId: string): boolean => lines.get(pathOf(projectId))?.isOpen === true,

    /** Another session, or none (null). */
    start(opener: OpenSocket | null, limit?: RateLimit): void {
      forgetLosses();
      closeAll();
      open = opener;
      rateLimit = limit;
      hasNone = false;
      update();
    },
    /** The projects that matter now, the most important first; the person's own socket is always there. */
    watch(projectIds: readonly string[]): void {
      if (projectIds.length === projects.length && projectIds.every((id, at) => id === projects[at])) return;
      projects = [...projectIds];
      update();
    },
    /** The network is back, or the computer woke: what looks open may be dead, and what waits need not. */
    again(): void {
      forgetLosses();
      for (const [path, line] of [...lines]) {
        if (line.isRejected) continue;
        drop(path);
      }
      update();
    },
    /** The person looks: what waits need not. */
    refreshIfStale(): void {
      if (retry === undefined || isAskedToWait) return;
      clearTimeout(retry);
      tryAgain();
    },
  };
}

/** The server is overloaded, restarting, or asks to slow down. */
const isPassing = (status: number): boolean => status === 429 || status === 408 || status >= 500;
