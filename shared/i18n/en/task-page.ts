/** English words of a task's page. */
import type { RelationKind } from '../../contract/index.ts';
import { count, plural } from './dates.ts';

const doing: Record<string, string> = {
  'task:update': 'change tasks',
  'task:assign': 'assign tasks',
  'task:delete': 'delete tasks',
  'label:update': 'label tasks',
  'label:create': 'create labels',
  'label:delete': 'remove labels',
};

type Sentences = Record<string, (who: string, from: string | null, to: string | null) => string>;

export const detailWords = {
  title: 'Task',
  openInBrowser: 'Open in browser',
  start: 'Start timer',
  stop: 'Stop',
  retitleHint: 'Change the title (F2)',
  titleField: 'Title',
  titleTooLong: (most: number, has: number) =>
    `A title can have ${count(most)} characters; this one has ${count(has)}.`,
  unsent: 'Waiting to be sent',
  reading: 'Loading the rest',
  /** Why something cannot be done. */
  lacking: (permission: string) => `You may not ${doing[permission] ?? 'do that'} here (${permission})`,
  notRead: 'Could not be read.',
  tryAgain: 'Try again',

  status: 'Status',
  priority: 'Priority',
  due: 'Due',
  starts: 'Start',
  noDue: 'No due date',
  inDays: (days: number) => `in ${plural(days, 'day')}`,
  assignee: 'Assignee',
  nobody: 'Nobody',
  labels: 'Labels',
  noLabels: 'None',
  /** Before what it is, for those who hear it: "Status: In progress". */
  property: (name: string) => `${name}: `,
  search: 'Search',
  nothingFound: 'Nothing matches.',

  today: 'Today',
  tomorrow: 'Tomorrow',
  nextWeek: 'Next week',
  noDate: 'No date',
  month: 'Month',
  earlierMonth: 'Previous month',
  laterMonth: 'Next month',
  dueDay: 'Date',
  dueTime: 'Time',
  anyTime: 'Any time',
  set: 'Set',
  noTime: 'Type a time, such as 14:05, or none.',
  noDay: 'Choose a date.',

  addLabel: 'Add label',
  labelName: 'Find or create a label',
  newLabel: (name: string) => `New label “${name}”`,
  removeLabel: (name: string) => `Remove label ${name}`,
  noMoreLabels: 'Type a name for a new label.',

  description: 'Description',
  noDescription: 'No description.',
  addDescription: 'Add a description',
  editDescription: 'Edit the description',
  showAs: 'Show',
  write: 'Write',
  preview: 'Preview',
  save: 'Save',
  descriptionRejected: {
    title: 'Your description was not saved',
    whatWasKept: 'It is kept on this computer. What the server has is shown below.',
    nextStep: 'Edit yours, or choose one of them.',
  },
  editOwn: 'Edit mine',
  useOwn: 'Use mine',
  useServers: 'Use the server’s',
  loading: 'Loading the description',
  longSays: 'This description is long; its beginning is shown.',
  deferredSays: 'This description is long.',
  showText: 'Show',
  showMoreText: 'Show more',
  notFormatted: 'Too complex to be formatted; shown as plain text.',
  copyAddress: (url: string) => `Copy the address ${url}`,
  image: 'Image',
  /** What a chip in a description is, for those who hear it. */
  chips: { issue: 'Task:', embed: 'Embedded page:', attachment: 'Attachment:' },
  done: 'Done:',
  notDone: 'Not done:',

  subtasks: 'Subtasks',
  doneOf: (done: number, all: number) => `${done} of ${all}`,
  relations: 'Relations',
  kinds: {
    subtask: 'subtask',
    parent: 'parent',
    blocks: 'blocks',
    'blocked-by': 'blocked by',
    related: 'related',
  } satisfies Record<RelationKind, string> as Record<RelationKind, string>,
  kindLabel: 'It is',
  kindChoices: {
    subtask: 'A subtask of this task',
    parent: 'The parent of this task',
    blocks: 'Blocked by this task',
    'blocked-by': 'Blocking this task',
    related: 'Related',
  } satisfies Record<RelationKind, string> as Record<RelationKind, string>,
  completed: 'completed',
  addRelation: 'Add relation',
  findTask: 'Search for a task…',
  typeToSearch: 'Type part of its title, or its number.',
  searching: 'Searching',
  noTask: 'No task matches.',
  openTask: (name: string) => `Open ${name}`,
  removeRelation: (name: string) => `Remove the relation to ${name}`,

  links: 'Links',
  addLink: 'Add link',
  linkUrl: 'Address',
  linkTitle: 'Title (optional)',
  add: 'Add',
  notAUrl: 'Type an address, such as https://example.org/page.',
  removeLink: (title: string) => `Remove the link ${title}`,

  deleted: (hasTime: boolean) => ({
    title: 'This task was deleted',
    explanation: 'The server no longer has it.',
    whatWasKept: hasTime ? 'Your time on it is kept on this computer.' : '',
    nextStep: hasTime ? 'Move it to another task.' : '',
  }),
  moveTime: 'Move my time…',
  notSaved: 'Your unsaved text',

  delete: {
    open: 'Delete task…',
    yes: 'Delete',
    ask: {
      question: (task: string) => `Delete ${task} with its comments and time entries, for everyone?`,
      running: 'Your timer is running on it.',
      own: (entries: number, time: string) =>
        `${plural(entries, 'time entry of yours', 'time entries of yours')} (${time}) will be gone from the server; here you can still move them to another task.`,
      others: (entries: number) => `${plural(entries, 'time entry', 'time entries')} of others will be gone, too.`,
      unknown: 'The time tracked on it could not be read.',
    },
  },

  time: 'Time',
  you: 'You',
  somebody: 'Somebody',
  yesterday: 'Yesterday',
  now: 'now',
  nothingTracked: 'Nothing tracked yet.',
  showMore: (count: number) => `Show ${count} more`,
  history: {
    title: 'Comments and activity',
    earlier: (more: number) => `Show earlier (${count(more)})`,
    write: 'Write a comment',
    send: 'Comment',
    sendHint: 'Comment (Ctrl+Enter)',
    save: 'Save',
    cancel: 'Cancel',
    tooLong: (most: number, has: number) => `A comment can have ${count(most)} characters; this one has ${count(has)}.`,
    edit: 'Edit',
    editing: 'Edit your comment',
    remove: 'Delete',
    /** What can be done with one's own. */
    more: (when: string) => (when === '' ? 'Your comment' : `Your comment, ${when}`),
    edited: 'edited',
    new: 'New',
    cut: 'This comment is long; only its beginning is shown.',
    rejected: {
      title: 'Your comment was not saved',
      whatWasKept: 'It is kept on this computer.',
      nextStep: 'Edit it here, or try again under Unsent.',
    },
    now: 'just now',
    minutesAgo: (minutes: number) => `${minutes} min ago`,
    hoursAgo: (hours: number) => `${hours} h ago`,
  },
  /** What happened, by the service's name for it; `from` and `to` are null where it does not say. */
  happened: {
    create: (who) => `${who} created this task`,
    task: (who) => `${who} created this task`,
    status_changed: (who, from, to) =>
      from === null || to === null ? `${who} changed the status` : `${who} moved this task from ${from} to ${to}`,
    priority_changed: (who, from, to) =>
      from === null || to === null
        ? `${who} changed the priority`
        : `${who} changed the priority from ${from} to ${to}`,
    assignee_changed: (who, _, to) =>
      to === null ? `${who} changed the assignee` : `${who} assigned this task to ${to}`,
    unassigned: (who) => `${who} removed the assignee`,
    due_date_changed: (who, _, to) =>
      to === null ? `${who} removed the due date` : `${who} set the due date to ${to}`,
    title_changed: (who, from, to) =>
      from === null || to === null ? `${who} changed the title` : `${who} changed the title from “${from}” to “${to}”`,
    description_changed: (who) => `${who} changed the description`,
  } satisfies Sentences as Sentences,
  /** Something that has no sentence here: `what` is the service's own name for it. */
  happenedElse: (who: string, what: string) => `${who}: ${what}`,
  created: (when: string) => `Created ${when}`,
};
