/** Counts of unreadable records of the service, by view. */

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

/** `workspace` stands for lists shared by all projects, such as people. */
export const VIEWS = [
  'tasks',
  'board',
  'time',
  'taskPage',
  'notifications',
  'workspace',
  'calendar',
  'code-host',
] as const;

export type ViewName = (typeof VIEWS)[number];

export type UnreadableCounts = Partial<Record<RecordKind, number>>;

export type UnreadableRecordsView = Partial<Record<ViewName, UnreadableCounts>>;
