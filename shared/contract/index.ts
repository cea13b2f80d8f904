/**
 * Everything that passes between the main process and the renderer: commands (renderer → main) and the state
 * (main → renderer). Main parses every command's payload with the schema given here; a command without a handler,
 * or a handler without a command, does not compile (serve.ts).
 *
 * Instants are UTC ISO 8601 strings, durations ms unless a name says otherwise.
 */

import type { z } from 'zod';
import type { AppErrorView } from '../errors/app-error.ts';
import { type AccountResults, accountCommands } from './account.ts';
import { type ApiKeysResults, apiKeysCommands } from './api-keys.ts';
import { type BoardResults, boardCommands } from './board.ts';
import type { BoardCards } from './board-view.ts';
import { type CalendarResults, calendarCommands } from './calendars.ts';
import { type CodeHostResults, codeHostCommands } from './code-host.ts';
import { type ConnectedToolsResults, connectedToolsCommands } from './connected-tools.ts';
import { outboxCommands } from './outbox.ts';
import { type ProjectResults, projectCommands } from './projects.ts';
import { type QuickAddResults, quickAddCommands } from './quick-add.ts';
import type { QuickAddMessage } from './quick-add-window.ts';
import { type RemindersResults, remindersCommands } from './reminders.ts';
import { type ServerResults, serverCommands } from './server.ts';
import type { State } from './state.ts';
import { type SystemResults, systemCommands } from './system.ts';
import { type TasksResults, tasksCommands } from './tasks.ts';
import { type TimeResults, timeCommands } from './time.ts';
import { type WebhookResults, webhookCommands } from './webhooks.ts';

export type { QuickAddDirectory, State, SystemView, ToastView } from './state.ts';
export type * from './views.ts';

/** Each command's payload. */
export const commands = {
  ...systemCommands,
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
  ...quickAddCommands,
  ...remindersCommands,
  ...outboxCommands,
};

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type Payload<N extends CommandName> = z.infer<Commands[N]>;

/** What a command gives back; nothing where the answer is the state that follows. */
export interface Results
  extends SystemResults,
    AccountResults,
    ApiKeysResults,
    TasksResults,
    BoardResults,
    ProjectResults,
    WebhookResults,
    CodeHostResults,
    CalendarResults,
    ServerResults,
    ConnectedToolsResults,
    TimeResults,
    QuickAddResults,
    RemindersResults {}
export type Result<N extends CommandName> = N extends keyof Results ? Results[N] : undefined;

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: AppErrorView };

/** What preload.ts exposes as `window.punchcard`. */
export interface Bridge {
  send<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>>;
  /** The state as the last run told it, to be drawn until main answers; null where none is kept, and once main can answer. */
  startupSnapshot(): Promise<State | null>;
  /** Calls back with the parts of the state that changed; gives a function that ends it. */
  onState(listener: (changed: Partial<State>) => void): () => void;
  /** Calls back when main wants a view shown, such as the sign-in after the tray's "Sign in". */
  onShow(listener: (view: NavigationTarget) => void): () => void;
  /** Calls back in the page of quick add. */
  onQuickAdd(listener: (message: QuickAddMessage) => void): () => void;
  /** Calls back with cards of the open board as they are read or change. */
  onCards(listener: (cards: BoardCards) => void): () => void;
}

/** `reminder`: with what a notification's buttons would do on top. */
export type NavigationTarget =
  | 'tasks'
  | 'time'
  | 'settings'
  | 'outbox'
  | { view: 'details'; taskId: string; reminder: boolean };

/** One handler a command: a missing one does not compile. */
export type CommandHandlers = {
  [N in CommandName]: (
    payload: Payload<N>,
  ) => N extends keyof Results ? Results[N] | Promise<Results[N]> : void | Promise<void>;
};
