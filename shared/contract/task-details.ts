/** A task with all that belongs to it, as its page shows it. A part that the service did not give is null; the rest stands. */
import type { LabelView, TaskView } from './task-view.ts';

export interface TaskLabelView extends LabelView {
  id: string;
  /** The task's own copy; a definition of the workspace would go from every task. */
  isCopy: boolean;
  /** The service does not have it yet; its id is one of this computer then. */
  isUnsent: boolean;
}

/** Where a task lies: a column, or planned or archived. */
export interface TaskProgress {
  slug: string;
  name: string;
  isFinal: boolean;
}

/** How the other task stands to this one. */
export type RelationKind = 'subtask' | 'parent' | 'blocks' | 'blocked-by' | 'related';

export interface RelationView {
  id: string;
  kind: RelationKind;
  /** As the service has it, to make it once more. */
  sourceTaskId: string;
  targetTaskId: string;
  relationType: string;
  /** `status`: its column's slug, of use where it lies in the same project. */
  task: { id: string; identifier: string; title: string; isCompleted: boolean; status: string | null };
  isUnsent: boolean;
}

export interface LinkView {
  id: string;
  title: string;
  url: string;
  /** Where it leads, such as docs.gateway.example; its scheme where it has no host. */
  host: string;
  /** Made by hand, and so to be removed by hand. */
  isManual: boolean;
  isUnsent: boolean;
}

export interface TaskEntryView {
  id: string;
  /** Who made it; null where the service does not say. */
  person: string | null;
  isMine: boolean;
  startTime: string;
  /** null while it runs. */
  endTime: string | null;
  note: string;
  /** An own one that the service does not have as it is here. */
  isUnsent: boolean;
}

/** More of a comment is not shown, and such a one is not changed here (UTF-16 code units). */
export const MAX_COMMENT = 10_000;

/** Somebody wrote it, here or in another program. */
export interface CommentView {
  id: string;
  /** Whose it is, and what they are called; null where the service does not say. */
  personId: string | null;
  person: string | null;
  isMine: boolean;
  /** Another program brought it along. */
  isElsewhere: boolean;
  canChange: boolean;
  /** null where the service does not say. */
  createdAt: string | null;
  isEdited: boolean;
  /** Markdown. */
  text: string;
  /** It is only a beginning. */
  isCut: boolean;
  isUnsent: boolean;
  /** Why the service did not take what somebody wrote here; it waits for the person. */
  rejected?: string;
}

/** Something that happened to the task. */
export interface EventView {
  id: string;
  /** As the service calls it, such as `status_changed`. */
  type: string;
  personId: string | null;
  person: string | null;
  isMine: boolean;
  createdAt: string | null;
  /** What it was before and is now, as the service wrote it; null where that is not said, or nothing. */
  from: string | null;
  to: string | null;
}

export type HistoryItem =
  /** `key`: stays the same when the service gives an own comment its id. `isNew`: somebody else wrote it since the person last had the page open. */
  ({ kind: 'comment'; key: string; isNew: boolean } & CommentView) | ({ kind: 'event' } & EventView);

/** Comments and what happened, the oldest first. */
export interface HistoryView {
  items: HistoryItem[];
  /** So many more there are before these. */
  earlier: number;
  /** False where the service did not give all of it. */
  isWhole: boolean;
}

export type TaskField = 'title' | 'status' | 'priority' | 'dueDate' | 'assignee' | 'description';

/** What the service says of a task. */
export interface ReadDetails {
  task: TaskView;
  startDate: string | null;
  createdAt: string | null;
  /** Its beginning; `isWhole` false where the rest is read page by page (`tasks.description`). */
  description: { text: string; isWhole: boolean };
  assignee: { id: string; name: string } | null;
  labels: TaskLabelView[] | null;
  relations: RelationView[] | null;
  links: LinkView[] | null;
  /** Everyone's, by start. */
  entries: TaskEntryView[] | null;
  /** The oldest first. */
  comments: CommentView[] | null;
  events: EventView[] | null;
  canOpenInBrowser: boolean;
  /** The service no longer has it: this is what was known of it, and one's own time on it. */
  isDeleted: boolean;
}

export interface TaskDetails extends Omit<ReadDetails, 'comments' | 'events'> {
  history: HistoryView;
  /** Where the task can lie: its project's columns, then planned and archived. */
  places: TaskProgress[];
  /** What was changed and is not at the service yet. */
  unsent: TaskField[];
  /** Why a description that was written here is not at the service; null where there is none, or it is on its way. */
  rejectedDescription: string | null;
  /** Permissions that are known to be missing, as `resource:action`. */
  lacks: string[];
}

/** What somebody who edits a description begins with. */
export interface EditedDescription {
  /** The whole of it, as it is shown. */
  text: string;
  /** What was written here and rejected. */
  rejected: string | null;
}

/** What a task can be changed to. */
export interface TaskChoices {
  people: { id: string; name: string }[];
  /** The workspace's definitions. */
  labels: (LabelView & { id: string })[];
}

/** A task that was found by its words. */
export interface TaskHit {
  id: string;
  identifier: string;
  title: string;
  projectName: string;
}
