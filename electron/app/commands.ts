/** What windows may ask for, and the parts that answer. */

import { commands, type Settings } from '../../shared/contract/index.ts';
import type { Day } from '../../shared/dates/week-start.ts';
import { pageOf } from '../desktop/app-protocol.ts';
import { choosePicture } from '../desktop/choose-picture.ts';
import { openExternal } from '../desktop/open-external.ts';
import { saveText } from '../desktop/save-text.ts';
import type { AccountService } from '../features/account/index.ts';
import { createConnectedTools } from '../features/server/connected-tools.ts';
import type { ServerNotifications } from '../features/server/notifications.ts';
import { createUploads } from '../features/server/server-info.ts';

import type { Publisher } from '../ipc/publish.ts';
import { serveCommands } from '../ipc/serve.ts';
import { createAwaitWrite } from '../outbox/await-write.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { toAppErrorView } from '../service/app-error.ts';
import type { AppContext } from './context.ts';
import { createHandlers } from './handlers.ts';
import type { IdleParts } from './idle.ts';
import type { ReminderParts } from './reminders.ts';
import type { Invalidate } from './state-publisher.ts';
import type { SystemParts } from './system.ts';
import type { ListParts } from './task-lists.ts';
import type { TaskParts } from './tasks.ts';
import type { TimeParts } from './time.ts';
import type { Toasts } from './toasts.ts';
import type { Unreadable } from './unreadable-records.ts';
import type { WindowParts } from './windows.ts';

export interface CommandsOptions {
  context: Pick<AppContext, 'database' | 'settings' | 'now' | 'whenFree'>;
  account: AccountService;
  outbox: Outbox;
  time: TimeParts;
  idleController: Pick<IdleParts, 'idleController' | 'idle'>;
  tasks: TaskParts;
  lists: ListParts;
  reminders: ReminderParts['reminders'];
  notifications: ReminderParts['notifications'];
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'shortcut' | 'setWindowSystem'>;
  system: Pick<SystemParts, 'autostart' | 'linkHandler' | 'updates'>;
  news: ServerNotifications;
  unreadable: Unreadable;
  notices: Toasts;
  weekStartsOn: Day;
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
  const { entries, timer, edit, changes, elsewhere, linkQuestions } = time;
  const { assigned, board, kept, watched } = lists;
  const { accounts, permissions, session, server } = account;

  const handlers = createHandlers({
    ...tasks,
    ...options.system,
    account,
    accounts,
    permissions,
    session,
    server,
    entries,
    timer,
    edit,
    changes,
    elsewhere,
    linkQuestions,
    idleController: options.idleController.idleController,
    idle: options.idleController.idle,
    assigned,
    board,
    kept,
    watched,
    reminders: options.reminders,
    notifications: options.notifications,
    outbox,
    settings,
    quickAdd: windows.quickAdd,
    shortcut: windows.shortcut,
    hideWindow: windows.popover.hide,
    hiddenForMs: windows.popover.hiddenForMs,
    setWindowSystem: windows.setWindowSystem,
    news: options.news,
    unreadable: options.unreadable,
    notices: options.notices,
    write: createAwaitWrite({ outbox, now }),
    uploads: createUploads(),
    tools: createConnectedTools({ copyText, openPage: openExternal }),
    weekStartsOn: options.weekStartsOn,
    state: options.state,
    diagnostics: options.diagnostics,
    choosePicture,
    copyText,
    openPage: openExternal,
    saveText,
    now,
    onSettings: options.onSettings,
    onTakenOver: () => touch('time', 'unsent'),
    onSystem: () => touch('system'),
  });
  const answering = serveCommands({
    commands,
    handlers,
    pageOf,
    // The quick-add page needs no other command.
    mayAsk: (page, name) => page === 'main' || name.startsWith('quick-add.'),
    toError: (error) => toAppErrorView(error, server()),
    whenFree,
  });
  return { handlers, answering };
}
