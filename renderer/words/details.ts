/** English words of a task's page. */
import { format } from 'date-fns';
import type { RelationKind } from '../../electron/bridge/contract.ts';
import { plural } from '../../electron/words/en.ts';

const doing: Record<string, string> = {
  'task:update': 'change tasks',
  'task:assign': 'assign tasks',
  'label:update': 'label tasks',
  'label:create': 'make labels',
  'label:delete': 'remove labels',
};

export const detailWords = {
  title: 'Task',
  openInBrowser: 'Open in browser',
  start: 'Start timer',
  stop: 'Stop',
  retitle: (title: string) => `Title: ${title}`,
  retitleHint: 'Change the title (F2)',
  titleField: 'Title',
  unsent: 'Waiting to be sent',
  reading: 'Asking for the rest',
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
  earlierMonth: 'Earlier month',
  laterMonth: 'Later month',
  dueDay: 'Date',
  dueTime: 'Time',
  anyTime: 'Any time',
  set: 'Set',
  noTime: 'Type a time, such as 14:05, or none.',
  noDay: 'Choose a date.',

  addLabel: 'Add label',
  labelName: 'Find or make a label',
  newLabel: (name: string) => `New label “${name}”`,
  removeLabel: (name: string) => `Remove label ${name}`,
  noMoreLabels: 'Type a name for a new label.',

  description: 'Description',
  noDescription: 'No description.',
  loading: 'Asking for the description',
  longSays: 'This description is long; its beginning is shown.',
  deferredSays: 'This description is long.',
  showAll: 'Show all',
  copyAddress: (url: string) => `Copy the address ${url}`,
  image: 'Image',
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
  findTask: 'Search a task…',
  typeToSearch: 'Type words of its title, or its number.',
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

  time: 'Time',
  you: 'You',
  somebody: 'Somebody',
  yesterday: 'Yesterday',
  now: 'now',
  nothingTracked: 'Nothing tracked yet.',
  showMore: (count: number) => `Show ${count} more`,
  created: (when: string) => `Created ${when}`,
};

/** "November 2026". */
export const monthName = (date: Date): string => format(date, 'MMMM yyyy');
