/** The views that windows show, each made by its feature, in one place for the renderer. */
export type { AccountView } from '../../account/accounts.ts';
export type { SignInView } from '../../account/sign-in.ts';
export type { QuickAddMessage, QuickAddOpening } from '../../desktop/quick-add-window.ts';
export type { ShortcutView } from '../../desktop/shortcuts.ts';
export type { UpdateView } from '../../desktop/updates.ts';
export type { ApiKeyView } from '../../instance/api-keys.ts';
export type { NewsItem } from '../../instance/news.ts';
export type { ServerView, WorkspaceView } from '../../instance/server.ts';
export type { ToolClient, ToolRequest } from '../../instance/tools.ts';
export type { ImportCounts } from '../../outbox/code-host-writes.ts';
export type { OutboxItemView, OutboxView } from '../../outbox/view.ts';
export type { CalendarFeedView, CalendarsView } from '../../projects/calendar.ts';
export type { CodeHostView, Repositories, RepositoryView, Verified } from '../../projects/code-host.ts';
export type { DefinedLabel } from '../../projects/read-labels.ts';
export type { ProjectPage } from '../../projects/read-project.ts';
export type { WebhookView } from '../../projects/webhook.ts';
export type { WriteEnd } from '../../projects/writes.ts';
export type { RemindersView } from '../../reminders/reminders.ts';
export type { WebhookEventKind } from '../../service/records.ts';
export type { Settings } from '../../store/settings.ts';
export type { TasksView } from '../../tasks/assigned.ts';
export type {
  BoardCards,
  BoardView,
  CardView,
  ColumnView,
  OutsideColumn,
  ProjectView,
} from '../../tasks/board-view.ts';
export type {
  CommentView,
  EventView,
  HistoryItem,
  HistoryView,
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
} from '../../tasks/details-view.ts';
export type { NewTask } from '../../tasks/new-task.ts';
export type { LabelView, TaskView } from '../../tasks/task-view.ts';
export type { WatchedBoardView } from '../../tasks/watched-boards.ts';
export type { StoppedTimerView } from '../../time/attendance.ts';
export type { StillWorkingView } from '../../time/attention.ts';
export type { AwayQuestion, AwayView } from '../../time/away.ts';
export type { RunningElsewhere } from '../../time/elsewhere.ts';
export type { DayView, EntryView, TaskRef, TimeView } from '../../time/entries.ts';
export type { LinkQuestion } from '../../time/link-question.ts';
export type { WeekTotals } from '../../time/totals.ts';
export type { Problem } from '../../words/problems.ts';
export type { UnreadableCounts, ViewName } from '../unreadable.ts';
