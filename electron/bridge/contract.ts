/**
 * Everything that passes between the main process and the renderer: commands (renderer → main) and the state
 * (main → renderer). Main parses every command's payload with the schema given here; a command without a handler,
 * or a handler without a command, does not compile (serve.ts).
 *
 * Instants are UTC ISO 8601 strings, durations ms unless a name says otherwise.
 */
import { z } from 'zod';
import type { AccountView } from '../account/accounts.ts';
import type { SignInView } from '../account/sign-in.ts';
import type { QuickAddMessage } from '../desktop/quick-add-window.ts';
import type { ShortcutView } from '../desktop/shortcuts.ts';
import type { UpdateView } from '../desktop/updates.ts';
import type { NewsItem } from '../instance/news.ts';
import type { ServerView } from '../instance/server.ts';
import type { ToolClient, ToolRequest } from '../instance/tools.ts';
import type { ImportCounts } from '../outbox/code-host-writes.ts';
import type { OutboxView } from '../outbox/view.ts';
import type { CalendarsView } from '../projects/calendar.ts';
import type { CodeHostView, Repositories, Verified } from '../projects/code-host.ts';
import type { DefinedLabel } from '../projects/read-labels.ts';
import type { ProjectPage } from '../projects/read-project.ts';
import type { WebhookView } from '../projects/webhook.ts';
import type { WriteEnd } from '../projects/writes.ts';
import type { RemindersView } from '../reminders/reminders.ts';
import { Priority, ReminderLeadTime, WebhookEventKind } from '../service/records.ts';
import { Settings } from '../store/settings.ts';
import type { TasksView } from '../tasks/assigned.ts';
import type { BoardCards, BoardView, ProjectView } from '../tasks/board-view.ts';
import type { TaskChoices, TaskDetails, TaskHit } from '../tasks/details-view.ts';
import { NewTask } from '../tasks/new-task.ts';
import { MAX_NEW_TASKS } from '../tasks/new-task-limits.ts';
import type { Known } from '../tasks/quick-add/types.ts';
import type { WatchedBoardView } from '../tasks/watched-boards.ts';
import type { StoppedTimerView } from '../time/attendance.ts';
import type { StillWorkingView } from '../time/attention.ts';
import type { AwayView } from '../time/away.ts';
import type { RunningElsewhere } from '../time/elsewhere.ts';
import type { DayView, TimeView } from '../time/entries.ts';
import type { LinkQuestion } from '../time/link-question.ts';
import type { Language } from '../words/language.ts';
import type { Problem } from '../words/problems.ts';

export type { AccountView } from '../account/accounts.ts';
export type { SignInView } from '../account/sign-in.ts';
export type { QuickAddMessage, QuickAddOpening } from '../desktop/quick-add-window.ts';
export type { ShortcutView } from '../desktop/shortcuts.ts';
export type { UpdateView } from '../desktop/updates.ts';
export type { NewsItem } from '../instance/news.ts';
export type { ServerView, WorkspaceView } from '../instance/server.ts';
export type { ToolClient, ToolRequest } from '../instance/tools.ts';
export type { ImportCounts } from '../outbox/code-host-writes.ts';
export type { OutboxItemView, OutboxView } from '../outbox/view.ts';
export type { CalendarFeedView, CalendarsView } from '../projects/calendar.ts';
export type { CodeHostView, Repositories, RepositoryView, Verified } from '../projects/code-host.ts';
export type { DefinedLabel } from '../projects/read-labels.ts';
export type { ProjectPage } from '../projects/read-project.ts';
export type { WebhookView } from '../projects/webhook.ts';
export type { WriteEnd } from '../projects/writes.ts';
export type { RemindersView } from '../reminders/reminders.ts';
export type { WebhookEventKind } from '../service/records.ts';
export type { Settings } from '../store/settings.ts';
export type { TasksView } from '../tasks/assigned.ts';
export type {
  BoardCards,
  BoardView,
  CardView,
  ColumnView,
  OutsideColumn,
  ProjectView,
} from '../tasks/board-view.ts';
export type {
  LinkView,
  Place,
  RelationKind,
  RelationView,
  TaskChoices,
  TaskDetails,
  TaskEntryView,
  TaskField,
  TaskHit,
  TaskLabelView,
} from '../tasks/details-view.ts';
export type { NewTask } from '../tasks/new-task.ts';
export type { LabelView, TaskView } from '../tasks/task-view.ts';
export type { WatchedBoardView } from '../tasks/watched-boards.ts';
export type { StoppedTimerView } from '../time/attendance.ts';
export type { StillWorkingView } from '../time/attention.ts';
export type { AwayQuestion, AwayView } from '../time/away.ts';
export type { RunningElsewhere } from '../time/elsewhere.ts';
export type { DayView, EntryView, TaskRef, TimeView } from '../time/entries.ts';
export type { LinkQuestion } from '../time/link-question.ts';
export type { WeekTotals } from '../time/totals.ts';
export type { Problem } from '../words/problems.ts';

