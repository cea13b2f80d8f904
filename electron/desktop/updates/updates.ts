/**
 * Updates: checked a minute after the start and then daily, downloaded, and installed on request or on quit, never while a timer runs
 * (update-policy.ts). updater.ts does the work.
 */
import type { UpdateView } from '../../../shared/contract/system-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import {
  afterUpdateMessage,
  type kindOf,
  mayInstall,
  type PackageKind,
  type UpdateMessage,
  waitBeforeCheck,
} from './update-policy.ts';

/** Checks, downloads and installs. */
interface Updater {
  /** Checks and downloads. Rejects if either fails. */
  check(): Promise<void>;
  /** Quits, installs the downloaded version and restarts. Failures are reported as events. */
  install(): void;
  /** Whether the downloaded version is installed on quit. */
  installOnQuit(may: boolean): void;
}

export type LoadUpdater = (report: (message: UpdateMessage) => void) => Promise<Updater>;

export interface UpdatesOptions {
  /** How this copy was installed. */
  origin: ReturnType<typeof kindOf>;
  load: (kind: PackageKind) => LoadUpdater;
  /** The person's setting. */
  isOn: () => boolean;
  isTimerRunning: () => boolean;
  now: () => number;
  random: () => number;
  wake: (ring: () => void) => { set(at: number): void; check(): void; stop(): void };
  onChange: () => void;
  showToast: (text: string) => void;
}

export interface Updates {
  view(): UpdateView;
  /** Checks now. */
  check(): Promise<void>;
  /**
   * Quits, installs the downloaded version and restarts, if the person may leave: `mayLeave` closes the window. Rejects with AppError
   * while a timer runs.
   */
  install(mayLeave: () => Promise<boolean>): Promise<void>;
  settingsChanged(): void;
  /** The computer woke: the next check may be overdue. */
  woke(): void;
  /** The app quits: decides whether the downloaded version is installed. */
  quitting(): void;
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { origin } = options;
  if (typeof origin !== 'string') {
    return {
      view: () => origin,
      check: async () => undefined,
      install: async () => undefined,
      settingsChanged: () => undefined,
      woke: () => undefined,
      quitting: () => undefined,
    };
  }
  return createFor(origin, options);
}

function createFor(kind: PackageKind, options: UpdatesOptions): Updates {
  const { load, isOn, isTimerRunning, now, random, wake, onChange, showToast } = options;
  let view: UpdateView = { state: 'idle', checkedAt: null };
  let updater: Updater | null = null;
  let failures = 0;
  /** The end of the last check (ms since 1970). */
  let checkedAt: number | null = null;
  let wasOn = isOn();
  /** The person may leave, and installing has not failed. */
  let isInstallRequested = false;
  let isChecking = false;
  const alarm = wake(() => void check());

  function report(message: UpdateMessage): void {
    // A failed check meanwhile does not affect the installation.
    if (isInstallRequested && !isChecking && message.is === 'failed') notInstalled(message.error);
    else show(afterUpdateMessage(view, message, kind, new Date(now())));
  }

  function show(next: UpdateView): void {
    if (next === view) return;
    view = next;
    onChange();
  }

  /** For example without the password: it stays ready and can be installed later. */
  function notInstalled(error: unknown): void {
    isInstallRequested = false;
    console.error('A new version was not installed:', error);
    show(afterUpdateMessage(view, { is: 'not-installed' }, kind, new Date(now())));
    showToast(messages.app.notInstalled);
  }

  /** Counted from the last check, or from now if there was none. */
  function arm(): void {
    if (isOn())
      alarm.set((checkedAt ?? now()) + waitBeforeCheck({ isFirst: checkedAt === null, failures, random: random() }));
    else alarm.stop();
  }

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    report({ is: 'checking' });
    try {
      updater ??= await load(kind)(report);
      await updater.check();
      failures = 0;
    } catch (error) {
      failures += 1;
      console.warn('The check for a new version failed:', error);
      report({ is: 'failed', error });
    }
    isChecking = false;
    checkedAt = now();
    arm();
  }

  arm();

  return {
    view: () => (isOn() || view.state === 'ready' ? view : { state: 'off' }),
    check,
    async install(mayLeave) {
      if (updater === null || view.state !== 'ready' || isInstallRequested) return;
      const checkTimer = () => {
        if (!mayInstall({ isRequested: true, isTimerRunning: isTimerRunning(), kind }))
          throw new ValidationError(messages.app.timerRuns);
      };
      checkTimer();
      // A second request meanwhile asks again, because a window may cover the question.
      if (!(await mayLeave()) || isInstallRequested) return;
      // The person may have taken long to answer.
      checkTimer();
      isInstallRequested = true;
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
      updater?.installOnQuit(mayInstall({ isRequested: isInstallRequested, isTimerRunning: isTimerRunning(), kind }));
    },
  };
}
