/** All views in one place for the renderer. */

export type { AppErrorView } from '../errors/app-error.ts';
export type { WebhookEventKind } from '../projects/webhook-events.ts';
export type { TaskRef } from '../time/entry.ts';
export type { AccountView, ApiKeyView, SignInView } from './account-view.ts';
export type {
  BoardCards,
  BoardView,
  CardView,
  ColumnView,
  OutsideColumn,
  ProjectView,
} from './board-view.ts';
export type { WriteResult } from './command.ts';
export type { FocusSessionView } from './focus.ts';
export type { AwayQuestion, StillWorkingView, StoppedTimerView } from './idle-view.ts';
export type { NewTask } from './new-task.ts';
export type { OutboxItemView } from './outbox-view.ts';
export type { PaletteView } from './palette-view.ts';
export type {
  CalendarFeedView,
  CalendarsView,
  CodeHostView,
  LabelDefinitionView,
  ProjectPage,
  Repositories,
  RepositoryView,
  VerifiedInstallation,
  WebhookView,
} from './project-view.ts';
export type { QuickAddMessage, QuickAddOpening } from './quick-add-window.ts';
export type {
  NotificationView,
  ServerConfig,
  ServerView,
  ToolClient,
  ToolRequest,
} from './server-view.ts';
export type { Settings } from './settings.ts';
export type { UpdateView } from './system-view.ts';
export type {
  CommentView,
  EventView,
  HistoryItem,
  LinkView,
  ProjectChoice,
  RelationKind,
  RelationView,
  TaskChoices,
  TaskDetails,
  TaskEntryView,
  TaskField,
  TaskHit,
  TaskLabelView,
  TaskProgress,
} from './task-details.ts';
export type { LabelView, TasksView, TaskView } from './task-view.ts';
export type { TimeRulesView } from './time-rules.ts';
export type { DayView, EntryView, LinkQuestion, RemoteTimerView, TimeView } from './time-view.ts';
export type { TimesheetTask, TimesheetView, WeekReview } from './timesheet.ts';
export type { UnreadableCounts, ViewName } from './unreadable.ts';