// ---- what the renderer is told -------------------------------------------------------------------------------------

/** One sentence for the status line, for ten seconds. */
export interface NoticeView {
  id: number;
  text: string;
  until: string;
  /** Present where it can be undone: the words on the button, the command, and what that takes. */
  undo: { label: string; undoId: number; command: 'time.undo' | 'tasks.undo' } | null;
  /** Present where it is about a task that can be opened. */
  openTaskId: string | null;
}

/** What the operating system was told of Punchcard; null where it is not for Punchcard to say. */
export interface SystemView {
  /** Starts when the person logs in. */
  autostart: boolean | null;
  /** punchcard:// links are opened by it. */
  links: boolean | null;
  updates: UpdateView;
}

/** What quick add knows, but for the moment. */
export type QuickAddKnown = Omit<Known, 'now'>;

/** The whole state; every part is replaced as a whole when it changes. */
export interface State {
  /** The one that is spoken; what was chosen is in the settings. */
  language: Language;
  /** `canReadIdle`: false where the desktop does not tell how long nobody touched anything. */
  app: { version: string; platform: string; canReadIdle: boolean };
  account: AccountView | null;
  signIn: SignInView;
  tasks: TasksView;
  /** The board that is open; its cards come apart from it (onCards). */
  board: BoardView | null;
  time: TimeView;
  outbox: OutboxView;
  /** What the person is known not to be allowed in the workspace, as `resource:action`. */
  lacks: string[];
  /** Unread notifications of the service; null while nothing is known. */
  unread: number | null;
  settings: Settings;
  notice: NoticeView | null;
  /** The task whose page is open, as it is shown; null where none is, and until it is read. */
  details: TaskDetails | null;
  away: AwayView | null;
  stillWorking: StillWorkingView | null;
  /** The timer that it stopped because nobody answered. */
  stoppedTimer: StoppedTimerView | null;
  /** Timers of the person that run at the service and not here. */
  elsewhere: RunningElsewhere[];
  /** What a link from outside asks for, until it is answered. */
  linkQuestion: LinkQuestion | null;
  /** The global shortcut of quick add. */
  shortcut: ShortcutView;
  reminders: RemindersView;
  system: SystemView;
  /** Boards about whose dated tasks the person is reminded, whoever they are assigned to. */
  watchedBoards: WatchedBoardView[];
  /** null unless the account is the local workspace. */
  sample: { present: boolean } | null;
}

// ---- what the renderer asks ----------------------------------------------------------------------------------------

const Empty = z.object({}).strict();
const Instant = z.iso.datetime();
const Id = z.string().min(1).max(200);
const LocalDay = z.iso.date();
const Note = z.string().max(10_000);
const OneTask = z.object({ taskId: Id }).strict();
const OneProject = z.object({ projectId: Id }).strict();
/** As it is called on the screen, for words about the write. */
const NamedProject = OneProject.extend({ projectName: z.string().max(500) }).strict();
const ProjectName = z.string().trim().min(1).max(200);
const ProjectKey = z.string().trim().min(1).max(20);
const Icon = z.string().trim().max(100);
const Repository = {
  repositoryOwner: z.string().trim().min(1).max(200),
  repositoryName: z.string().trim().min(1).max(200),
};
/** On where they are named, off where they are not. */
const Events = z.partialRecord(WebhookEventKind, z.boolean());
const WebhookUrl = z.url({ protocol: /^https?$/ }).max(2000);
const Secret = z.string().min(1).max(1000);
const Relation = z.enum(['subtask', 'parent', 'blocks', 'blocked-by', 'related']);
const OneEntry = z.object({ entryId: Id }).strict();
const Address = z.string().min(1).max(2000);

