/** The app's answer to each command-line command. It never asks a question back. */

import { subDays } from 'date-fns';
import type { NewTask } from '../../shared/contract/new-task.ts';
import { timeOn } from '../../shared/dates/calendar-day.ts';
import type { AppErrorView } from '../../shared/errors/app-error.ts';
import { hoursMinutes, timerLength } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { ParserDirectory } from '../../shared/quick-add/types.ts';
import { findTask } from '../../shared/tasks/filter-tasks.ts';
import { type Entry, type TaskRef, taskRef } from '../../shared/time/entry.ts';
import type { AccountService } from '../features/account/index.ts';
import type { QuickAddService } from '../features/quick-add/index.ts';
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
  createTasks: QuickAddService['createTasks'];
  /** Finds a task at the service by its identifier. */
  findAtService: (name: string) => Promise<TaskRef | undefined>;
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

  function tasksOf(accountId: string): TaskRef[] {
    return [...entries.recent(accountId), ...assigned.view().tasks.map(taskRef)];
  }

  /** The task that the name refers to, or the reply to give instead. */
  async function taskNamed(accountId: string, name: string | null): Promise<TaskRef | Reply> {
    const tasks = tasksOf(accountId);
    if (name === null) return tasks[0] ?? failedReply(messages.cli.noTaskToStart);
    const found = findTask(name, tasks);
    if (found.is === 'one') return found.task;
    if (found.is === 'none')
      return (await options.findAtService(name)) ?? failedReply(messages.cli.noSuchTask({ name }));
    const names = found.tasks.slice(0, 5).map((task) => `  ${nameOf(task)}`);
    return failedReply([messages.cli.severalTasks({ name }), ...names].join('\n'));
  }

  async function add(text: string, startTimer: boolean): Promise<Reply> {
    const directory = options.directory();
    if (directory === null) return signedOutReply();
    const read = await readTasks(text, directory);
    if (!read.ok) return failedReply(read.why);
    options.createTasks(read.tasks, { startTimer });
    return addedReply(read);
  }

  async function start(accountId: string, name: string | null): Promise<Reply> {
    const task = await taskNamed(accountId, name);
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
    const running = entries.running(accountId);
    switch (request.do) {
      case 'add':
        return add(request.text, request.startTimer);
      case 'ask':
        options.openQuickAdd();
        return { ok: true, said: '', data: {} };
      case 'open': {
        const task = request.task === null ? null : await taskNamed(accountId, request.task);
        if (task !== null && 'ok' in task) return task;
        options.showTask(task);
        return { ok: true, said: '', data: task === null ? {} : { task } };
      }
      case 'start':
        return start(accountId, request.task);
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
