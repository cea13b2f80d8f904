/** English: what is said of tasks and boards, and what is rejected of them. */
import { errorMessage } from '../../errors/error-message.ts';
import { count, plural } from './dates.ts';

export const tasks = {
  undo: 'Undo',
  /** Where a task lies outside the columns; the service has no names for it. */
  outside: { planned: 'Planned', archived: 'Archived' },
  untitled: '(no title)',
  /** Who has a task, where the service does not say the name. */
  somebody: 'Somebody',
  moved: (task: string, column: string) => `${task} moved to ${column}`,
  priority: (task: string) => `Priority of ${task} changed`,
  dueDate: (task: string) => `Due date of ${task} changed`,
  noDueDate: (task: string) => `${task} has no due date`,
  assigned: (task: string, person: string) => `${task} is assigned to ${person}`,
  assignedNobody: (task: string) => `${task} is assigned to nobody`,
  title: (task: string) => `Title of ${task} changed`,
  placed: (task: string) => `${task} moved within its column`,
  deleted: (task: string) => `${task} deleted`,
  description: (task: string) => `Description of ${task} changed`,
  descriptionDropped: (task: string) => `Your description of ${task} was discarded`,
  labelTaken: (task: string, label: string) => `“${label}” removed from ${task}`,
  movedAll: (tasks: number, column: string) => `${count(tasks)} tasks moved to ${column}`,
  labelled: (task: string, label: string) => `${task} is labelled “${label}”`,
  related: (task: string, other: string) => `${task} is related to ${other}`,
  linked: (task: string, link: string) => `${task} is linked to ${link}`,
  commented: (task: string) => `Your comment on ${task} is being sent`,
  commentChanged: (task: string) => `Your comment on ${task} is changed`,
  commentRemoved: (task: string) => `Your comment on ${task} is deleted`,
  column: (name: string) => `The column ${name} was changed`,
  unrelated: (task: string, other: string) => `${task} is no longer related to ${other}`,
  linkTaken: (task: string, link: string) => `The link “${link}” was removed from ${task}`,
  written: (title: string) => `New task “${title}” is saved`,
  writtenAll: (tasks: number) => `${count(tasks)} new tasks are saved`,
  created: (task: string) => `${task} created`,

  descriptionTooLong: errorMessage(
    'This description is too long to be edited here',
    'A field of that size would be slow.',
    'Edit it in the browser.',
    'Everything is as it was.',
  ),
  tooLateHere: errorMessage(
    'Too late to change it here',
    'The task is on its way, or created already.',
    'Change it where it is shown, once it is there.',
    'It is created as it was.',
  ),
  onItsWay: errorMessage(
    'That is being sent right now',
    'The service has not answered yet.',
    'Try again in a moment.',
    'Everything is as it is shown.',
  ),
  tooManyBoards: (most: number) =>
    errorMessage(
      `You are reminded about ${most} boards already`,
      'More than that would ask too much of the server.',
      'Switch another one off under Settings, Notifications.',
    ),
  notice: {
    created: (tasks: number) => `${plural(tasks, 'task')} created`,
    more: (tasks: number) => `and ${count(tasks)} more`,
    rejected: 'A task was not created',
    rejectedInLine: (title: string, why: string) => `“${title}” was not created: ${why}`,
    rejectedBody: (title: string, why: string) => `“${title}” is kept under Unsent.\n${why}`,
  },
  notOpen: errorMessage('That task is no longer open', 'Nothing was changed.', 'Open it again.'),
  notListed: errorMessage(
    'That task is no longer in your list',
    'It was completed, assigned to someone else, or removed.',
    'Choose another one.',
  ),

  noBoardOpen: errorMessage('No board is open', 'It was closed in the meantime.', 'Open it again.'),
  publicBoard: errorMessage(
    'A public board can only be viewed',
    'Its tasks can be changed where it is opened as a project.',
    'Sign in and open the project.',
  ),
  notOnBoard: errorMessage(
    'That task is no longer on the board',
    'It was moved to another project, or removed.',
    'Refresh the board.',
  ),
  noProject: errorMessage(
    'There is no project yet',
    'A board belongs to a project, and this workspace has none.',
    'Create one in the web app, then come back.',
  ),
  noLink: errorMessage(
    'That is not a link to a public board',
    'A link looks like https://pm.example.org/public-project/abc123; the part at its end is the id.',
    'Copy the link from your browser, and paste it here.',
  ),
  noServer: errorMessage('On which server?', 'An id alone does not say where the board is.', 'Paste the whole link.'),
  noColumn: errorMessage(
    'That column is no longer there',
    'It was removed in the meantime.',
    'Refresh the board, then choose another one.',
  ),
  noRoom: errorMessage(
    'There is no room in that position',
    'The positions in this column are so close together that too many other tasks would have to move.',
    'Choose a position nearer to the end of the column.',
  ),
};
