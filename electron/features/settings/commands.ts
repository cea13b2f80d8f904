/** Commands about Punchcard as a program: how it starts, how it is renewed, how it is. */
import type { CommandHandlers } from '../../../shared/contract/index.ts';
import type { WindowSystemChoice } from '../../../shared/contract/system-view.ts';

import type { Unreadable } from '../../app/unreadable-records.ts';
import type { Autostart } from '../../desktop/autostart.ts';
import type { Idle } from '../../desktop/idle.ts';
import type { Updates } from '../../desktop/updates.ts';
import type { UrlScheme } from '../../desktop/url-scheme.ts';

export interface SystemFeatures {
  autostart: Autostart;
  linkHandler: UrlScheme;
  updates: Updates;
  idle: Pick<Idle, 'find'>;
  /** What windows are drawn on from the next start on. */
  setWindowSystem: (choice: WindowSystemChoice) => void;
  diagnostics: () => Promise<string>;
  copyText: (text: string) => void;
  unreadable: Unreadable;
  /** What the system was told is another thing now. */
  onSystem: () => void;
}

type SystemHandlers = Pick<CommandHandlers, Extract<keyof CommandHandlers, `system.${string}`>>;

export function createSystemHandlers(features: SystemFeatures): SystemHandlers {
  const { autostart, linkHandler, updates, idle, setWindowSystem, diagnostics, copyText, onSystem } = features;
  return {
    'system.set-autostart': ({ on }) => {
      autostart.set(on);
      onSystem();
    },
    'system.set-links': ({ on }) => {
      linkHandler.set(on);
      onSystem();
    },
    'system.set-window-system': ({ choice }) => setWindowSystem(choice),
    'system.check-for-update': () => updates.check(),
    'system.install-update': () => updates.install(),
    'system.find-idle': async () => void (await idle.find()),
    'system.diagnostics': () => diagnostics(),
    'system.copy-diagnostics': async () => copyText(await diagnostics()),
    'system.copy-unreadable': ({ of }) => copyText(features.unreadable.text(of)),
  };
}
