/** The app's answer to each command-line command. It never asks a question back. */

import { subDays } from 'date-fns';
import { accountNamed, type NamedAccount } from '../../shared/accounts.ts';
import type { NewTask } from '../../shared/contract/new-task.ts';
import { timeOn } from '../../shared/dates/calendar-day.ts';
import type { AppErrorView } from '../../shared/errors/app-error.ts';
import { hoursMinutes, timerLength } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { onlyAccount, type TaskOfAccount } from '../../shared/quick-add/accounts.ts';
import type { ParserDirectory } from '../../shared/quick-add/types.ts';
import { findTask, oneOfTasks } from '../../shared/tasks/filter-tasks.ts';
import { type Entry, type TaskRef, taskRef } from '../../shared/time/entry.ts';
import type { AccountService } from '../features/account/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { Entries, Timer } from '../features/time/index.ts';
import type { Reply, Request } from './protocol.ts';
import { readTasks } from './read-tasks.ts';

export interface AnswerOptions {
  account: Pick<AccountService, 'current'>;
  assigned: Pick<TasksService['assigned'], 'view'>;
  entries: Pick<Entries, 'running' | 'recent' | 'find'>;
  timer: Pick<Timer, 'start' | 'stop' | 'stopSince' | 'discard'>;
  /** null while signed out. */
  directory: () => ParserDirectory | null;
  createTasks: (tasks: readonly TaskOfAccount[], options: { startTimer: boolean }) => void;
  /** Finds tasks by their identifier at the services of all accounts, or of one. */
  findAtServices: (name: string, accountId: string | undefined) => Promise<TaskRef[]>;
  /** The open accounts. */
  accounts: () => readonly NamedAccount[];
  openQuickAdd: () => void;
  openPalette: () => void;
  /** null: only the window. */
  showTask: (task: TaskRef | null) => void;
  /** A command line left tasks in the drop folder. */
  takeDropped: () => void;
  toError: (error: unknown) => AppErrorView;
  now: () => number;
}

