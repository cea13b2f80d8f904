/** English: what the app says of itself, its window and its data. */

import type { SettingName } from '../../contract/settings.ts';

import { errorMessage } from '../../errors/error-message.ts';
import { isOne, count as number, plural } from './dates.ts';

/** As the settings call them. */
const SETTINGS: Record<SettingName, string> = {
  theme: 'Light or dark',
  language: 'Language',
  trayIcon: 'Tray icon',
  zoom: 'Zoom',
  pollSeconds: 'Check for changes every',
  pinned: 'Keep open',
  pinnedOnTop: 'Keep above other windows',
  askIdle: 'Ask about time away',
  idleMinutes: 'Count me as away after',
  stillWorkingHours: 'Ask if I am still working after',
  remindToTrack: 'Remind me when no timer runs',
  reminders: 'Remind me about due dates',
  updates: 'Updates',
  assignToMe: 'Assign new tasks to me',
  tellCreated: 'Notify me when a task is created',
  moveOnStart: 'Move tasks when their timer starts',
  'client-ids': 'the client ids of servers',
  'missing-features': 'what servers lack',
  'seen-comments': 'which comments you have seen',
  'current-account': 'the account in use',
  lacking: 'what you may not do',
  'last-boards': 'the boards last open',
  'still-working': 'the last question about a long timer',
  'quick-add-shortcut': 'the shortcut for new tasks',
  'stopped-timer': 'the timer that stopped by itself',
  'links-refused': 'Open punchcard:// links',
  'shown-notices': 'shown notifications',
  'reminders-paused': 'the pause of reminders',
};

export const app = {
  newTask: 'New task',
  tooManyLinks: 'Too many links were opened at once. Links are ignored for a minute; nothing was changed.',
  linkStopsNothing: 'A link asked to stop the timer, but none is running.',
  linkNamesNone: (name: string) => `A link names ${name}, which is not among your tasks.`,
  addressCopied: 'The address is copied.',
  tooLateToUndo: errorMessage(
    'Too late to undo',
    'Only the last change can be undone, for ten seconds.',
    'Change it back by hand.',
    'Nothing was undone.',
  ),
  textCopied: 'The text is copied.',
  workspaceSetAside: 'The workspace on this computer could not be read. It was set aside, and a new one was created.',
  closeWhileRunning: {
    question: (task: string) => `A timer is running for ${task}`,
    detail: 'Closing this window quits Punchcard. The timer can keep running without it.',
    stopAndQuit: 'Stop timer and quit',
    keepRunning: 'Quit, keep it running',
    cancel: 'Cancel',
  },
  windowAnew: 'The window stopped working and was reopened. Nothing was lost.',
  quickAddAnew: 'The quick-add line stopped working and was reopened with your text.',
  quickAddEnded: 'The quick-add line stopped working. Your text may be lost.',
  settings: SETTINGS,
  settingsSetAside: (names: string) => `Could not be read and was reset: ${names}. The old values were set aside.`,
  damage: {
    accounts: (count: number) => plural(count, 'account'),
    timeEntries: (count: number) => plural(count, 'time entry', 'time entries'),
    changes: (count: number) => plural(count, 'change'),
    unsentChanges: (count: number) => plural(count, 'unsent change'),
    otherRecords: (count: number) => plural(count, 'other record'),
    repaired: (records: string) => `${records} could not be read. What could not be repaired was set aside.`,
    startsAnew: 'The data could not be read. It was set aside, and Punchcard starts anew.',
    recovered: 'The data was damaged. What could be read was kept, and the damaged file was set aside.',
    kept: (records: string) => `Kept: ${records}.`,
    repairedRecords: (records: string) => `Repaired or set aside: ${records}.`,
    doubtful: (count: number) =>
      `${isOne(count) ? `${number(count)} unsent change may already have been sent. Punchcard does not send it again until you say so under “Unsent”.` : `${number(count)} unsent changes may already have been sent. Punchcard does not send them again until you say so under “Unsent”.`}`,
    signInAgain: 'Punchcard may ask you to sign in again. Unsent changes are kept until you do.',
    nothingDeleted: 'Nothing was deleted.',
    fileKept: (file: string) => `The damaged file is kept as ${file}`,
    rowsKept: (file: string) => `The records as they were are kept in ${file}`,
  },
  notDebugged: (name: string) =>
    `Punchcard was started with ${name}, which lets other programs read what is in it. Start it without. Nothing was opened.`,
  cannotStart: 'Punchcard cannot start',
  newerData:
    'The data was last used by a newer version of Punchcard, and this one cannot read it. Install the newer version, then start it again.',
  pathTooLong: 'The path of its data folder is too long for this system. Choose a folder with a shorter path.',
  inUse: 'Another program is using its data. Close that program, then start Punchcard again.',
  noRoom: 'The disk is full. Free some space, then start Punchcard again.',
  notWritable:
    'Its data folder cannot be written. Check the permissions of the folder, and whether the disk is read-only.',
  noLock: 'It cannot make sure that it runs only once. Check that the folder for temporary files can be written.',
  untouched: (what: string, folder: string) => `${what}\n\nYour data is untouched, in ${folder}.`,
  malformed: errorMessage(
    'Punchcard did not understand',
    'The window asked for something unknown.',
    'Restart Punchcard.',
  ),
  pageNotOpened: errorMessage(
    'That page is not opened',
    'The server named a page that is neither encrypted nor its own.',
    'Open the server in your browser yourself.',
  ),
  notInstalled: 'The new version was not installed. Punchcard goes on as it was; restart to update when it suits you.',
  timerRuns: errorMessage(
    'A timer is running',
    'Nothing is installed while a timer is running.',
    'Stop it, then restart to update.',
  ),
};
