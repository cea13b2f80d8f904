/** German, all of main's and what both halves say. Neutral in address: infinitives, neither „du“ nor „Sie“. */
import type { Parts } from '../language.ts';
import { localeFormats } from '../locale-de.ts';
import { account } from './account.ts';
import { app } from './app.ts';
import { cli } from './cli.ts';
import { dates } from './dates.ts';
import { errors } from './errors.ts';
import { outbox } from './outbox.ts';
import { quickAdd } from './quick-add.ts';
import { reminders } from './reminders.ts';
import { serviceErrors } from './service-errors.ts';
import { tasks } from './tasks.ts';
import { time } from './time.ts';
import { tray } from './tray.ts';

export const german: Parts = {
  locale: localeFormats,
  dates,
  quickAdd,
  reminders,
  main: { account, app, cli, serviceErrors, outbox, errors, tasks, time, tray },
};
