/** What windows may ask for, and the parts that answer. */

import { commands, type Settings } from '../../shared/contract/index.ts';
import { pageOf } from '../desktop/app-protocol.ts';
import { openExternal } from '../desktop/open-external.ts';
import type { AccountService } from '../features/account/index.ts';
import type { FeatureContext } from '../features/context.ts';
import type { IdleService } from '../features/idle/index.ts';
import type { ProjectsService } from '../features/projects/index.ts';
import type { ServerService } from '../features/server/index.ts';
import type { SystemControls } from '../features/settings/commands.ts';
import type { TimeService } from '../features/time/index.ts';

import type { Publisher } from '../ipc/publish.ts';
import { serveCommands } from '../ipc/serve.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Undo } from '../outbox/undo.ts';
import { toAppErrorView } from '../service/app-error.ts';
import type { AppContext } from './context.ts';
import { createHandlers } from './handlers.ts';
import type { ReminderParts } from './reminders.ts';
import type { Invalidate } from './state-publisher.ts';
import type { SystemParts } from './system.ts';
import type { ListParts } from './task-lists.ts';
import type { TaskParts } from './tasks.ts';
import type { Toasts } from './toasts.ts';
import type { Unreadable } from './unreadable-records.ts';
import type { WindowParts } from './windows.ts';

export interface CommandsOptions {
  context: Pick<AppContext, 'database' | 'settings' | 'now' | 'whenFree'>;
  account: AccountService;
  outbox: Outbox;
  undo: Undo;
  time: TimeService;
  idle: IdleService;
  idleTime: SystemControls['idle'];
  tasks: TaskParts;
  lists: ListParts;
  reminders: ReminderParts['reminders'];
  notifications: ReminderParts['notifications'];
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'shortcut' | 'setWindowSystem'>;
  system: Pick<SystemParts, 'autostart' | 'linkHandler' | 'updates'>;
  featureContext: FeatureContext;
  server: ServerService;
  projects: ProjectsService;
  unreadable: Unreadable;
  notices: Toasts;
  state: Publisher['read'];
  diagnostics: () => Promise<string>;
  copyText: (text: string) => void;
  onSettings: (settings: Settings) => void;
  touch: Invalidate;
}

/** `answering`: what windows are answered by, once main says so. */
export function setUpCommands(options: CommandsOptions) {
  const { context, account, outbox, time, tasks, lists, windows, touch, copyText } = options;
  const { settings, now, whenFree } = context;
  const { assigned, board, kept, watched } = lists;
  const { accounts, permissions, session } = account;

  const handlers = createHandlers({
    ...tasks,
    context: options.featureContext,
    server: options.server,
    projects: options.projects,
    account,
    accounts,
    permissions,
    session,
    time,
    idle: options.idle,
    assigned,
    board,
    kept,
    watched,
    reminders: options.reminders,
    notifications: options.notifications,
    outbox,
    undo: options.undo,
    settings,
    quickAdd: windows.quickAdd,
    shortcut: windows.shortcut,
    notices: options.notices,
    system: {
      ...options.system,
      idle: options.idleTime,
      setWindowSystem: windows.setWindowSystem,
      hideWindow: windows.popover.hide,
      hiddenForMs: windows.popover.hiddenForMs,
      diagnostics: options.diagnostics,
      unreadableText: options.unreadable.text,
      state: options.state,
    },
    copyText,
    openPage: openExternal,
    now,
    onSettings: options.onSettings,
    onTakenOver: () => touch('time', 'unsent'),
  });
  const answering = serveCommands({
    commands,
    handlers,
    pageOf,
    // The quick-add page needs no other command.
    mayAsk: (page, name) => page === 'main' || name.startsWith('quick-add.'),
    toError: (error) => toAppErrorView(error, account.server()),
    whenFree,
  });
  return { handlers, answering };
}
