/**
 * New versions: looked for a minute after the start and then daily, fetched, and installed when the person asks or quits, never
 * under a running timer (update-policy.ts). What does it is updater.ts.
 */
import type { UpdateView } from '../../shared/contract/system-view.ts';
import { ValidationError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/main-messages.ts';

import {
  afterUpdateMessage,
  type kindOf,
  mayInstall,
  type PackageKind,
  type UpdateMessage,
  waitBeforeCheck,
} from './update-policy.ts';

/** What looks, fetches and installs. */
export interface Updater {
  /** Looks, and fetches what there is. Rejects where either fails. */
  check(): Promise<void>;
  /** Ends Punchcard, installs what was fetched, starts it again. What fails of it is told as news. */
  install(): void;
  /** Whether what was fetched is installed when Punchcard is quit. */
  installOnQuit(may: boolean): void;
}

export type LoadUpdater = (hear: (news: UpdateMessage) => void) => Promise<Updater>;

export interface UpdatesOptions {
  /** How this copy came here. */
  origin: ReturnType<typeof kindOf>;
  load: (kind: PackageKind) => LoadUpdater;
  /** The person's setting. */
  isOn: () => boolean;
  isTimerRunning: () => boolean;
  now: () => number;
  random: () => number;
  wake: (ring: () => void) => { set(at: number): void; check(): void; stop(): void };
  onChange: () => void;
  say: (sentence: string) => void;
}

export interface Updates {
  view(): UpdateView;
  /** Looks now, whatever the clock says. */
  check(): Promise<void>;
  /** Ends Punchcard, installs what is ready, starts it again. Throws AppError while a timer runs. */
  install(): void;
  settingsChanged(): void;
  /** The computer woke: the moment of the next look may have passed in its sleep. */
  woke(): void;
  /** Punchcard is being quit: decides whether what is ready is installed. */
  quitting(): void;
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { origin } = options;
  if (typeof origin !== 'string') {
    return {
      view: () => origin,
      check: async () => undefined,
      install: () => undefined,
      settingsChanged: () => undefined,
      woke: () => undefined,
      quitting: () => undefined,
    };
  }
  return createFor(origin, options);
}

function createFor(kind: PackageKind, options: UpdatesOptions): Updates {
  const { load, isOn, isTimerRunning, now, random, wake, onChange, say } = options;
  let view: UpdateView = { state: 'idle', checkedAt: null };
  let updater: Updater | null = null;
  let failures = 0;
  /** The end of the last look (ms since 1970). */
  let lookedAt: number | null = null;
  let wasOn = isOn();
  /** The person asked for it to be installed, and nothing says yet that it cannot be. */
  let isAsked = false;
  let isLooking = false;
  const alarm = wake(() => void check());

  function hear(news: UpdateMessage): void {
    // A look that fails meanwhile says nothing of the installing.
    if (isAsked && !isLooking && news.is === 'failed') notInstalled(news.error);
    else become(afterUpdateMessage(view, news, kind, new Date(now())));
  }

  function become(next: UpdateView): void {
    if (next === view) return;
    view = next;
    onChange();
  }

  /** Where the password was not given, say: it stays ready, and may be asked for again. */
  function notInstalled(error: unknown): void {
    isAsked = false;
    console.error('A new version was not installed:', error);
    become(afterUpdateMessage(view, { is: 'not-installed' }, kind, new Date(now())));
    say(messages.app.notInstalled);
  }

  /** From the last look, or from now: what happens between two looks moves neither. */
  function arm(): void {
    if (isOn())
      alarm.set((lookedAt ?? now()) + waitBeforeCheck({ isFirst: lookedAt === null, failures, random: random() }));
    else alarm.stop();
  }

  async function check(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    hear({ is: 'checking' });
    try {
      updater ??= await load(kind)(hear);
      await updater.check();
      failures = 0;
    } catch (error) {
      failures += 1;
      console.warn('updates:', error);
      hear({ is: 'failed', error });
    }
    isLooking = false;
    lookedAt = now();
    arm();
  }

  arm();

  return {
    view: () => (isOn() || view.state === 'ready' ? view : { state: 'off' }),
    check,
    install() {
      if (updater === null || view.state !== 'ready') return;
      if (!mayInstall({ isAsked: true, isTimerRunning: isTimerRunning(), kind })) {
        throw new ValidationError(messages.app.timerRuns);
      }
      isAsked = true;
      updater.install();
    },
    settingsChanged() {
      if (isOn() === wasOn) return;
      wasOn = isOn();
      arm();
      onChange();
    },
    woke: () => alarm.check(),
    quitting() {
      alarm.stop();
      updater?.installOnQuit(mayInstall({ isAsked, isTimerRunning: isTimerRunning(), kind }));
    },
  };
}
