/**
 * What happens at the service, told at once where it offers sockets (field notes 8): one for the person, one for each project
 * that matters now. A lost one is opened again, after a pause that grows; a refused one is given up until the next session,
 * and everything goes on as without it.
 */
import type { OpenSocket, RealtimeEvent, Socket, SocketEnd } from '../service/realtime.ts';

export interface RealtimeOptions {
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Something of a project changed; `taskId` where it says which task. */
  onProject: (projectId: string, taskId: string | undefined) => void;
  /** Something changed: once for a swarm of events. */
  onNews: () => void;
  /** `isLive` changed. */
  onLive: () => void;
}

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 300_000;
/** Open for so long, it is well (ms). */
const STEADY_MS = 60_000;
/** Events come in swarms (ms). */
const SWARM_MS = 300;
const USER = '/ws/user';
const pathOf = (projectId: string) => `/ws/${encodeURIComponent(projectId)}`;

interface Line {
  socket: Socket | null;
  isOpen: boolean;
  /** It has neither been open nor failed yet. */
  isNew: boolean;
  /** Given up. */
  isRefused: boolean;
  failures: number;
  timer: NodeJS.Timeout | undefined;
}

export type Realtime = ReturnType<typeof createRealtime>;

export function createRealtime({ random, onProject, onNews, onLive }: RealtimeOptions) {
  let open: OpenSocket | null = null;
  let projects: readonly string[] = [];
  /** The server has no sockets at all. */
  let hasNone = false;
  const lines = new Map<string, Line>();
  let wasLive = false;
  let swarm: NodeJS.Timeout | undefined;

  function connect(path: string, line: Line): void {
    if (open === null) return;
    clearTimeout(line.timer);
    line.socket = open({
      path,
      onOpen() {
        line.isOpen = true;
        line.isNew = false;
        // One that opens and breaks at once is not well yet.
        line.timer = setTimeout(() => {
          line.failures = 0;
        }, STEADY_MS);
        line.timer.unref?.();
        tell();
      },
      onEvent: heard,
      onEnd: (end) => ended(path, line, end),
    });
  }

  function heard({ projectId, taskId }: RealtimeEvent): void {
    if (projectId) onProject(projectId, taskId || undefined);
    if (swarm !== undefined) return;
    swarm = setTimeout(() => {
      swarm = undefined;
      onNews();
    }, SWARM_MS);
    swarm.unref?.();
  }

  function ended(path: string, line: Line, end: SocketEnd): void {
    clearTimeout(line.timer);
    line.socket = null;
    line.isOpen = false;
    line.isNew = false;
    if (end.why === 'refused' && !isPassing(end.status)) {
      line.isRefused = true;
      // Who may not see something is told so; anything else is a server that knows no sockets.
      if (end.status !== 401 && end.status !== 403) giveUp();
    } else {
      const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(line.failures, 10)) * (0.5 + random());
      line.failures += 1;
      line.timer = setTimeout(connect, wait, path, line);
      line.timer.unref?.();
    }
    tell();
  }

  function giveUp(): void {
    hasNone = true;
    closeAll();
  }

  function closeAll(): void {
    for (const path of [...lines.keys()]) drop(path);
  }

  function drop(path: string): void {
    const line = lines.get(path);
    clearTimeout(line?.timer);
    line?.socket?.close();
    lines.delete(path);
  }

  /** Opens what is wanted and not there, closes what is there and no longer wanted. */
  function update(): void {
    const wanted = open === null || hasNone ? [] : [USER, ...projects.map(pathOf)];
    for (const path of [...lines.keys()]) {
      if (!wanted.includes(path)) drop(path);
    }
    for (const path of wanted) {
      if (lines.has(path)) continue;
      const line: Line = { socket: null, isOpen: false, isNew: true, isRefused: false, failures: 0, timer: undefined };
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
    onLive();
  }

  return {
    /** True while everything that is watched would be told: then asking may be rare. */
    isLive,
    /** True while this project's changes would be told. */
    watches: (projectId: string): boolean => lines.get(pathOf(projectId))?.isOpen === true,

    /** Another session, or none (null). */
    start(opener: OpenSocket | null): void {
      clearTimeout(swarm);
      swarm = undefined;
      closeAll();
      open = opener;
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
      for (const [path, line] of [...lines]) {
        if (line.isRefused) continue;
        drop(path);
      }
      update();
    },
  };
}

/** The server is overloaded, restarting, or asks to slow down. */
const isPassing = (status: number): boolean => status === 429 || status === 408 || status >= 500;
