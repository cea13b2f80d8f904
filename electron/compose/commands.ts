/** What windows may ask for, and the parts that answer. */
import type { Settings } from '../bridge/contract.ts';
import { createHandlers } from '../bridge/handlers.ts';
import type { Notices } from '../bridge/notices.ts';
import type { Publisher } from '../bridge/publish.ts';
import { createAnswering } from '../bridge/serve.ts';
import type { Unreadable } from '../bridge/unreadable.ts';
import { choosePicture } from '../desktop/choose-picture.ts';
import { openPage } from '../desktop/links.ts';
import { pageOf } from '../desktop/page.ts';
import { saveText } from '../desktop/save-text.ts';
import type { News } from '../instance/news.ts';
import { createUploads } from '../instance/server.ts';
import { createTools } from '../instance/tools.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createWrite } from '../projects/writes.ts';
import { forgetTasks } from '../time/forget.ts';
import type { Day } from '../time/week-start.ts';
import type { AccountParts } from './account.ts';
import type { AttendanceParts } from './attendance.ts';
import type { Ground } from './ground.ts';
import type { ListParts } from './lists.ts';
import type { ReminderParts } from './reminders.ts';
import type { SystemParts } from './system.ts';
import type { TaskParts } from './tasks.ts';
import type { Touch } from './telling.ts';
import type { TimeParts } from './time.ts';
import type { WindowParts } from './windows.ts';

export interface CommandsOptions {
  ground: Pick<Ground, 'database' | 'settings' | 'now' | 'whenFree'>;
  account: AccountParts;
  outbox: Outbox;
  time: TimeParts;
  attendance: Pick<AttendanceParts, 'attendance' | 'idle'>;
  tasks: TaskParts;
  lists: ListParts;
  reminders: ReminderParts['reminders'];
  notifications: ReminderParts['notifications'];
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'shortcut' | 'setWindowSystem'>;
  system: Pick<SystemParts, 'autostart' | 'linkHandler' | 'updates'>;
  news: News;
  unreadable: Unreadable;
  notices: Notices;
  weekStartsOn: Day;
  state: Publisher['read'];
  diagnostics: () => Promise<string>;
  copyText: (text: string) => void;
  onSettings: (settings: Settings) => void;
  touch: Touch;
}

/** `answering`: what windows are answered by, once main says so. */
export function composeCommands(options: CommandsOptions) {
  const { ground, account, outbox, time, tasks, lists, windows, touch, copyText } = options;
  const { database, settings, now, whenFree } = ground;
  const { entries, timer, edit, changes, elsewhere, linkQuestions } = time;
  const { assigned, board, kept, watched } = lists;
  const { accounts, signIn, permissions, local, session, server } = account;

  const handlers = createHandlers({
    ...tasks,
    ...options.system,
    accounts,
    signIn,
    permissions,
    session,
    server,
    local: local.open,
    entries,
    timer,
    edit,
    changes,
    elsewhere,
    linkQuestions,
    attendance: options.attendance.attendance,
    idle: options.attendance.idle,
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
    write: createWrite({ outbox, now }),
    uploads: createUploads(),
    tools: createTools({ copyText, openPage }),
    weekStartsOn: options.weekStartsOn,
    state: options.state,
    diagnostics: options.diagnostics,
    choosePicture,
    copyText,
    openPage,
    saveText,
    now,
    onSettings: options.onSettings,
    onSample: () => {
      touch('sample');
      assigned.refresh(true);
      board.refresh();
    },
    forgetTasks: (accountId, taskIds) => {
      forgetTasks(database, entries, outbox, accountId, taskIds);
      touch('time', 'outbox');
    },
    onTakenOver: () => touch('time', 'outbox'),
    onSystem: () => touch('system'),
  });
  return { handlers, answering: createAnswering({ handlers, pageOf, server, whenFree }) };
}
