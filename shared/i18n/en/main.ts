/** English, main's half. */
import { account } from './account.ts';
import { app } from './app.ts';
import { cli } from './cli.ts';
import { errors } from './errors.ts';
import { outbox } from './outbox.ts';
import { serviceErrors } from './service-errors.ts';
import { tasks } from './tasks.ts';
import { time } from './time.ts';
import { tray } from './tray.ts';

export const main = { account, app, cli, serviceErrors, outbox, errors, tasks, time, tray };
