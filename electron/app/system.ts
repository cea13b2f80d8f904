/** Punchcard as a program of the system: what starts it, what leads to it, what renews it. */
import { join } from 'node:path';
import type { State } from '../../shared/contract/index.ts';
import { createAlarm } from '../desktop/alarm.ts';
import { createAutostart } from '../desktop/autostart.ts';
import { readOrigin, updaterFor } from '../desktop/updater.ts';
import { createUpdates } from '../desktop/updates.ts';
import { createLinkHandler } from '../desktop/url-scheme.ts';
import type { Ground } from './context.ts';
import type { Touch } from './state-publisher.ts';
import type { TimeParts } from './time.ts';
import type { Notices } from './toasts.ts';

export interface SystemPartsOptions {
  ground: Pick<Ground, 'settings' | 'steady'>;
  time: Pick<TimeParts, 'running'>;
  touch: Touch;
  say: Notices['say'];
  /** The folder of the build. */
  out: string;
}

export type SystemParts = ReturnType<typeof composeSystem>;

export function composeSystem({ ground, time, touch, say, out }: SystemPartsOptions) {
  const { settings, steady } = ground;
  const autostart = createAutostart();
  const linkHandler = createLinkHandler({
    icon: join(out, 'icons', 'app', '256x256.png'),
    isRefused: () => settings.kept('links-refused') ?? false,
    setRefused: (refused) => settings.keep('links-refused', refused),
  });
  const updates = createUpdates({
    origin: readOrigin(),
    load: (kind) => updaterFor(kind, tellSystem),
    isOn: () => settings.read().updates,
    isTimerRunning: () => time.running() !== undefined,
    now: steady,
    random: Math.random,
    wake: (ring) => createAlarm(steady, ring),
    onChange: () => touch('system'),
    say,
  });

  /** What starts Punchcard is told where it lies now. */
  function tellSystem(): void {
    try {
      autostart.refresh();
      linkHandler.register();
    } catch (error) {
      // Something else lies in the place of its files, or they cannot be written. Punchcard works all the same.
      console.error('The system does not know where Punchcard lies:', error);
    }
    touch('system');
  }

  return {
    autostart,
    linkHandler,
    updates,
    tellSystem,
    view: (): State['system'] => ({ autostart: autostart.isOn(), links: linkHandler.isOn(), updates: updates.view() }),
  };
}
