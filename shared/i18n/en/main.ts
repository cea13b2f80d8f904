/** English, main's half. */
import { account } from './account.ts';
import { app } from './app.ts';
import { cli } from './cli.ts';
import { problems } from './errors.ts';
import { faults } from './faults.ts';
import { outbox } from './outbox.ts';
import { tasks } from './tasks.ts';
import { time } from './time.ts';
import { tray } from './tray.ts';

export const main = { account, app, cli, faults, outbox, problems, tasks, time, tray };
