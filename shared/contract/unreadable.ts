/** Which records of the service could not be read, counted by view. */

export type RecordKind =
  | 'activity'
  | 'API key'
  | 'calendar feed'
  | 'column'
  | 'comment'
  | 'entry'
  | 'external link'
  | 'installation'
  | 'label'
  | 'member'
  | 'notification'
  | 'project'
  | 'relation'
  | 'repository'
  | 'search hit'
  | 'task'
  | 'webhook'
  | 'workspace';

/** `workspace`: the lists that every project shares, such as its people. */
export const VIEWS = ['tasks', 'board', 'time', 'details', 'news', 'workspace', 'calendar', 'code-host'] as const;

export type ViewName = (typeof VIEWS)[number];

/** How many records are missing, by kind. */
export type UnreadableCounts = Partial<Record<RecordKind, number>>;

export type UnreadableRecordsView = Partial<Record<ViewName, UnreadableCounts>>;
