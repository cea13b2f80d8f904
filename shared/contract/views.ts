/** The views that windows show, each made by its feature, in one place for the renderer. */

export type { UnreadableCounts, ViewName } from '../../electron/app/unreadable-records.ts';
export type { QuickAddMessage, QuickAddOpening } from '../../electron/desktop/quick-add-window.ts';
export type { ShortcutView } from '../../electron/desktop/shortcuts.ts';
export type { UpdateView } from '../../electron/desktop/updates.ts';
export type { AccountView } from '../../electron/features/account/accounts.ts';
export type { ApiKeyView } from '../../electron/features/account/api-keys.ts';
export type { SignInView } from '../../electron/features/account/sign-in.ts';
export type { WatchedBoardView } from '../../electron/features/board/watched-boards.ts';
export type { AwayQuestion, AwayView } from '../../electron/features/idle/absences.ts';
export type { StoppedTimerView } from '../../electron/features/idle/idle-controller.ts';
export type { StillWorkingView } from '../../electron/features/idle/idle-policy.ts';
export type { CalendarFeedView, CalendarsView } from '../../electron/features/projects/calendars.ts';
export type {
  CodeHostView,
  Repositories,
  RepositoryView,
  Verified,
} from '../../electron/features/projects/code-host.ts';
export type { ImportCounts } from '../../electron/features/projects/code-host-writes.ts';
export type { DefinedLabel } from '../../electron/features/projects/read-labels.ts';
export type { ProjectPage } from '../../electron/features/projects/read-project.ts';
export type { WebhookView } from '../../electron/features/projects/webhooks.ts';
export type { RemindersView } from '../../electron/features/reminders/reminders.ts';
export type { ToolClient, ToolRequest } from '../../electron/features/server/connected-tools.ts';
export type { NewsItem } from '../../electron/features/server/notifications.ts';
export type { ServerView, WorkspaceView } from '../../electron/features/server/server-info.ts';
export type { TasksView } from '../../electron/features/tasks/assigned-tasks.ts';
export type { LabelView, TaskView } from '../../electron/features/tasks/task-view.ts';
export type { DayView, EntryView, TaskRef, TimeView } from '../../electron/features/time/entry-store.ts';
export type { LinkQuestion } from '../../electron/features/time/link-question.ts';
export type { RunningElsewhere } from '../../electron/features/time/remote-timer.ts';
export type { OutboxItemView, OutboxView } from '../../electron/features/unsent/unsent-view.ts';
export type { WriteEnd } from '../../electron/outbox/await-write.ts';
export type { Problem } from '../../electron/service/app-error.ts';
export type { WebhookEventKind } from '../../electron/service/records.ts';
export type { Settings } from '../../electron/store/settings.ts';
export type { WeekTotals } from '../time/totals.ts';
export type {
  BoardCards,
  BoardView,
  CardView,
  ColumnView,
  OutsideColumn,
  ProjectView,
} from './board-view.ts';
export type { NewTask } from './new-task.ts';
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
} from './task-details.ts';
