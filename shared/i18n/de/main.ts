/** German, all of main's and what both halves say. Neutral in address: infinitives, neither „du“ nor „Sie“. */
import type { Parts } from '../language.ts';
import { account } from './account.ts';
import { app } from './app.ts';
import { cli } from './cli.ts';
import * as dates from './dates.ts';
import { errors } from './errors.ts';
import { outbox } from './outbox.ts';
import * as quickAdd from './quick-add.ts';
import { reminders } from './reminders.ts';
import { serviceErrors } from './service-errors.ts';
import { tasks } from './tasks.ts';
import { time } from './time.ts';
import { tray } from './tray.ts';

export const german: Parts = {
  dates,
  quickAdd,
  reminders,
  main: { account, app, cli, serviceErrors, outbox, errors, tasks, time, tray },
};
