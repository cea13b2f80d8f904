/** German, all that a window can say; loaded when it is spoken. */

import { localeFormats } from '../locale-de.ts';
import { boardWords } from './board.ts';
import { dates } from './dates.ts';
import { projectWords } from './project-page.ts';
import { quickAdd } from './quick-add.ts';
import { reminders } from './reminders.ts';
import { serverWords } from './server-page.ts';
import { detailWords } from './task-page.ts';
import { words } from './window.ts';

export const window = { words, board: boardWords, details: detailWords, project: projectWords, server: serverWords };
/** What main says, too. */
export const both = { locale: localeFormats, dates, quickAdd, reminders };