/** Each command's payload. */
export const commands = {
  /** The whole state, once, when a window opens; afterwards changes come by themselves. */
  'state.read': Empty,

  'sign-in.device': z.object({ address: Address, clientId: z.string().trim().min(1).max(200).optional() }).strict(),
  'sign-in.api-key': z.object({ address: Address, key: z.string().trim().min(1).max(4000) }).strict(),
  'sign-in.local': z.object({ sample: z.boolean() }).strict(),
  /** Once more to the server of the account that is signed out. */
  'sign-in.again': Empty,
  'sign-in.open-browser': Empty,
  'sign-in.copy-code': Empty,
  'sign-in.cancel': Empty,
  /** The client id last used for that address; `service-cli` where there is none. */
  'sign-in.client-id': z.object({ address: Address }).strict(),

  'account.sign-out': Empty,
  /** Reads the keychain again after it did not answer. */
  'account.unlock': Empty,
  /**
   * The server is reached under another address from now on; refused unless the same person is known there. Signed out, a
   * sign-in there begins.
   */
  'account.change-address': z.object({ address: Address }).strict(),
  'account.choose-workspace': z.object({ workspaceId: Id }).strict(),

  'tasks.refresh': Empty,
  /** When the list was last given; asked while it is on screen, because an unchanged answer is not told. */
  'tasks.fetched-at': Empty,
  /** Opens the page of a task, or reads it anew: what is read is in the state. */
  'tasks.details': OneTask,
  /** Its page is closed. */
  'tasks.leave': OneTask,
  /** The whole of a long description. */
  'tasks.description': OneTask,
  /** Whom it can be given to, and what labels there are. The commands that follow are about the task whose page is open. */
  'tasks.choices': OneTask,
  'tasks.set-status': OneTask.extend({ status: Id }).strict(),
  'tasks.set-priority': OneTask.extend({ priority: Priority }).strict(),
  /** Midnight UTC exactly stands for a whole local day; null for none. */
  'tasks.set-due-date': OneTask.extend({ dueDate: Instant.nullable() }).strict(),
  'tasks.set-assignee': OneTask.extend({ userId: Id.nullable() }).strict(),
  'tasks.set-title': OneTask.extend({ title: z.string().trim().min(1).max(500) }).strict(),
  'tasks.add-label': OneTask.extend({ name: z.string().trim().min(1).max(100) }).strict(),
  'tasks.remove-label': OneTask.extend({ labelId: Id }).strict(),
  'tasks.add-relation': OneTask.extend({
    other: z.object({ id: Id, identifier: z.string().max(100), title: z.string().max(500) }).strict(),
    kind: Relation,
  }).strict(),
  'tasks.remove-relation': OneTask.extend({ relationId: Id }).strict(),
  'tasks.add-link': OneTask.extend({
    url: z.url({ protocol: /^https?$/ }).max(2000),
    title: z.string().trim().max(200),
  }).strict(),
  'tasks.remove-link': OneTask.extend({ linkId: Id }).strict(),
  'tasks.open-link': OneTask.extend({ linkId: Id }).strict(),
  /** Opens an address that the description names. */
  'tasks.open-url': OneTask.extend({ url: z.url().max(2000) }).strict(),
  /** Copies an address that the description names, such as one that is not opened. */
  'tasks.copy-url': OneTask.extend({ url: z.url().max(2000) }).strict(),
  /** Tasks of the workspace, by words. */
  'tasks.search': z.object({ query: z.string().trim().min(1).max(200) }).strict(),
  /** Takes back the last change of a task, within ten seconds. */
  'tasks.undo': z.object({ undoId: z.number().int() }).strict(),
  'tasks.open-in-browser': OneTask,

  /** The projects of the workspace that are not archived, in sidebar order. */
  'board.projects': Empty,
  /**
   * Opens a project's board, closing another one; without a project, the one last open, or the first there is. Where it is
   * open already, all its cards are told anew.
   */
  'board.open': z.object({ projectId: Id.optional() }).strict(),
  /** A link to a public board, in any form, or its id on the server of the account. */
  'board.open-public': z.object({ link: Address }).strict(),
  /** What is written of a task of the public board that is open, or of the board itself (null). */
  'board.public-description': z.object({ taskId: Id.nullable() }).strict(),
  /** Opens, or copies, an address that the description read last names. */
  'board.open-url': z.object({ url: z.url().max(2000) }).strict(),
  'board.copy-url': z.object({ url: z.url().max(2000) }).strict(),
  /** Ends the reading and forgets the cards. */
  'board.close': Empty,
  'board.refresh': Empty,
  /** To a column's slug, `planned` or `archived`. */
  'board.move': z.object({ taskId: Id, to: Id }).strict(),
  /** Every task of one column to another. */
  'board.move-all': z.object({ from: Id, to: Id }).strict(),
  'board.update-column': z
    .object({
      columnId: Id,
      /** As long as one is shown when it is renamed. */
      name: z.string().trim().min(1).max(1_000).optional(),
      /** Null takes it away. */
      icon: z.string().max(50).nullable().optional(),
      color: z.string().max(50).nullable().optional(),
      isFinal: z.boolean().optional(),
    })
    .strict(),
  /** The tasks of the open board whose description, too long for a board, has the text in it. */
  'board.matches': z.object({ query: z.string().min(1).max(256) }).strict(),
  /** Where a task of the open board's project goes when its timer starts; null leaves it where it is. */
  'board.move-on-start': z.object({ to: Id.nullable() }).strict(),

  /** Asks which picture, puts it where the service keeps pictures, and copies the line of markdown for it; null where the person cancels. */
  'tasks.attach-picture': OneTask.extend({ identifier: z.string().max(100) }).strict(),

  /** A project's page. What it can do is read as it is looked at: webhook, code host, calendars, labels. */
  'project.read': OneProject,
  /** Its background picture as a `data:` address; null where there is none. */
  'project.background': OneProject,
  /** Whether pictures can be uploaded; null where the server does not tell. */
  'project.uploads': Empty,
  'project.save': NamedProject.extend({
    changed: z
      .object({
        name: ProjectName,
        slug: ProjectKey,
        icon: Icon,
        description: z.string().max(1_000_000),
        isPublic: z.boolean(),
      })
      .partial()
      .strict()
      .refine((changed) => Object.keys(changed).length > 0),
  }).strict(),
  'project.create': z.object({ name: ProjectName, slug: ProjectKey, icon: Icon }).strict(),
  'project.set-archived': NamedProject.extend({ isArchived: z.boolean() }).strict(),
  'project.delete': NamedProject,
  /** Gives how many tasks lost their assignee. */
  'project.move': NamedProject.extend({ workspaceId: Id }).strict(),
  /** All projects that are not archived, in the order they are to have. */
  'project.order': z.object({ projectIds: z.array(Id).min(1).max(1000) }).strict(),
  /** Asks which picture; null where the person cancels. */
  'project.set-background': NamedProject,
  'project.remove-background': NamedProject,
  /** The address of its public board, to the clipboard. */
  'project.copy-link': OneProject,

  'webhook.read': OneProject,
  /** Makes one or replaces the one there is, its secret too. */
  'webhook.replace': NamedProject.extend({
    url: WebhookUrl,
    secret: Secret.optional(),
    events: Events,
    leadMinutes: ReminderLeadTime,
  }).strict(),
  /** What is left out stays; a null secret takes it away. */
  'webhook.update': NamedProject.extend({
    url: WebhookUrl.optional(),
    secret: Secret.nullable().optional(),
    events: Events.optional(),
    leadMinutes: ReminderLeadTime.optional(),
    isActive: z.boolean().optional(),
  }).strict(),
  'webhook.remove': NamedProject,

  'code-host.read': OneProject,
  /** A page of what the app can reach, from 1. */
  'code-host.repositories': OneProject.extend({ page: z.number().int().min(1).max(1000) }).strict(),
  /** Whether the app is installed for a repository. */
  'code-host.verify': OneProject.extend(Repository).strict(),
  'code-host.link': NamedProject.extend(Repository).strict(),
  'code-host.update': NamedProject.extend({
    isActive: z.boolean().optional(),
    commentsTaskLink: z.boolean().optional(),
  }).strict(),
  'code-host.unlink': NamedProject,
  'code-host.import': NamedProject,

  'calendar.read': OneProject,
  /** Definitions of the workspace; none stands for all tasks. */
  'calendar.add': NamedProject.extend({
    labelIds: z.array(Id).max(100),
    timeZone: z.string().trim().min(1).max(100),
  }).strict(),
  /** Its whole address, which is a secret, to the clipboard. */
  'calendar.copy': OneProject.extend({ feedId: Id }).strict(),
  /** How many dates a calendar would show. */
  'calendar.count': OneProject.extend({ feedId: Id }).strict(),
  'calendar.remove': NamedProject.extend({ feedId: Id }).strict(),

  /** The labels that the workspace defines. */
  'labels.read': Empty,
  /** From the workspace, and from every task. */
  'labels.delete': z.object({ labelId: Id, name: z.string().max(200) }).strict(),

  /** What the server says of itself and of the person. */
  'server.read': Empty,
  /** The service's own notifications, the newest 50. */
  'news.read': Empty,
  'news.mark-read': z.object({ newsId: Id }).strict(),
  'news.mark-all-read': Empty,

  /** Makes a tool known to the instance's MCP server. */
  'tools.register': z
    .object({ name: z.string().trim().min(1).max(100), redirectUri: z.string().trim().min(1).max(2048) })
    .strict(),
  /** Opens the page where the person lets it in. */
  'tools.ask-in-browser': z
    .object({
      clientId: z.string().trim().min(1).max(500),
      name: z.string().max(100),
      redirectUri: z.string().min(1).max(2048),
    })
    .strict(),
  /** A code, or the address the browser came back to, for a token, which goes to the clipboard. */
  'tools.exchange': z.object({ pasted: z.string().trim().min(1).max(4000) }).strict(),
  /** Who asks to be let in, by the id or the address of the request. */
  'tools.look-up': z.object({ pasted: z.string().trim().min(1).max(4000) }).strict(),
  'tools.decide': z.object({ requestId: z.string().min(1).max(4000), isApproved: z.boolean() }).strict(),
  /** To the clipboard. */
  'tools.copy': z.object({ text: z.string().min(1).max(4000) }).strict(),

  /** Starts a timer, stopping the one that runs. `startTime` backdates it. */
  'timer.start': z.object({ taskId: Id, startTime: Instant.optional() }).strict(),
  /** `endTime` backdates it; over twelve hours it asks then (problem `needs-confirmation`) unless `isLongMeant`. */
  'timer.stop': z.object({ endTime: Instant.optional(), isLongMeant: z.boolean().optional() }).strict(),
  'timer.set-start': z.object({ startTime: Instant }).strict(),
  'timer.set-note': z.object({ note: Note }).strict(),
  'timer.discard': Empty,

  /** The entries of another local day, and the week it is in. */
  'time.day': z.object({ day: LocalDay }).strict(),
  /** Starts a timer on the task of an earlier entry, with its note. */
  'time.continue': OneEntry,
  /** An entry by hand; over twelve hours it asks (problem `needs-confirmation`) unless `isLongMeant`. */
  'time.add': z
    .object({ taskId: Id, startTime: Instant, endTime: Instant, note: Note, isLongMeant: z.boolean().optional() })
    .strict(),
  'time.edit': z
    .object({
      entryId: Id,
      startTime: Instant,
      endTime: Instant.nullable(),
      note: Note,
      /** Another task: the service cannot move an entry, so that makes another one. */
      taskId: Id.optional(),
      isLongMeant: z.boolean().optional(),
    })
    .strict(),
  'time.split': z.object({ entryId: Id, at: Instant }).strict(),
  'time.move': z.object({ entryId: Id, taskId: Id }).strict(),
  'time.delete': OneEntry,
  /** Takes out of `entryId` the time that `otherId` covers too. */
  'time.trim': z.object({ entryId: Id, otherId: Id }).strict(),
  /** Takes back the last change, within ten seconds. */
  'time.undo': z.object({ undoId: z.number().int() }).strict(),
  /** Asks where to, and writes the entries of these local days (inclusive) as CSV; null where the person cancels. */
  'time.export': z.object({ from: LocalDay, to: LocalDay }).strict(),

  /** What the time away was. `split` makes it an entry of its own, on `taskId` where that is given. */
  'away.answer': z
    .object({
      id: Id,
      answer: z.enum(['keep', 'discard', 'discard-and-continue', 'split']),
      taskId: Id.optional(),
    })
    .strict(),
  'still-working.answer': z.object({ answer: z.enum(['yes', 'stop']) }).strict(),
  /** `go-on`: another entry on the same task, from where the first one was ended. */
  'stopped-timer.answer': z.object({ answer: z.enum(['go-on', 'leave']) }).strict(),
  'elsewhere.adopt': z.object({ serverId: Id }).strict(),
  /** Over twelve hours it asks (problem `needs-confirmation`) unless `isLongMeant`. */
  'elsewhere.complete': z.object({ serverId: Id, endTime: Instant, isLongMeant: z.boolean().optional() }).strict(),
  'elsewhere.leave': z.object({ serverId: Id }).strict(),

  /** Opens the quick-add line; `projectId`: for a task of this project, unless the line names another. */
  'quick-add.open': z.object({ projectId: Id.optional() }).strict(),
  /** Opens it with a task that waits to be made, which it then takes the place of. */
  'quick-add.edit': z.object({ itemId: Id }).strict(),
  /** Its page has drawn itself. */
  'quick-add.ready': Empty,
  /** null where nobody is signed in. */
  'quick-add.known': Empty,
  /** Reads the columns of a project that are not known yet; what is found is told. */
  'quick-add.columns': z.object({ projectId: Id }).strict(),
  /** All of them or none. */
  'quick-add.create': z
    .object({
      tasks: z.array(NewTask).min(1).max(MAX_NEW_TASKS),
      startTimer: z.boolean(),
      /** The first one takes the place of this write of the outbox, a task that waits to be made. */
      instead: Id.optional(),
    })
    .strict(),
  /** What the page takes, in px. */
  'quick-add.height': z.object({ height: z.number().int().min(1).max(10_000) }).strict(),
  /** It has emptied itself; `turn` as in the message that showed it. */
  'quick-add.left': z.object({ turn: z.number().int() }).strict(),

  /** Until it is over, the present shortcut does nothing. */
  'shortcut.record': z.object({ on: z.boolean() }).strict(),
  /** In Electron’s words; null for none. False where the desktop refuses it: the one before holds. */
  'shortcut.set': z.object({ accelerator: z.string().min(1).max(100).nullable() }).strict(),

  /** Does what the link asks for, or not. */
  'link.answer': z.object({ id: z.number().int(), isMeant: z.boolean() }).strict(),
  /** Nothing is said of the task before; then once. */
  'reminders.snooze': z.object({ taskId: Id, length: z.enum(['10-min', '1-hour', 'tomorrow']) }).strict(),
  /** No reminders for so long. */
  'reminders.pause': z.object({ length: z.enum(['1-hour', 'tomorrow']) }).strict(),
  'reminders.resume': Empty,
  /** Reminders about all dated tasks of a board, or no longer. */
  'reminders.watch-board': z.object({ projectId: Id, on: z.boolean() }).strict(),
  /** Shows a notification that means nothing. */
  'reminders.test': Empty,

  /** One write, or all of them. */
  'outbox.try-now': z.object({ itemId: Id.optional() }).strict(),
  /** Points an entry that the service refused at another task. */
  'outbox.retarget': z.object({ itemId: Id, taskId: Id }).strict(),
  /** What is unsent for another address of the same server is sent to this one. */
  'outbox.take-over': z.object({ accountId: Id }).strict(),
  /** Gives up a write that needs the person; the entry stays in the day, marked as not at the service. */
  'outbox.remove': z.object({ itemId: Id }).strict(),

  'settings.change': Settings.partial().strict(),

  'system.set-autostart': z.object({ on: z.boolean() }).strict(),
  'system.set-links': z.object({ on: z.boolean() }).strict(),
  /** Looks for a new version now. */
  'system.check-for-update': Empty,
  /** Ends Punchcard, installs the version that is ready, starts again; refused while a timer runs. */
  'system.install-update': Empty,
  /** A text for whoever helps, without anything personal. */
  'system.diagnostics': Empty,
  /** The same, into the clipboard. */
  'system.copy-diagnostics': Empty,

  'local.add-sample': Empty,
  'local.clear-sample': Empty,

  'window.hide': Empty,
} satisfies Record<string, z.ZodObject>;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type Payload<N extends CommandName> = z.infer<Commands[N]>;

