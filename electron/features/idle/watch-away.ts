/**
 * Detects away times while a timer runs, from idle time, lock, sleep and shutdown, and records them. Events may come twice, late or
 * never. Instants and lengths in ms.
 */

import type { AwayKind } from '../../../shared/contract/idle-view.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { RunInBackground } from '../../../shared/run-in-background.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import type { IdleStore } from './idle-store.ts';

/** Poll intervals; the shorter one during an away time, so that the question is open when the person returns. */
const POLL_MS = 30_000;
const POLL_AWAY_MS = 5_000;
/** If wall time advances this much more than process time, the computer slept without reporting it. */
const SLEPT_MS = MINUTE_MS;
/** Idle time is in whole seconds; input within this time of the last known one is the same. */
const INPUT_SLACK_MS = 5_000;
/** After this time the end of an away time is also detected without an event. */
const END_MISSED_MS = MINUTE_MS;

/** Events of the system: sleep, lock, shutdown. */
export interface PowerEvents extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  getSystemIdleState(thresholdSeconds: number): string;
}

/** Time since the last input. */
export interface IdleTime {
  start(): void;
  stop(): void;
  /** null if unknown, not known yet or stopped. */
  idleMs(): number | null;
  /** True until it fails. */
  isAvailable(): boolean;
}

export interface WatchAwayOptions {
  monitor: PowerEvents;
  idle: IdleTime;
  store: Pick<IdleStore, 'openSegment' | 'closeSegment' | 'heartbeat' | 'forget'>;
  platform: NodeJS.Platform;
  running: () => Entry | undefined;
  /** False: reads and records nothing. */
  askIdle: () => boolean;
  /** Time without input that counts as away. */
  thresholdMs: () => number;
  now: () => number;
  /** Unaffected by changes of the wall clock; runs during sleep. */
  monotonic: () => number;
  /** Stops during sleep, except on systems that report every sleep. */
  awake: () => number;
  runInBackground: RunInBackground;
  /** The person is back. The store knows whether a question is open. */
  onBack: () => void;
  /** An away time began or ended, or idle time became available or unavailable. */
  onChange: () => void;
}

