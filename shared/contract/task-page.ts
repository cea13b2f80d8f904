/** A task with everything on its page. A part that could not be read is null. */
import type { Entry } from '../time/entry.ts';
import type { TaskValues } from './task-schema.ts';
import type { LabelView, TaskView } from './task-view.ts';

export interface TaskLabelView extends LabelView {
  id: string;
  /** The task's copy of the label. Removing a definition would remove it from every task. */
  isCopy: boolean;
  /** Not at the service yet; its id is temporary. */
  isUnsent: boolean;
}

/** A status: a column, planned or archived. */
export interface TaskProgress {
  slug: string;
  name: string;
  isFinal: boolean;
}

/** The relation of the other task to this one. */
export type RelationKind = 'subtask' | 'parent' | 'blocks' | 'blocked-by' | 'related';

export interface RelationView {
  id: string;
  kind: RelationKind;
  /** As at the service, to create it again. */
  sourceTaskId: string;
  targetTaskId: string;
  relationType: string;
  /** `status` is the column's slug, meaningful only within the same project. */
  task: { id: string; identifier: string; title: string; isCompleted: boolean; status: string | null };
  isUnsent: boolean;
}

export interface LinkView {
  id: string;
  title: string;
  url: string;
  /** The host, such as docs.gateway.example; the scheme if there is no host. */
  host: string;
  /** Created by a person, so it can be removed here. */
  isManual: boolean;
  isUnsent: boolean;
}

export interface TaskEntryView extends Pick<Entry, 'id' | 'startTime' | 'endTime' | 'note'> {
  /** The author's name; null if unknown. */
  person: string | null;
  isMine: boolean;
  /** The id of an own entry on this computer, which can be changed; null for others. */
  entryId: string | null;
  /** An own entry with changes that are not at the service. */
  isUnsent: boolean;
}

/** A comment, written here or in another program. */
export interface CommentView {
  id: string;
  /** The author's id and name; null if unknown. */
  personId: string | null;
  person: string | null;
  isMine: boolean;
  /** Imported from another program. */
  isElsewhere: boolean;
  canChange: boolean;
  /** null if unknown. */
  createdAt: string | null;
  isEdited: boolean;
  /** Markdown. */
  text: string;
  /** The text is cut off. */
  isCut: boolean;
  isUnsent: boolean;
  /** Why the service rejected the text written here; it waits for the person. */
  rejected?: string;
}

/** An event in the task's history. */
export interface EventView {
  id: string;
  /** The service's name, such as `status_changed`. */
  type: string;
  personId: string | null;
  person: string | null;
  isMine: boolean;
  createdAt: string | null;
  /** Old and new value in the service's form; null if missing or empty. */
  from: string | null;
  to: string | null;
}

/** The event that a notification of the service is about, and the names of the statuses in it. */
export interface AnnouncedEvent {
  event: EventView;
  places: TaskProgress[];
}

export type HistoryItem =
  /** `key` stays when the service assigns an id to an own comment. `isNew`: written by somebody else since the page was last open. */
  ({ kind: 'comment'; key: string; isNew: boolean } & CommentView) | ({ kind: 'event' } & EventView);

/** Comments and events, the oldest first. */
export interface HistoryView {
  items: HistoryItem[];
  /** Number of earlier items. */
  earlier: number;
  /** False if a part could not be read. */
  isWhole: boolean;
}

export type TaskField = 'title' | 'status' | 'project' | 'assignee' | 'description' | keyof TaskValues;

/** A task as read from the service. */
export interface ReadTaskPage {
  task: TaskView;
  createdAt: string | null;
  /** `isWhole` is false if the text is cut off; `tasks.description` reads the rest page by page. */
  description: { text: string; isWhole: boolean };
  assignee: { id: string; name: string } | null;
  labels: TaskLabelView[] | null;
  relations: RelationView[] | null;
  links: LinkView[] | null;
  /** Everyone's entries, by start. */
  entries: TaskEntryView[] | null;
  /** The oldest first. */
  comments: CommentView[] | null;
  events: EventView[] | null;
  /** Deleted at the service: the last known data and own time entries. */
  isDeleted: boolean;
}

export interface TaskPageView extends Omit<ReadTaskPage, 'comments' | 'events'> {
  history: HistoryView;
  /** Possible statuses: the project's columns, then planned and archived. */
  places: TaskProgress[];
  /** Changed properties that are not at the service yet. */
  unsent: TaskField[];
  /** Why the service rejected the description written here, or null. */
  rejectedDescription: string | null;
  /** Permissions known to be missing, as `resource:action`. */
  missingPermissions: string[];
}

/** The description at the start of an edit. */
export interface EditedDescription {
  /** The whole description. */
  text: string;
  /** The rejected text, if any. */
  rejected: string | null;
}

/** Options for changing a task. */
export interface TaskChoices {
  people: { id: string; name: string }[];
  /** Label definitions of the workspace. */
  labels: (LabelView & { id: string })[];
}

/** What the menu of a task offers and marks, read when a part of it opens; its page need not be open. */
export interface TaskMenuChoices extends TaskChoices {
  assignee: { id: string; name: string } | null;
  taskLabels: LabelView[];
}

/** A search result. */
export interface TaskHit {
  /** The account that it belongs to, if several are open. */
  accountId?: string;
  id: string;
  identifier: string;
  title: string;
  projectName: string;
}