/** What a command gives back; nothing where the answer is the state that follows. */
export interface Results {
  'state.read': State;
  'sign-in.client-id': string;
  'tasks.fetched-at': string | null;
  'tasks.description': string;
  'tasks.choices': TaskChoices;
  'tasks.search': TaskHit[];
  'board.projects': ProjectView[];
  /** Ids of tasks. */
  'board.public-description': string;
  'board.matches': string[];
  'tasks.attach-picture': WriteEnd<string> | null;
  'project.read': ProjectPage;
  'project.background': string | null;
  'project.uploads': boolean | null;
  'project.save': WriteEnd;
  'project.create': WriteEnd<string>;
  'project.set-archived': WriteEnd;
  'project.delete': WriteEnd;
  'project.move': WriteEnd<number | null>;
  'project.order': WriteEnd;
  'project.set-background': WriteEnd | null;
  'project.remove-background': WriteEnd;
  'webhook.read': WebhookView | null;
  'webhook.replace': WriteEnd;
  'webhook.update': WriteEnd;
  'webhook.remove': WriteEnd;
  'code-host.read': CodeHostView;
  'code-host.repositories': Repositories;
  'code-host.verify': Verified;
  'code-host.link': WriteEnd;
  'code-host.update': WriteEnd;
  'code-host.unlink': WriteEnd;
  'code-host.import': WriteEnd<ImportCounts>;
  'calendar.read': CalendarsView;
  'calendar.add': WriteEnd;
  'calendar.count': number;
  'calendar.remove': WriteEnd;
  'labels.read': DefinedLabel[];
  'labels.delete': WriteEnd;
  'server.read': ServerView;
  'news.read': NewsItem[];
  'tools.register': ToolClient;
  /** How long the token is good for, in seconds; null where the server does not say. */
  'tools.exchange': number | null;
  'tools.look-up': ToolRequest;
  /** Where the browser is to go next. */
  'tools.decide': string;
  'time.day': DayView;
  'time.export': string | null;
  'quick-add.known': QuickAddKnown | null;
  'shortcut.set': boolean;
  'system.diagnostics': string;
  /** Whether the desktop took it, and shows buttons. */
  'reminders.test': { isShown: boolean; hasButtons: boolean };
}
export type Result<N extends CommandName> = N extends keyof Results ? Results[N] : undefined;

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** What preload.ts exposes as `window.punchcard`. */
export interface Bridge {
  send<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>>;
  /** Calls back with the parts of the state that changed; gives a function that ends it. */
  onState(listener: (changed: Partial<State>) => void): () => void;
  /** Calls back when main wants a view shown, such as the sign-in after the tray's "Sign in". */
  onShow(listener: (view: ShowView) => void): () => void;
  /** Calls back in the page of quick add. */
  onQuickAdd(listener: (message: QuickAddMessage) => void): () => void;
  /** Calls back with cards of the open board as they are read or change. */
  onCards(listener: (cards: BoardCards) => void): () => void;
}

/** `reminder`: with what a notification's buttons would do on top. */
export type ShowView =
  | 'tasks'
  | 'time'
  | 'settings'
  | 'outbox'
  | { view: 'details'; taskId: string; reminder: boolean };