/** Never rejects. */
export function createAnswers(options: AnswerOptions): (request: Request) => Promise<Reply> {
  const { account, assigned, entries, timer, now } = options;

  /** `only`: of this account. */
  function tasksOf(accountId: string, only: string | undefined): TaskRef[] {
    const tasks = [...entries.recent(accountId), ...assigned.view().tasks.map(taskRef)];
    return only === undefined ? tasks : tasks.filter((task) => (task.accountId ?? accountId) === only);
  }

  /** The task that the name refers to, or the reply to give instead. */
  async function taskNamed(accountId: string, name: string | null, only: string | undefined): Promise<TaskRef | Reply> {
    const tasks = tasksOf(accountId, only);
    if (name === null) return tasks[0] ?? failedReply(messages.cli.noTaskToStart);
    const local = findTask(name, tasks);
    const found = local.is === 'none' ? oneOfTasks(await options.findAtServices(name, only)) : local;
    if (found.is === 'one') return found.task;
    if (found.is === 'none') return failedReply(messages.cli.noSuchTask({ name }));
    const names = found.tasks.slice(0, 5).map((task) => {
      const account = options.accounts().find(({ id }) => id === task.accountId);
      return `  ${nameOf(task)}${account === undefined ? '' : ` (--account ${account.name})`}`;
    });
    return failedReply([messages.cli.severalTasks({ name }), ...names].join('\n'));
  }

  async function add(text: string, startTimer: boolean, only: string | undefined): Promise<Reply> {
    const directory = options.directory();
    if (directory === null) return signedOutReply();
    const read = await readTasks(text, only === undefined ? directory : onlyAccount(directory, only));
    if (!read.ok) return failedReply(read.why);
    options.createTasks(read.tasks, { startTimer });
    return addedReply(read);
  }

  async function start(accountId: string, name: string | null, only?: string): Promise<Reply> {
    const task = await taskNamed(accountId, name, only);
    if ('ok' in task) return task;
    timer.start(accountId, task);
    return { ok: true, said: messages.cli.started({ task: nameOf(task) }), data: { task } };
  }

  function stop(running: Entry, from: string | undefined): Reply {
    const { id, accountId, task } = running;
    if (from === undefined) timer.stop(accountId);
    else timer.stopSince(accountId, lastTimeAt(from, now()));
    const { startTime, endTime } = entries.find(accountId, id) ?? running;
    const began = Date.parse(startTime);
    const elapsedMs = endTime === null ? 0 : Date.parse(endTime) - began;
    const said =
      startTime === endTime
        ? messages.time.stoppedAtStart({ task: nameOf(task) })
        : messages.cli.stopped({ task: nameOf(task), after: timerLength(began, began + elapsedMs) });
    return { ok: true, said, data: { task, startTime, elapsedMs } };
  }

  async function answer(request: Request): Promise<Reply> {
    if (request.do === 'look') {
      options.takeDropped();
      return { ok: true, said: '', data: {} };
    }
    const accountId = account.current()?.id;
    if (accountId === undefined) {
      // Desktop panels poll the status, which must not open a window.
      if (request.do !== 'status') options.showTask(null);
      // `open` succeeds by showing the sign-in.
      return request.do === 'open' ? { ok: true, said: '', data: {} } : signedOutReply();
    }
    const named = 'account' in request ? request.account : undefined;
    const only = named === undefined ? undefined : accountNamed(named, options.accounts())?.id;
    if (named !== undefined && only === undefined) return noSuchAccount(named, options.accounts());
    const running = entries.running(accountId);
    switch (request.do) {
      case 'add':
        return add(request.text, request.startTimer, only);
      case 'ask':
        options.openQuickAdd();
        return { ok: true, said: '', data: {} };
      case 'open': {
        const task = request.task === null ? null : await taskNamed(accountId, request.task, only);
        if (task !== null && 'ok' in task) return task;
        options.showTask(task);
        return { ok: true, said: '', data: task === null ? {} : { task } };
      }
      case 'start':
        return start(accountId, request.task, only);
      case 'toggle':
        return running === undefined ? start(accountId, null) : stop(running, undefined);
      case 'switch':
        options.openPalette();
        return { ok: true, said: '', data: {} };
      case 'stop': {
        if (running === undefined) return nothingRunning();
        return stop(running, request.from);
      }
      case 'discard': {
        if (running === undefined) return nothingRunning();
        timer.discard(accountId);
        return {
          ok: true,
          said: messages.cli.discarded({ task: nameOf(running.task) }),
          data: { task: running.task },
        };
      }
      case 'status':
        return statusReply(running, now());
    }
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      const { title, explanation } = options.toError(error);
      return failedReply(`${title}. ${explanation}`);
    }
  };
}

/** `running` is the entry of the running timer. */
export function statusReply(running: { task: TaskRef; startTime: string } | undefined, now: number): Reply {
  if (running === undefined) return nothingRunning();
  const elapsedMs = Math.max(0, now - Date.parse(running.startTime));
  const how = isAhead(running, now) ? messages.cli.startsLater : hoursMinutes(elapsedMs);
  const said = `${nameOf(running.task)}  ${how}`;
  return { ok: true, said, data: { task: running.task, startTime: running.startTime, elapsedMs } };
}

/** One line per task, then doubts, then `more`. */
export function addedReply({ tasks, doubts }: { tasks: NewTask[]; doubts: string[] }, more: string[] = []): Reply {
  const lines = tasks.map(({ projectSlug, title }) => messages.cli.added({ project: projectSlug, title }));
  return { ok: true, said: [...lines, ...doubts, ...more].join('\n'), data: { tasks, doubts } };
}

export const noSuchAccount = (name: string, accounts: readonly NamedAccount[]): Reply =>
  failedReply(messages.cli.noSuchAccount({ name, accounts: accounts.map((account) => account.name).join(', ') }));

export const signedOutReply = (): Reply => ({ ok: false, why: 'signed-out', said: messages.cli.signedOut });

export const failedReply = (said: string): Reply => ({ ok: false, why: 'failed', said });

const nothingRunning = (): Reply => ({ ok: false, why: 'nothing-running', said: messages.cli.nothingRuns });

/** The start lies in the future, because the clock was set back. */
const isAhead = ({ startTime }: { startTime: string }, now: number): boolean => Date.parse(startTime) > now;

/** The last time the clock showed `time` (ms). */
function lastTimeAt(time: string, now: number): number {
  const today = timeOn(new Date(now), time);
  return today <= now ? today : timeOn(subDays(now, 1), time);
}

const nameOf = ({ identifier, title }: TaskRef): string => `${identifier} ${title || messages.tasks.untitled}`;
