/**
 * Whether somebody is there while a timer runs: idle time, lock, sleep and shutdown, written into the ledger.
 * Events may come twice, late or never. Instants and lengths in ms.
 */

import type { AwayKind } from '../../../shared/contract/idle-view.ts';
import type { RunInBackground } from '../../../shared/run-in-background.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import type { IdleStore } from './idle-store.ts';

/** How often it is looked while somebody is there, and while nobody is, so that the question stands when they sit down. */
const POLL_MS = 30_000;
const POLL_AWAY_MS = 5_000;
/** Time went on by more than the clock of the process: the computer slept, and nobody said so. */
const SLEPT_MS = 60_000;
/** Idle time comes in whole seconds, and input within these of the last one known is the same. */
const INPUT_SLACK_MS = 5_000;
/** After these, an end that was never announced is looked for. */
const END_MISSED_MS = 60_000;

/** What the system announces: sleep, lock, shutdown. */
export interface PowerEvents extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  getSystemIdleState(thresholdSeconds: number): string;
}

/** How long the person has not used the computer. */
export interface IdleTime {
  start(): void;
  stop(): void;
  /** null: not known, not known yet, or not listening. */
  idleMs(): number | null;
  /** True until it turns out otherwise. */
  isAvailable(): boolean;
}

export interface PresenceOptions {
  monitor: PowerEvents;
  idle: IdleTime;
  ledger: Pick<IdleStore, 'open' | 'close' | 'heartbeat' | 'forget'>;
  platform: NodeJS.Platform;
  /** The entry that runs. */
  running: () => Entry | undefined;
  /** Off: nothing is read and nothing recorded. */
  askIdle: () => boolean;
  /** From how long on somebody without input is away. */
  thresholdMs: () => number;
  now: () => number;
  /** Goes on whatever happens to the wall clock, also while the computer sleeps. */
  monotonic: () => number;
  /** Stands still while the computer sleeps; on some systems it goes on, which then tell of every sleep. */
  awake: () => number;
  runInBackground: RunInBackground;
  /** Somebody is back; whether there is something to ask, the ledger knows. */
  onBack: () => void;
  /** What is shown may differ: an absence began or ended, or idle time turned out to be readable or not. */
  onChange: () => void;
}

export type Presence = ReturnType<typeof watchPresence>;

export function watchPresence(options: PresenceOptions) {
  const {
    monitor,
    idle,
    ledger,
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
  /** Absences that last, with their begin as recorded and when that was. */
  const lasting = new Map<AwayKind, { entryId: string; from: number; wall: number; awake: number }>();
  let canRead = idle.isAvailable();
  let lastLook = clocks();
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

  /** To be called when the source of idle time noticed input after a pause, or became available or unavailable. */
  function idleChanged(): void {
    const could = canRead;
    canRead = idle.isAvailable();
    if (could !== canRead) onChange();
    if (isWatching && lasting.size > 0) schedule(0);
  }

  function begin(kind: AwayKind, from: number): void {
    const entry = running();
    if (!entry || !askIdle()) return;
    if (lasting.get(kind)?.entryId === entry.id) return;
    ledger.open(kind, from, entry);
    lasting.set(kind, { entryId: entry.id, from, wall: now(), awake: awake() });
    onChange();
  }

  function finish(kind: AwayKind, to: number): void {
    ledger.close(kind, to);
    if (!lasting.delete(kind)) return;
    onChange();
    if (lasting.size === 0) onBack();
  }

  function remember(): void {
    lastLook = clocks();
  }

  function look(): void {
    if (!isOn()) {
      update();
      return;
    }
    // Whatever fails: the next look comes.
    schedule();
    const seen = clocks();
    beatNow();
    lookForSleep(seen);
    // Only now: what could not be written down is seen again.
    lastLook = seen;
    lookForIdle();
    lookForMissedEnds();
    schedule();
  }

  function lookForSleep(seen: typeof lastLook): void {
    const gained = seen.monotonic - lastLook.monotonic - (seen.awake - lastLook.awake);
    if (gained <= SLEPT_MS) return;
    if (!lasting.has('sleep')) begin('sleep', lastLook.wall);
    finish('sleep', now());
  }

  function lookForIdle(): void {
    const away = lasting.get('idle');
    const input = lastInput();
    if (input === null) {
      if (away && !idle.isAvailable()) finish('idle', now());
      return;
    }
    if (away && input > away.from + INPUT_SLACK_MS) finish('idle', input);
    if (now() - input >= thresholdMs()) begin('idle', input);
  }

  /** Somebody types although the screen was never unlocked, or we are awake although nothing said so. */
  function lookForMissedEnds(): void {
    const locked = lasting.get('lock');
    // On Linux a locked screen looks like any other.
    if (locked && options.platform !== 'linux' && isOld(locked) && monitor.getSystemIdleState(5) === 'active') {
      finish('lock', now());
    }
    const asleep = lasting.get('sleep');
    if (!asleep || !isOld(asleep)) return;
    const input = lastInput();
    if (input !== null && input > asleep.wall + INPUT_SLACK_MS) finish('sleep', input);
    // Awake all the time since it was announced: it did not happen.
    else if (input === null && options.platform === 'linux') finish('sleep', asleep.from);
  }

  const isOld = (absence: { awake: number }): boolean => awake() - absence.awake >= END_MISSED_MS;

  function schedule(ms = lasting.size > 0 ? POLL_AWAY_MS : POLL_MS): void {
    clearTimeout(timeout);
    timeout = setTimeout(() => runInBackground(look), ms);
    timeout.unref?.();
  }

  /** To be called when the running timer or a setting changed, and once at the start. */
  function update(): void {
    if (isStopped) return;
    if (!askIdle() && !isForgotten) {
      ledger.forget();
      lasting.clear();
    }
    isForgotten = !askIdle();
    const entry = running();
    if (entry && askIdle()) {
      if (!isWatching) {
        isWatching = true;
        idle.start();
        remember();
        schedule();
      }
      ledger.heartbeat(now(), entry.id);
      return;
    }
    isWatching = false;
    clearTimeout(timeout);
    const input = lastInput();
    idle.stop();
    if (lasting.has('idle')) finish('idle', input ?? now());
  }

  const events: [string, () => void][] = [
    ['suspend', () => begin('sleep', lastInput() ?? now())],
    [
      'resume',
      () => {
        remember();
        finish('sleep', now());
      },
    ],
    ['lock-screen', () => begin('lock', lastInput() ?? now())],
    ['unlock-screen', () => finish('lock', now())],
    ['shutdown', () => beatNow(true)],
  ];
  const listeners = events.map(([event, work]) => [event, () => runInBackground(work)] as const);
  for (const [event, listener] of listeners) monitor.on(event, listener);

  /** The last moment at which we know that we are there. */
  function beatNow(isLast = false): void {
    const entry = running();
    if (entry && askIdle()) ledger.heartbeat(now(), entry.id, isLast);
  }

  return {
    update,
    idleChanged,
    /** False: only lock, sleep and shutdown are noticed, and the setting says so. */
    canReadIdle: () => canRead,
    /** null where it cannot be read. */
    lastInput,
    /** An absence lasts, as far as is known by now. */
    isAway: () => isOn() && lasting.size > 0,
    /** Before the database closes. */
    stop(): void {
      if (isStopped) return;
      isStopped = true;
      clearTimeout(timeout);
      idle.stop();
      for (const [event, listener] of listeners) monitor.off(event, listener);
      runInBackground(() => beatNow(true));
    },
  };
}
