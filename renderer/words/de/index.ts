/** German, all that a window can say; loaded when it is spoken. */
import * as dates from '../../../electron/words/de/dates.ts';
import * as quickAdd from '../../../electron/words/de/quick-add.ts';
import { reminders } from '../../../electron/words/de/reminders.ts';
import { boardWords } from './board.ts';
import { detailWords } from './details.ts';
import { projectWords } from './project.ts';
import { serverWords } from './server.ts';
import { words } from './words.ts';

export const window = { words, board: boardWords, details: detailWords, project: projectWords, server: serverWords };
/** What main says, too. */
export const both = { dates, quickAdd, reminders };
