import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { State } from '../../../shared/contract/index.ts';
import type { settingsCommands } from '../../../shared/contract/settings.ts';
import type { ShortcutsView, shortcutCommands } from '../../../shared/contract/shortcuts.ts';
import type { systemCommands } from '../../../shared/contract/system.ts';
import type { WindowSystemChoice } from '../../../shared/contract/system-view.ts';
import type { ViewName } from '../../../shared/contract/unreadable.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { ShortcutName } from '../../../shared/settings/shortcuts.ts';
import type { FeatureContext } from '../context.ts';

/** A window that was hidden for longer opens on its start page (ms). */
const NAVIGATION_MAX_AGE_MS = 15 * MINUTE_MS;

/** The parts of the system that commands read or change. */
export interface SystemControls {
  autostart: { set(on: boolean): void };
  linkHandler: { set(on: boolean): void };
  updates: { check(): Promise<void>; install(): Promise<void> };
  idle: { find(): Promise<unknown> };
  shortcuts: {
    view(): ShortcutsView;
    record(on: boolean): void;
    set(name: ShortcutName, accelerator: string | null): boolean | Promise<boolean>;
    test(name: ShortcutName | null): void;
    configure(): Promise<void>;
  };
  /** Takes effect at the next start. */
  setWindowSystem(choice: WindowSystemChoice): void;
  hideWindow(): void;
  /** A hidden window that contains some is kept instead of destroyed. */
  setUnsavedText(hasUnsavedText: boolean): void;
  /** How long the window was hidden before it opened (ms). */
  hiddenForMs(): number;
  diagnostics(): Promise<string>;
  /** Why records of a view could not be parsed. */
  unreadableText(view: ViewName): string;
  state(): State;
  /** The page has shown these requested views. */
  viewsShown(ids: readonly number[]): void;
}

/** The window's navigation is kept in memory only: it survives closing the window, not a restart. */
export function handlers(
  system: SystemControls,
  { changeSettings, copyText, invalidate }: Pick<FeatureContext, 'changeSettings' | 'copyText' | 'invalidate'>,
): HandlersOf<typeof settingsCommands & typeof systemCommands & typeof shortcutCommands> {
  let navigation: string | null = null;
  return {
    'state.read': () => system.state(),

    'settings.change': (changed) => changeSettings(changed),

    'system.set-autostart': ({ on }) => {
      system.autostart.set(on);
      invalidate('system');
    },
    'system.set-links': ({ on }) => {
      system.linkHandler.set(on);
      invalidate('system');
    },
    'system.set-window-system': ({ choice }) => system.setWindowSystem(choice),
    'system.check-for-update': () => system.updates.check(),
    'system.install-update': () => system.updates.install(),
    'system.find-idle': async () => void (await system.idle.find()),
    'system.diagnostics': () => system.diagnostics(),
    'system.copy-diagnostics': async () => copyText(await system.diagnostics()),
    'system.copy-unreadable': ({ of }) => copyText(system.unreadableText(of)),

    'shortcut.record': ({ on }) => system.shortcuts.record(on),
    'shortcut.set': ({ name, accelerator }) => system.shortcuts.set(name, accelerator),
    'shortcut.test': ({ name }) => system.shortcuts.test(name),
    'shortcut.copy-line': ({ name }) => copyText(system.shortcuts.view().lines[name]),
    'shortcut.configure': () => system.shortcuts.configure(),

    'window.hide': () => system.hideWindow(),
    'window.save-navigation': (saved) => {
      navigation = saved.navigation;
      system.setUnsavedText(saved.hasUnsavedText);
    },
    'window.views-shown': ({ ids }) => system.viewsShown(ids),
    'window.saved-navigation': () => (system.hiddenForMs() < NAVIGATION_MAX_AGE_MS ? navigation : null),
  };
}