export function watchAway(options: WatchAwayOptions) {
  const {
    monitor,
    idle,
    store,
    running,
    askIdle,
    thresholdMs,
    now,
    monotonic,
    awake,
    runInBackground,
    onBack,
    onChange,
  } = options;
  /** Open away times with their start, and the clocks when it was recorded. */
  const awayTimes = new Map<AwayKind, { entryId: string; from: number; wall: number; awake: number }>();
  let canRead = idle.isAvailable();
  let lastPoll = clocks();
  let timeout: NodeJS.Timeout | undefined;
  let isWatching = false;
  let isForgotten = false;
  let isStopped = false;

  function clocks(): { wall: number; monotonic: number; awake: number } {
    return { wall: now(), monotonic: monotonic(), awake: awake() };
  }

  function lastInput(): number | null {
    const idleMs = idle.idleMs();
    return idleMs === null ? null : now() - idleMs;
  }

  const isOn = (): boolean => askIdle() && running() !== undefined;

  /** Call when the source of idle time reports input after a pause, or becomes available or unavailable. */
  function idleChanged(): void {
    const could = canRead;
    canRead = idle.isAvailable();
    if (could !== canRead) onChange();
    if (isWatching && awayTimes.size > 0) schedule(0);
  }

  function startAway(kind: AwayKind, from: number): void {
    const entry = running();
    if (!entry || !askIdle()) return;
    if (awayTimes.get(kind)?.entryId === entry.id) return;
    store.openSegment(kind, from, entry);
    awayTimes.set(kind, { entryId: entry.id, from, wall: now(), awake: awake() });
    onChange();
  }

  function endAway(kind: AwayKind, to: number): void {
    store.closeSegment(kind, to);
    if (!awayTimes.delete(kind)) return;
    onChange();
    if (awayTimes.size === 0) onBack();
  }

  function poll(): void {
    if (!isOn()) {
      update();
      return;
    }
    // First, so that a failure below does not end the polling.
    schedule();
    const current = clocks();
    saveHeartbeat();
    detectSleep(current);
    // After detectSleep, so that a sleep that could not be recorded is detected again.
    lastPoll = current;
    detectIdle();
    detectMissedEnds();
    schedule();
  }

  function detectSleep(current: typeof lastPoll): void {
    const asleepMs = current.monotonic - lastPoll.monotonic - (current.awake - lastPoll.awake);
    if (asleepMs <= SLEPT_MS) return;
    if (!awayTimes.has('sleep')) startAway('sleep', lastPoll.wall);
    endAway('sleep', now());
  }

  function detectIdle(): void {
    const away = awayTimes.get('idle');
    const input = lastInput();
    if (input === null) {
      if (away && !idle.isAvailable()) endAway('idle', now());
      return;
    }
    if (away && input > away.from + INPUT_SLACK_MS) endAway('idle', input);
    if (now() - input >= thresholdMs()) startAway('idle', input);
  }

  /** Ends a lock or sleep whose end was not reported, once there is input. */
  function detectMissedEnds(): void {
    const locked = awayTimes.get('lock');
    // On Linux the idle state does not include locking.
    if (locked && options.platform !== 'linux' && isOld(locked) && monitor.getSystemIdleState(5) === 'active') {
      endAway('lock', now());
    }
    const asleep = awayTimes.get('sleep');
    if (!asleep || !isOld(asleep)) return;
    const input = lastInput();
    if (input !== null && input > asleep.wall + INPUT_SLACK_MS) endAway('sleep', input);
    // Awake ever since the event: the computer did not sleep.
    else if (input === null && options.platform === 'linux') endAway('sleep', asleep.from);
  }

  const isOld = (awayTime: { awake: number }): boolean => awake() - awayTime.awake >= END_MISSED_MS;

  function schedule(ms = awayTimes.size > 0 ? POLL_AWAY_MS : POLL_MS): void {
    clearTimeout(timeout);
    timeout = setTimeout(() => runInBackground(poll), ms);
    timeout.unref?.();
  }

  /** Call at the start and when the running timer or a setting changed. */
  function update(): void {
    if (isStopped) return;
    if (!askIdle() && !isForgotten) {
      store.forget();
      awayTimes.clear();
    }
    isForgotten = !askIdle();
    const entry = running();
    if (entry && askIdle()) {
      if (!isWatching) {
        isWatching = true;
        idle.start();
        lastPoll = clocks();
        schedule();
      }
      store.heartbeat(now(), entry.id);
      return;
    }
    isWatching = false;
    clearTimeout(timeout);
    const input = lastInput();
    idle.stop();
    if (awayTimes.has('idle')) endAway('idle', input ?? now());
  }

  const events: [string, () => void][] = [
    ['suspend', () => startAway('sleep', lastInput() ?? now())],
    [
      'resume',
      () => {
        lastPoll = clocks();
        endAway('sleep', now());
      },
    ],
    ['lock-screen', () => startAway('lock', lastInput() ?? now())],
    ['unlock-screen', () => endAway('lock', now())],
    ['shutdown', () => saveHeartbeat(true)],
  ];
  const listeners = events.map(([event, work]) => [event, () => runInBackground(work)] as const);
  for (const [event, listener] of listeners) monitor.on(event, listener);

  function saveHeartbeat(isUrgent = false): void {
    const entry = running();
    if (entry && askIdle()) store.heartbeat(now(), entry.id, isUrgent);
  }

  return {
    update,
    idleChanged,
    /** False: only lock, sleep and shutdown are detected; the settings show that. */
    canReadIdle: () => canRead,
    /** null if unknown. */
    lastInput,
    /** An away time is open. */
    isAway: () => isOn() && awayTimes.size > 0,
    /** Call before the database closes. */
    stop(): void {
      if (isStopped) return;
      isStopped = true;
      clearTimeout(timeout);
      idle.stop();
      for (const [event, listener] of listeners) monitor.off(event, listener);
      runInBackground(() => saveHeartbeat(true));
    },
  };
}
