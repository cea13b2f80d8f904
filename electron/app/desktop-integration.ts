/** Punchcard as a program of the system: what starts it, what leads to it, what renews it. */
import { join } from 'node:path';
import type { State } from '../../shared/contract/index.ts';
import { createAutostart } from '../desktop/autostart.ts';
import { readOrigin, updaterFor } from '../desktop/updater.ts';
import { createUpdates } from '../desktop/updates.ts';
import { createUrlScheme } from '../desktop/url-scheme.ts';
import type { TimeService } from '../features/time/index.ts';
import { createAlarm } from '../store/alarm.ts';
import type { AppContext } from './context.ts';
import type { StatePublisher } from './state.ts';
import type { Toasts } from './toasts.ts';

export interface SystemPartsOptions {
  context: Pick<AppContext, 'settings' | 'steady'>;
  time: Pick<TimeService, 'running'>;
  invalidate: StatePublisher['invalidate'];
  say: Toasts['say'];
  /** The folder of the build. */
  out: string;
}

export type SystemParts = ReturnType<typeof setUpSystem>;

export function setUpSystem({ context, time, invalidate, say, out }: SystemPartsOptions) {
  const { settings, steady } = context;
  const autostart = createAutostart();
  const linkHandler = createUrlScheme({
    icon: join(out, 'icons', 'app', '256x256.png'),
    isRefused: () => settings.readValue('links-refused') ?? false,
    setRefused: (refused) => settings.writeValue('links-refused', refused),
  });
  const updates = createUpdates({
    origin: readOrigin(),
    load: (kind) => updaterFor(kind, reportSystemState),
    isOn: () => settings.read().updates,
    isTimerRunning: () => time.running() !== undefined,
    now: steady,
    random: Math.random,
    wake: (ring) => createAlarm(steady, ring),
    onChange: () => invalidate('system'),
    say,
  });

  /** What starts Punchcard is told where it lies now. */
  function reportSystemState(): void {
    try {
      autostart.refresh();
      linkHandler.register();
    } catch (error) {
      // Something else lies in the place of its files, or they cannot be written. Punchcard works all the same.
      console.error('The system does not know where Punchcard lies:', error);
    }
    invalidate('system');
  }

  return {
    autostart,
    linkHandler,
    updates,
    reportSystemState,
    view: (): State['system'] => ({ autostart: autostart.isOn(), links: linkHandler.isOn(), updates: updates.view() }),
  };
}
