/** English: what is said of time entries, and what is rejected of them. Durations and times come in words. */
import { errorMessage } from '../../errors/error-message.ts';
import { plural } from './dates.ts';

const NOTHING = 'Nothing was changed.';
const LIST = 'Look at the list again.';

export const time = {
  undo: 'Undo',
  keep: 'Keep',
  future: errorMessage('That time is in the future', 'An entry holds time that has passed.', 'Choose an earlier time.'),
  backwards: errorMessage('It would end before it starts', NOTHING, 'Choose a later end or an earlier start.'),
  long: (duration: string) =>
    errorMessage(
      `Really ${duration} hours?`,
      'That is more than twelve hours in one entry.',
      'Confirm it, or correct the times.',
    ),
  gone: errorMessage('That entry is gone', 'It was deleted or discarded.', LIST),
  completed: errorMessage('A completed entry cannot run again', 'The service does not open it.', 'Start a new timer.'),
  notWithin: errorMessage('That is not within the entry', NOTHING, 'Choose a moment between start and end.'),
  noOverlap: errorMessage('They no longer overlap', NOTHING, LIST),
  mayNotTrack: errorMessage(
    'You may not track time here',
    'The server takes no time from you in this workspace: the permission task:update is missing.',
    'Ask an administrator of the workspace. With an API key, use one that has this scope.',
  ),
  noTimer: errorMessage('No timer is running', 'It was already stopped.', 'Start one from your tasks.'),
  clockBack: (task: string) =>
    errorMessage(
      `The clock says it is before ${task} started`,
      'The computer’s clock was set back. The timer goes on.',
      'Start it now, enter its times, or discard it.',
    ),
  runsAlready: (task: string) =>
    errorMessage(`${task} is running already`, 'Its timer goes on.', 'To move its start, use its menu.'),
  startedLater: (task: string) =>
    errorMessage(
      `${task} started later than that`,
      `Both would count the same time. ${task} goes on.`,
      'Stop or discard it first, or choose a later start.',
    ),
  settled: errorMessage('That was already settled', 'The entry was changed in the meantime.', 'Look under Time.'),
  goneElsewhere: errorMessage('That timer is gone', 'It was stopped or taken over.', 'Look again.'),
  endedElsewhere: errorMessage(
    'That timer has ended',
    'It was stopped elsewhere since it was seen here.',
    'Start another one.',
  ),

  overlaps: (task: string, duration: string) => `; overlaps ${task} by ${duration}`,
  added: (task: string, duration: string) => `${task} ${duration} added`,
  changed: (task: string) => `${task} changed`,
  moved: (task: string, from: string, remains: boolean) =>
    `Moved to ${task}${remains ? `; 0:00 will remain under ${from} on the server` : ''}`,
  movedAll: (task: string, entries: number) => `${plural(entries, 'entry', 'entries')} moved to ${task}`,
  split: (task: string, first: string, second: string) => `${task} split into ${first} and ${second}`,
  deleted: (task: string, remains: boolean) => `${task} deleted${remains ? '; 0:00 will remain on the server' : ''}`,
  layWithin: (task: string, remains: boolean) =>
    `${task} lay within the other entry and was deleted${remains ? '; 0:00 will remain on the server' : ''}`,
  trimmed: (task: string) => `${task} trimmed`,
  started: (task: string) => `${task} started`,
  startedAfter: (task: string, ended: string) => `${task} started; ${ended}`,
  stopped: (task: string, duration: string) => `${task} stopped after ${duration}`,
  /** After more than twelve hours; short, because the status line is. */
  stoppedLong: (task: string, duration: string) => `${task} stopped after ${duration}; check its times`,
  stoppedClockForward: (task: string, duration: string) => `The clock went forward; ${task} stopped after ${duration}`,
  stoppedClockBack: (task: string, duration: string) => `The clock went back; ${task} stopped after ${duration}`,
  notKept: (task: string, seconds: number) => `${task} ran ${seconds} s and was not kept`,
  startMoved: 'Start moved',
  noteKept: 'Note kept',
  discarded: (task: string, remains: boolean) =>
    `${task} discarded${remains ? '; 0:00 will remain on the server' : ''}`,
  awaySplit: 'The time away is an entry of its own',
  awayTakenOut: 'The time away was taken out',
  stoppedElsewhere: (task: string) => `${task} was stopped elsewhere`,
  runsHere: (task: string) => `${task} now runs here`,
  runsHereAfter: (task: string, ended: string) => `${task} now runs here; ${ended}`,
  completedElsewhere: (task: string) => `${task} completed`,
};
