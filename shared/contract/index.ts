/**
 * Everything that passes between the main process and the renderer: commands (renderer → main) and the state
 * (main → renderer). Main parses every command's payload with the schema given here; a command without a handler,
 * or a handler without a command, does not compile (electron/app/commands.ts).
 *
 * Instants are UTC ISO 8601 strings, durations ms unless a name says otherwise.
 */

import type { AppErrorView } from '../errors/app-error.ts';
import { accountCommands } from './account.ts';
import { apiKeysCommands } from './api-keys.ts';
import { assistantCommands } from './assistants.ts';
import { boardCommands } from './board.ts';
import { calendarCommands } from './calendars.ts';
import { codeHostCommands } from './code-host.ts';
import type { HandlersOf, PayloadOf, ResultOf } from './command.ts';
import { connectedToolsCommands } from './connected-tools.ts';
import { focusCommands } from './focus.ts';
import { hookCommands } from './hooks.ts';
import { idleCommands } from './idle.ts';
import { outboxCommands } from './outbox.ts';
import { paletteCommands } from './palette.ts';
import { projectCommands } from './projects.ts';
import { proposalsCommands } from './proposals.ts';
import { quickAddCommands } from './quick-add.ts';
import type { QuickAddMessage } from './quick-add-window.ts';
import { remindersCommands } from './reminders.ts';
import { reportCommands } from './report.ts';
import { serverCommands } from './server.ts';
import { settingsCommands } from './settings.ts';
import { shortcutCommands } from './shortcuts.ts';
import type { State } from './state.ts';
import { systemCommands } from './system.ts';
import { tasksCommands } from './tasks.ts';
import { timeCommands } from './time.ts';
import { timeRulesCommands } from './time-rules.ts';
import { timesheetCommands } from './timesheet.ts';
import { webhookCommands } from './webhooks.ts';

export type { NavigationTarget, QuickAddDirectory, Revisions, State, ToastView } from './state.ts';
export type * from './views.ts';

export const commands = {
  ...settingsCommands,
  ...systemCommands,
  ...shortcutCommands,
  ...accountCommands,
  ...apiKeysCommands,
  ...tasksCommands,
  ...boardCommands,
  ...projectCommands,
  ...webhookCommands,
  ...codeHostCommands,
  ...calendarCommands,
  ...serverCommands,
  ...connectedToolsCommands,
  ...timeCommands,
  ...timeRulesCommands,
  ...timesheetCommands,
  ...reportCommands,
  ...idleCommands,
  ...focusCommands,
  ...proposalsCommands,
  ...quickAddCommands,
  ...remindersCommands,
  ...outboxCommands,
  ...paletteCommands,
  ...assistantCommands,
  ...hookCommands,
};

type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandHandlers = HandlersOf<Commands>;
export type Payload<N extends CommandName> = PayloadOf<Commands[N]>;
/** undefined if the answer is the new state. */
export type Result<N extends CommandName> = ResultOf<Commands[N]>;

export type Answer<T> = { ok: true; value: T } | { ok: false; error: AppErrorView };

/** The pages of the app, each in its own window. */
export type PageName = 'main' | 'quick-add';

/** What preload.ts exposes as `window.punchcard`. */
export interface Bridge {
  send<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>>;
  /** The last run's state, drawn until main answers; null if there is none, or main is ready. */
  startupSnapshot(): Promise<State | null>;
  /** Calls back with the changed slices of the state; returns a function that unsubscribes. */
  onState(listener: (changed: Partial<State>) => void): () => void;
  /** Calls back in the page of quick add. */
  onQuickAdd(listener: (message: QuickAddMessage) => void): () => void;
  /**
   * Calls back with cards of the open board as they are read or change: BoardCards as JSON. One text crosses the context bridge many
   * times faster than its thousands of values.
   */
  onCards(listener: (cards: string) => void): () => void;
}
