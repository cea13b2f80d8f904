/**
 * How long there was no keyboard, mouse or touch input. Electron knows it on macOS, Windows and X11. On Wayland only the compositor
 * does: as an X11 client (XWayland), Electron misses input in Wayland windows. Durations in ms.
 */
import { uptime } from 'node:os';
import type { PowerMonitor } from 'electron';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { sessionBusAddress } from '../system/session-bus.ts';
import { isWaylandSession } from '../windows/window-system-choice.ts';
import { watchMutterIdle } from './idle-mutter.ts';
import { watchWaylandIdle, waylandSocket } from './idle-wayland.ts';

/** The source of idle time, as named in the diagnostics. `none`: not available on this desktop. */
export type IdleSource = 'system' | 'X11' | 'Mutter' | 'ext_idle_notifier_v1' | 'org_kde_kwin_idle' | 'none';

export interface Idle {
  /** Begins to listen, where that takes a connection. */
  start(): void;
  stop(): void;
  /** null: not known, not known yet, or not listening. */
  idleMs(): number | null;
  /** True until it turns out otherwise. */
  isAvailable(): boolean;
  /** Finds out which source there is, also while stopped. */
  find(): Promise<IdleSource>;
}

/** Events of a desktop's idle source. */
export interface IdleEvents {
  /** No input for so long. */
  idle(idleMs: number): void;
  /** Input again. */
  active(): void;
  /** The desktop does not answer any more. */
  lost(): void;
}

export interface IdleWatch {
  source: IdleSource;
  stop(): void;
}

/** null: not available on this desktop. */
export type WatchIdle = (afterMs: number, events: IdleEvents) => Promise<IdleWatch | null>;

/** Shorter pauses count as activity; also the precision of the last input before lock or sleep. */
export const IDLE_AFTER_MS = 15_000;
/** Time limit, so that starting the app or a timer does not wait. */
const FIRST_LOOK_MS = 3_000;
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 300_000;
/** X11 without the screen saver extension always reports zero; real input has a pause of a second within this time. */
const STUCK_MS = 20 * MINUTE_MS;

export interface IdleOptions {
  monitor: Pick<PowerMonitor, 'getSystemIdleTime'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Input came after idle time of `IDLE_AFTER_MS`, or idle time became available or unavailable. */
  onChange: () => void;
}

export function createIdle({ monitor, platform, env, onChange }: IdleOptions): Idle {
  if (platform !== 'linux' || !isWaylandSession(env)) return createPolledIdle({ monitor, platform, onChange });
  const ways: WatchIdle[] = [];
  const busAddress = sessionBusAddress(env);
  if (busAddress !== undefined) ways.push((afterMs, events) => watchMutterIdle(busAddress, afterMs, events));
  const socketPath = waylandSocket(env);
  if (socketPath !== undefined) ways.push((afterMs, events) => watchWaylandIdle(socketPath, afterMs, events));
  return createWatchedIdle({ ways, onChange });
}

/** Counts sleep and ignores changes of the wall clock. */
const sinceBoot = (): number => uptime() * 1000;

/** Electron's own idle time. */
export function createPolledIdle(
  { monitor, platform, onChange }: Pick<IdleOptions, 'monitor' | 'platform' | 'onChange'>,
  clock: () => number = sinceBoot,
): Idle {
  let zeroSince: number | undefined;
  let isStuck = false;
  return {
    start() {
      zeroSince = undefined;
    },
    stop() {},
    idleMs() {
      const idleMs = monitor.getSystemIdleTime() * 1000;
      if (platform !== 'linux') return idleMs;
      zeroSince = idleMs === 0 ? (zeroSince ?? clock()) : undefined;
      const wasStuck = isStuck;
      isStuck = zeroSince === undefined ? false : isStuck || clock() - zeroSince >= STUCK_MS;
      if (isStuck !== wasStuck) onChange();
      return isStuck ? null : idleMs;
    },
    isAvailable: () => !isStuck,
    async find() {
      if (platform !== 'linux') return 'system';
      return isStuck ? 'none' : 'X11';
    },
  };
}

export interface WatchedIdleOptions {
  /** The first that works is used. */
  ways: readonly WatchIdle[];
  onChange: () => void;
  afterMs?: number;
  clock?: () => number;
}

/** Idle time from a desktop that reports its start and end. A lost source is tried again at growing intervals. */
export function createWatchedIdle({
  ways,
  onChange,
  afterMs = IDLE_AFTER_MS,
  clock = sinceBoot,
}: WatchedIdleOptions): Idle {
  let isStarted = false;
  let isAvailable = true;
  let watch: IdleWatch | null = null;
  let looking: Promise<IdleSource> | null = null;
  let idleSince: number | null = null;
  let retryMs = RETRY_MIN_MS;
  let retry: NodeJS.Timeout | undefined;

  const events: IdleEvents = {
    idle(idleMs) {
      idleSince = clock() - idleMs;
    },
    active() {
      idleSince = null;
      onChange();
    },
    lost() {
      watch = null;
      idleSince = null;
      found(false);
      lookAgain();
    },
  };

  function found(available: boolean): void {
    if (available === isAvailable) return;
    isAvailable = available;
    onChange();
  }

  function lookIn(ms: number): void {
    clearTimeout(retry);
    retry = setTimeout(findSource, ms);
    retry.unref?.();
  }

  function lookAgain(): void {
    if (!isStarted) return;
    lookIn(retryMs);
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
  }

  /** One query at a time. */
  function findSource(): Promise<IdleSource> {
    clearTimeout(retry);
    if (watch) return Promise.resolve(watch.source);
    looking ??= connect().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function connect(): Promise<IdleSource> {
    for (const way of ways) {
      watch = await way(afterMs, events).catch(() => null);
      if (watch) break;
    }
    const source = watch?.source ?? 'none';
    if (watch) retryMs = RETRY_MIN_MS;
    else lookAgain();
    if (!isStarted) disconnect();
    found(source !== 'none');
    return source;
  }

  function disconnect(): void {
    watch?.stop();
    watch = null;
    idleSince = null;
  }

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      retryMs = RETRY_MIN_MS;
      lookIn(FIRST_LOOK_MS);
    },
    stop() {
      isStarted = false;
      clearTimeout(retry);
      disconnect();
    },
    idleMs() {
      if (!watch) return null;
      return idleSince === null ? 0 : clock() - idleSince;
    },
    isAvailable: () => isAvailable,
    find: findSource,
  };
}
