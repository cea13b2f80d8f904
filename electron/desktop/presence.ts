/**
 * Whether somebody is there while a timer runs: idle time (polled), lock, sleep and shutdown, written into the ledger.
 * Events may come twice, late or never. Instants and lengths in ms.
 */
import type { PowerMonitor } from 'electron';
import type { AwayKind } from '../time/away.ts';
import type { AwayLedger } from '../time/away-ledger.ts';
import type { Entry } from '../time/entries.ts';
import type { Unattended } from './unattended.ts';

/** How often it is looked while somebody is there, and while nobody is, so that the question stands when they sit down. */
const POLL_MS = 30_000;
const POLL_AWAY_MS = 5_000;
/** The wall clock gained more on the clock of the process: the computer slept, and nobody said so. */
const SLEPT_MS = 60_000;
/** Idle time comes in whole seconds, and input within these of the last one known is the same. */
const INPUT_SLACK_MS = 5_000;
/** After these, an end that was never announced is looked for. */
const END_MISSED_MS = 60_000;
/** So many looks in a row that see exactly zero: nobody types like that, it is not read. */
const STUCK_POLLS = 40;

/** `unknown`: only what is seen will tell. */
export type IdleReading = 'yes' | 'no' | 'unknown';

/**
 * Whether idle time can be read, before anything was seen. On Wayland, Electron knows it from GNOME only; as an X11 program
 * there it would count a person who types into Wayland windows as away. `ozone`: the switch `ozone-platform`, '' if not given.
 */
export function idleReading(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ozone: string): IdleReading {
  if (platform !== 'linux') return 'yes';
  const isWayland = env.XDG_SESSION_TYPE ? env.XDG_SESSION_TYPE === 'wayland' : Boolean(env.WAYLAND_DISPLAY);
  if (!isWayland) return env.DISPLAY ? 'yes' : 'unknown';
  if (ozone === 'x11') return 'no';
  return /\bgnome\b/i.test(env.XDG_CURRENT_DESKTOP ?? '') ? 'yes' : 'unknown';
}

export interface PresenceOptions {
  monitor: Pick<PowerMonitor, 'getSystemIdleTime' | 'getSystemIdleState'> & Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  ledger: Pick<AwayLedger, 'open' | 'close' | 'heartbeat' | 'forget'>;
  platform: NodeJS.Platform;
  reading: IdleReading;
  /** The entry that runs. */
  running: () => Entry | undefined;
  /** Off: nothing is read and nothing recorded. */
  askIdle: () => boolean;
  /** From how long on somebody without input is away. */
  thresholdMs: () => number;
  now: () => number;
  /** Goes on by itself, whatever happens to the wall clock. */
  monotonic: () => number;
  unattended: Unattended;
  /** Somebody is back; whether there is something to ask, the ledger knows. */
  onBack: () => void;
  /** What is shown may differ: an absence began or ended, or idle time turned out to be readable or not. */
  onChange: () => void;
}

export type Presence = ReturnType<typeof watchPresence>;

export function watchPresence(options: PresenceOptions) {
  const { monitor, ledger, running, askIdle, thresholdMs, now, monotonic, unattended, onBack, onChange } = options;
  /** Absences that last, with their begin as recorded and when that was. */
  const lasting = new Map<AwayKind, { entryId: string; from: number; wall: number; monotonic: number }>();
  let canRead = options.reading === 'yes';
  let zeros = 0;
  let lastLook = { wall: now(), monotonic: monotonic() };
  let timeout: NodeJS.Timeout | undefined;
  let isWatching = false;
  let isForgotten = false;
  let isStopped = false;

  const idleMs = (): number => monitor.getSystemIdleTime() * 1000;
  const lastInput = (): number | null => (canRead ? now() - idleMs() : null);
  const isOn = (): boolean => askIdle() && running() !== undefined;

  /** Judges by what is read: a value that moves is read, one that never leaves zero is not. */
  function observe(idle: number): void {
    if (options.platform !== 'linux' || options.reading === 'no') return;
    zeros = idle === 0 ? zeros + 1 : 0;
    const could = canRead;
    if (idle >= INPUT_SLACK_MS) canRead = true;
    else if (zeros >= STUCK_POLLS) canRead = false;
    if (could !== canRead) onChange();
  }

  function begin(kind: AwayKind, from: number): void {
    const entry = running();
    if (!entry || !askIdle()) return;
    if (lasting.get(kind)?.entryId === entry.id) return;
    ledger.open(kind, from, entry);
    lasting.set(kind, { entryId: entry.id, from, wall: now(), monotonic: monotonic() });
    onChange();
  }

  function finish(kind: AwayKind, to: number): void {
    ledger.close(kind, to);
    if (!lasting.delete(kind)) return;
    onChange();
    if (lasting.size === 0) onBack();
  }

  function remember(): void {
    lastLook = { wall: now(), monotonic: monotonic() };
  }

  function look(): void {
    if (!isOn()) {
      update();
      return;
    }
    // Whatever fails: the next look comes.
    schedule();
    const seen = { wall: now(), monotonic: monotonic() };
    beatNow();
    lookForSleep(seen);
    // Only now: what could not be written down is seen again.
    lastLook = seen;
    const idle = idleMs();
    observe(idle);
    lookForIdle(idle);
    lookForMissedEnds();
    schedule();
  }

  function lookForSleep(seen: { wall: number; monotonic: number }): void {
    const gained = seen.wall - lastLook.wall - (seen.monotonic - lastLook.monotonic);
    if (gained <= SLEPT_MS) return;
    if (!lasting.has('sleep')) begin('sleep', lastLook.wall);
    finish('sleep', now());
  }

  function lookForIdle(idle: number): void {
    const away = lasting.get('idle');
    if (!canRead) {
      if (away) finish('idle', now());
      return;
    }
    const input = now() - idle;
    if (away && input > away.from + INPUT_SLACK_MS) finish('idle', input);
    if (idle >= thresholdMs()) begin('idle', input);
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

  const isOld = (absence: { monotonic: number }): boolean => monotonic() - absence.monotonic >= END_MISSED_MS;

  function schedule(): void {
    clearTimeout(timeout);
    timeout = setTimeout(() => unattended(look), lasting.size > 0 ? POLL_AWAY_MS : POLL_MS);
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
        remember();
        schedule();
      }
      ledger.heartbeat(now(), entry.id);
      return;
    }
    isWatching = false;
    clearTimeout(timeout);
    if (lasting.has('idle')) finish('idle', lastInput() ?? now());
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
  const listeners = events.map(([event, work]) => [event, () => unattended(work)] as const);
  for (const [event, listener] of listeners) monitor.on(event, listener);

  /** The last moment at which we know that we are there. */
  function beatNow(isLast = false): void {
    const entry = running();
    if (entry && askIdle()) ledger.heartbeat(now(), entry.id, isLast);
  }

  return {
    update,
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
      for (const [event, listener] of listeners) monitor.off(event, listener);
      unattended(() => beatNow(true));
    },
  };
}
