/** English: what the command line prints. `option` and `word` stand as they were typed. */
import { count, isOne } from './dates.ts';

const EXITS =
  '0 done, 1 refused or failed, 2 not understood, 3 not signed in, 4 no timer runs, 5 Punchcard is not running';

export const cli = {
  usage: `Usage: punchcard <command>

  add "text"     a new task, in the words of quick add: title #project +label
                 @person !high >column tomorrow 17:00 // description
  add -          many tasks, one a line, from standard input
  add            opens the quick-add line
  start [task]   starts the timer on a task such as PAY-142; the last one if none is named
  stop           stops the timer
  discard        throws the running timer away
  status         which timer runs, and for how long
  open [task]    opens the window, at a task

  --start        with add: starts the timer on the new task
  --from 13:30   with stop: counts from then on
  --json         prints JSON
  --help         prints this
  --version      prints the version

Exit: ${EXITS}.`,

  noCommand: 'No command was given.',
  unknownCommand: (word: string) => `There is no command “${word}”.`,
  unknownOption: (option: string) => `There is no option ${option}.`,
  noValue: (option: string) => `${option} takes no value.`,
  needsValue: (option: string) => `${option} needs a value.`,
  notUnderstood: 'That was not understood.',
  startBelongsToAdd: '--start belongs to add.',
  fromBelongsToStop: '--from belongs to stop.',
  noTimeOfDay: (text: string) => `“${text}” is no time of day such as 13:30.`,
  oneTask: (word: string) => `${word} takes one task.`,
  nothingMore: (word: string) => `${word} takes nothing more.`,
  tooLong: 'That text is too long.',
  empty: 'The text is empty.',
  tooMany: (most: number) => `At most ${count(most)} tasks at once.`,
  inLine: (line: number, why: string) => `Line ${count(line)}: ${why}`,

  starting: 'Starting Punchcard',
  notThere: 'Punchcard is not running. Start it with “punchcard open”.',
  noAnswer: 'Punchcard is running but did not answer.',
  unreadable: 'Punchcard’s answer could not be read.',
  otherVersion: 'Punchcard did not understand. Is another version running?',
  tooManyAtOnce: 'Too many commands at once. Try again in a moment.',
  dataUnreadable: (why: string) => `The data could not be read: ${why}`,
  noProjects: 'Punchcard does not know your projects yet. Open it once: “punchcard open”.',
  signedOut: 'You’re not signed in.',

  noTaskToStart: 'There is no task to start. Name one, such as PAY-142.',
  noSuchTask: (name: string) => `No task of yours is called “${name}”.`,
  severalTasks: (name: string) => `“${name}” could be several tasks:`,
  nothingRuns: 'No timer is running.',
  started: (task: string) => `Started ${task}`,
  stopped: (task: string, after: string) => `Stopped ${task} after ${after}`,
  discarded: (task: string) => `Discarded ${task}`,
  startsLater: 'starts later: the clock was set back',
  clockBack: (task: string) =>
    `By the computer’s clock ${task} has not started yet: the clock was set back. The timer goes on.
“punchcard stop --from 13:30” stops it and counts from then on; “punchcard discard” throws it away.`,
  added: (project: string, title: string) => `Added to ${project}: ${title}`,
  sentLater: (tasks: number): string =>
    isOne(tasks) ? 'It is sent when Punchcard runs.' : 'They are sent when Punchcard runs.',
};
