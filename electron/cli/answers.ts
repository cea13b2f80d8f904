/** The app's answer to each command-line command. It never asks a question back. */

import { accountNamed, isSameTask, type NamedAccount } from '../../shared/accounts.ts';
import type { CommandName, Payload, Result, State } from '../../shared/contract/index.ts';
import type { NewTask } from '../../shared/contract/new-task.ts';
import type { TaskView } from '../../shared/contract/task-view.ts';
import type { TaskChange } from '../../shared/contract/tasks.ts';
import type { TimesheetCell } from '../../shared/contract/timesheet.ts';
import { toIsoInstant } from '../../shared/dates/instant.ts';
import type { Day } from '../../shared/dates/week-start.ts';
import type { AppErrorView } from '../../shared/errors/app-error.ts';
import { clock, formatDue, hoursMinutes, list, timerLength } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { onlyAccount, type TaskOfAccount } from '../../shared/quick-add/accounts.ts';
import type { ParserDirectory } from '../../shared/quick-add/types.ts';
import { dueDistance, parseDue } from '../../shared/tasks/due-date.ts';
import { filterTasks, findTask, oneOfTasks } from '../../shared/tasks/filter-tasks.ts';
import { localDay } from '../../shared/time/day.ts';
import { type Entry, type TaskRef, taskRef } from '../../shared/time/entry.ts';
import { daysBetween, monthOf, weekOf } from '../../shared/time/period.ts';
import { withRunning } from '../../shared/time/timesheet.ts';
import type { AccountAccess } from '../features/account/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { Entries, Timer } from '../features/time/index.ts';
import { COMMANDS } from './commands.ts';
import { dueDateOf, lastTimeAt, loggedSpan, pastDay } from './dates.ts';
import type { Reply, Request } from './protocol.ts';
import { readTasks } from './read-tasks.ts';

export interface AnswerOptions {
  account: Pick<AccountAccess, 'current'>;
  assigned: Pick<TasksService['assigned'], 'view'>;
  entries: Pick<Entries, 'running' | 'recent' | 'find'>;
  timer: Pick<Timer, 'start' | 'stop' | 'stopSince' | 'discard' | 'setNote'>;
  /** Throws AppError, also for what the window would ask about: a command line cannot answer. Instants in ms. */
  addEntry: (accountId: string, task: TaskRef, span: { start: number; end: number; note: string }) => void;
  /** Runs a command of the windows. Rejects with AppError. */
  send: <N extends CommandName>(name: N, payload: Payload<N>) => Promise<Result<N>>;
  /** null while signed out. */
  directory: () => ParserDirectory | null;
  createTasks: (tasks: readonly TaskOfAccount[], options: { startTimer: boolean }) => void;
  /** Finds tasks by their identifier at the services of all accounts, or of one. */
  findAtServices: (name: string, accountId: string | undefined) => Promise<TaskRef[]>;
  /** The open accounts. */
  accounts: () => readonly NamedAccount[];
  /** Those that are signed out. */
  closedAccounts: () => readonly NamedAccount[];
  weekStartsOn: Day;
  openQuickAdd: () => void;
  openPalette: () => void;
  /** null: only the window. */
  showTask: (task: TaskRef | null) => void;
  localServer: () => State['localServer'];
  /** A command line left tasks in the drop folder. */
  takeDropped: () => void;
  toError: (error: unknown) => AppErrorView;
  now: () => number;
}

/** For callers whose requests write nothing. */
const NEVER_ABORTED = new AbortController().signal;

/** Never rejects. Once `asker` is aborted, nothing more is written: a sender without an answer sends the command again. */
export function createAnswers(options: AnswerOptions) {
  return async (request: Request, asker: AbortSignal = NEVER_ABORTED): Promise<Reply> => {
    try {
      return await answersFor(options, asker)(request);
    } catch (error) {
      if (asker.aborted) return failedReply(messages.cli.noAnswer);
      return errorReply(error, options);
    }
  };
}

export function errorReply(error: unknown, { toError }: Pick<AnswerOptions, 'toError'>): Reply {
  const { title, explanation } = toError(error);
  return failedReply(`${title}. ${explanation}`);
}

/** After each wait it checks, before it writes, that the asker is still there. */
function answersFor(options: AnswerOptions, asker: AbortSignal): (request: Request) => Promise<Reply> {
  const { account, assigned, entries, timer, now } = options;

  /** The task that the name refers to, or the reply to give instead. */
  async function taskNamed(accountId: string, name: string | null, only: string | undefined): Promise<TaskRef | Reply> {
    const tasks = knownTasks(options, accountId, only);
    if (name === null) return tasks[0] ?? failedReply(messages.cli.noTaskToStart);
    const local = findTask(name, tasks);
    const found = local.is === 'none' ? oneOfTasks(await options.findAtServices(name, only)) : local;
    asker.throwIfAborted();
    if (found.is === 'one') return found.task;
    if (found.is === 'none') return failedReply(messages.cli.noSuchTask({ name }));
    const names = found.tasks.slice(0, 5).map((task) => {
      const account = options.accounts().find(({ id }) => id === task.accountId);
      return `  ${nameOf(task)}${account === undefined ? '' : ` (--account ${account.name})`}`;
    });
    return failedReply([messages.cli.severalTasks({ name }), ...names].join('\n'));
  }

  /** What `run` answers for the task of that name, or why there is none. */
  async function withTask(
    accountId: string,
    name: string,
    only: string | undefined,
    run: (task: TaskRef) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const task = await taskNamed(accountId, name, only);
    return 'ok' in task ? task : run(task);
  }

  /** Changes the task as the window does. */
  async function change(task: TaskRef, changed: Partial<Record<'status' | 'dueDate', string | null>>, said: string) {
    const { taskId, accountId } = task;
    asker.throwIfAborted();
    await options.send('tasks.change', {
      changes: [{ taskId, ...(accountId && { accountId }), ...changed } as TaskChange],
    });
    return done(said, { task });
  }

  /** To the column of that name, or to the last one. */
  async function move(task: TaskRef, column: string | null): Promise<Reply> {
    const { places } = await options.send('tasks.places', {
      taskId: task.taskId,
      ...(task.accountId && { accountId: task.accountId }),
    });
    const wanted = column?.toLowerCase();
    const found = places.find(({ name, slug, isFinal }) =>
      wanted === undefined ? isFinal : name.toLowerCase() === wanted || slug === wanted,
    );
    if (found !== undefined)
      return change(task, { status: found.slug }, messages.cli.moved({ task: quotedTask(task), column: found.name }));
    const columns = list(places.map(({ name }) => name));
    return failedReply(messages.cli.noSuchColumn({ task: nameOf(task), columns }));
  }

  async function setDue(task: TaskRef, text: string): Promise<Reply> {
    if (text === 'none') return change(task, { dueDate: null }, messages.cli.dueRemoved({ task: quotedTask(task) }));
    const directory = options.directory();
    if (directory === null) return signedOutReply();
    const dueDate = await dueDateOf(text, directory);
    if (dueDate === null) return failedReply(messages.cli.noDate({ text }));
    const date = dueWords(dueDate, new Date(now())).join();
    return change(task, { dueDate }, messages.cli.dueSet({ task: quotedTask(task), date }));
  }

  async function log(accountId: string, task: TaskRef, asked: Extract<Request, { do: 'log' }>): Promise<Reply> {
    const span = await loggedSpan(asked, new Date(now()), options.directory()?.locale ?? 'en');
    if ('why' in span) return failedReply(span.why);
    asker.throwIfAborted();
    options.addEntry(accountId, task, { ...span, note: asked.note ?? '' });
    const between = `${clock(span.start)}–${clock(span.end)}`;
    const said = messages.cli.logged({ task: nameOf(task), length: hoursMinutes(span.end - span.start), between });
    return done(said, { task, startTime: toIsoInstant(span.start), endTime: toIsoInstant(span.end) });
  }

  function listTasks(accountId: string, text: string | undefined, only: string | undefined): Reply {
    const found = ofAccount(filterTasks(assigned.view().tasks, text ?? ''), accountId, only);
    const width = Math.max(0, ...found.map(({ identifier }) => identifier.length));
    const line = (task: TaskView) =>
      `${task.identifier.padEnd(width)}  ${[titleOf(task), ...dueWords(task.dueDate, new Date(now()))].join('  ')}`;
    return done(found.map(line).join('\n'), { tasks: found.map(shown) });
  }

  function show(task: TaskRef): Reply {
    const known = assigned.view().tasks.find((one) => isSameTask(one, task));
    const lines = [
      nameOf(task),
      task.projectName,
      ...(known ? [known.statusName, ...dueWords(known.dueDate, new Date(now()))] : []),
    ];
    return done(lines.filter(Boolean).join('\n'), { task: known ? shown(known) : task });
  }

  function nameWithAccountOf(task: TaskRef): string {
    const account = options.accounts().find(({ id }) => id === task.accountId);
    return account === undefined ? nameOf(task) : `${nameOf(task)} (${account.name})`;
  }

  /** What was tracked in the day, week or month of a day, the running timer included. */
  async function report(
    running: Entry | undefined,
    { period: kind = 'day', day: named = '' }: Extract<Request, { do: 'report' }>,
    ofOnly: <T extends { accountId?: string | undefined }>(all: readonly T[]) => readonly T[],
  ): Promise<Reply> {
    const day = await dayNamed(named);
    if (day === null) return failedReply(messages.cli.noPastDay({ text: named }));
    const week = weekOf(day, options.weekStartsOn);
    const { from, to } = kind === 'day' ? { from: day, to: day } : kind === 'week' ? week : monthOf(day);
    const sheet = withRunning(await options.send('timesheet.read', { from, to }), running ?? null, now());
    const cells = ofOnly(sheet.cells);
    const sumOf = (counts: (cell: TimesheetCell) => boolean) =>
      cells.filter(counts).reduce((sum, { ms }) => sum + ms, 0);
    const sums = sheet.tasks.map(({ task }) => ({ task, ms: sumOf((cell) => isSameTask(cell, task)) }));
    const tasks = sums.filter(({ ms }) => ms > 0).sort((one, other) => other.ms - one.ms);
    const totalMs = tasks.reduce((sum, { ms }) => sum + ms, 0);
    const isOfSeveral = new Set(tasks.map(({ task }) => task.accountId)).size > 1;
    const name = isOfSeveral ? nameWithAccountOf : nameOf;
    const rows = [...tasks.map(({ task, ms }) => [name(task), ms] as const), [messages.cli.total, totalMs] as const];
    const said = rows.map(([name, ms]) => `${hoursMinutes(ms).padStart(6)}  ${name}`).join('\n');
    const days = daysBetween(from, to).map((one) => ({ day: one, ms: sumOf((cell) => cell.day === one) }));
    return done(said, { from, to, totalMs, days, tasks });
  }

  /** Working time of a day without an entry. */
  async function gaps(named = ''): Promise<Reply> {
    const day = await dayNamed(named);
    if (day === null) return failedReply(messages.cli.noPastDay({ text: named }));
    const { gaps: found } = await options.send('timesheet.review', { from: day, to: day, projectKey: null });
    const said = found.map(({ from, to }) => `${clock(from)}–${clock(to)}  ${hoursMinutes(to - from)}`).join('\n');
    const spans = found.map(({ from, to }) => ({ startTime: toIsoInstant(from), endTime: toIsoInstant(to) }));
    return done(said || messages.cli.noGaps, { day, gaps: spans });
  }

  /** Today if none is named. */
  async function dayNamed(text: string): Promise<string | null> {
    const today = new Date(now());
    return text === '' ? localDay(today) : pastDay(text, today, options.directory()?.locale ?? 'en');
  }

  function serve(): Reply {
    const { address, error } = options.localServer();
    if (address !== null) return done(messages.cli.servesAt({ address }), { address });
    return failedReply(error ?? messages.cli.servesNot);
  }

  async function undo(): Promise<Reply> {
    const last = (await options.send('undo.changes', {})).find(({ state }) => state === 'done');
    if (last === undefined) return failedReply(messages.cli.nothingToUndo);
    if (!last.isPossible) return failedReply(messages.app.notUndone({ what: last.text, why: last.obstacle ?? '' }));
    asker.throwIfAborted();
    await options.send('undo.undo', { undoId: last.undoId });
    return done(messages.cli.undone({ change: last.text }), { change: last.text });
  }

  async function add(text: string, startTimer: boolean, only: string | undefined): Promise<Reply> {
    const directory = options.directory();
    if (directory === null) return signedOutReply();
    const read = await readTasks(text, only === undefined ? directory : onlyAccount(directory, only));
    if (!read.ok) return failedReply(read.why);
    asker.throwIfAborted();
    options.createTasks(read.tasks, { startTimer });
    return addedReply(read);
  }

  async function start(accountId: string, name: string | null, only?: string): Promise<Reply> {
    const task = await taskNamed(accountId, name, only);
    if ('ok' in task) return task;
    timer.start(accountId, task);
    return done(messages.cli.started({ task: nameOf(task) }), { task });
  }

  function stop(running: Entry, from: string | undefined): Reply {
    const { id, accountId, task } = running;
    if (from === undefined) timer.stop(accountId);
    else timer.stopSince(accountId, lastTimeAt(from, new Date(now())));
    const { startTime, endTime } = entries.find(accountId, id) ?? running;
    const began = Date.parse(startTime);
    const elapsedMs = endTime === null ? 0 : Date.parse(endTime) - began;
    const said =
      startTime === endTime
        ? messages.time.stoppedAtStart({ task: nameOf(task) })
        : messages.cli.stopped({ task: nameOf(task), after: timerLength(began, began + elapsedMs) });
    return done(said, { task, startTime, elapsedMs });
  }

  return async function answer(request) {
    // A person may have been asked meanwhile what an assistant may do.
    asker.throwIfAborted();
    if (request.do === 'look') {
      options.takeDropped();
      return done();
    }
    if (request.do === 'serve') return serve();
    const accountId = account.current()?.id;
    if (accountId === undefined) {
      // Panels, hooks of git and assistants ask again and again, which must not bring the window to the front.
      if (COMMANDS[request.do].kind !== 'read' && !('by' in request)) options.showTask(null);
      // `open` succeeds by showing the sign-in.
      return request.do === 'open' ? done() : signedOutReply();
    }
    const refusal = accountRefusal(request, options);
    if (refusal !== null) return refusal;
    const only = accountNamed(accountIn(request) ?? '', options.accounts())?.id;
    const running = entries.running(accountId);
    switch (request.do) {
      case 'add':
        if (request.text !== undefined) return add(request.text, request.start === true, only);
        options.openQuickAdd();
        return done();
      case 'open':
        if (request.task !== undefined)
          return withTask(accountId, request.task, only, (task) => {
            options.showTask(task);
            return done('', { task });
          });
        options.showTask(null);
        return done();
      case 'switch':
        if (request.task !== undefined) return start(accountId, request.task, only);
        options.openPalette();
        return done();
      case 'start':
        return start(accountId, request.task ?? null, only);
      case 'toggle':
        return running === undefined ? start(accountId, null) : stop(running, undefined);
      case 'stop':
        return running === undefined ? nothingRunning() : stop(running, request.from);
      case 'discard':
        if (running === undefined) return nothingRunning();
        timer.discard(accountId);
        return done(messages.cli.discarded({ task: nameOf(running.task) }), { task: running.task });
      case 'note':
        if (running === undefined) return nothingRunning();
        timer.setNote(accountId, request.text);
        return done(messages.cli.noted({ task: nameOf(running.task) }), { task: running.task, note: request.text });
      case 'log':
        return withTask(accountId, request.task, only, (task) => log(accountId, task, request));
      case 'status':
        return statusReply(running, now());
      case 'list':
        return listTasks(accountId, request.text, only);
      case 'show':
        return withTask(accountId, request.task, only, show);
      case 'move':
        return withTask(accountId, request.task, only, (task) => move(task, request.column));
      case 'done':
        return withTask(accountId, request.task, only, (task) => move(task, null));
      case 'due':
        return withTask(accountId, request.task, only, (task) => setDue(task, request.date));
      case 'undo':
        return undo();
      case 'report':
        return report(running, request, (all) => ofAccount(all, accountId, only));
      case 'gaps':
        return gaps(request.day);
      // A command line answers these itself.
      case 'completion':
      case 'man':
      case 'mcp':
        return failedReply(messages.cli.otherVersion);
    }
  };
}

/** The recent and the assigned tasks, possibly with duplicates. `only`: of this account. */
export function knownTasks(
  { entries, assigned }: Pick<AnswerOptions, 'entries' | 'assigned'>,
  accountId: string,
  only: string | undefined,
): readonly TaskRef[] {
  return ofAccount([...entries.recent(accountId), ...assigned.view().tasks.map(taskRef)], accountId, only);
}

/** The tasks of the account `only`; all of them if none is named. A task names its account only while several are open. */
const ofAccount = <T extends { accountId?: string | undefined }>(
  tasks: readonly T[],
  accountId: string,
  only: string | undefined,
): readonly T[] => (only === undefined ? tasks : tasks.filter((task) => (task.accountId ?? accountId) === only));

/** "Friday", "Friday 17:00". */
export function dueWords(dueDate: string | null, now: Date): string[] {
  const due = parseDue(dueDate);
  if (due === null) return [];
  return [[formatDue(dueDistance(due, now), now), ...(due.allDay ? [] : [clock(due.at)])].join(' ')];
}

/** `running` is the entry of the running timer. */
export function statusReply(running: { task: TaskRef; startTime: string } | undefined, now: number): Reply {
  if (running === undefined) return nothingRunning();
  const elapsedMs = Math.max(0, now - Date.parse(running.startTime));
  const how = isAhead(running, now) ? messages.cli.startsLater : hoursMinutes(elapsedMs);
  const said = `${nameOf(running.task)}  ${how}`;
  return done(said, { task: running.task, startTime: running.startTime, elapsedMs });
}

/** One line per task, then doubts, then `more`. */
export function addedReply({ tasks, doubts }: { tasks: NewTask[]; doubts: string[] }, more: string[] = []): Reply {
  const lines = tasks.map(({ projectSlug, title }) => messages.cli.added({ project: projectSlug, title }));
  return done([...lines, ...doubts, ...more].join('\n'), { tasks, doubts });
}

/** In one line; of several new tasks the first, and how many more. */
export function inOneLine({ said, data: { tasks } }: Extract<Reply, { ok: true }>): string {
  const [first = ''] = said.split('\n');
  const more = Array.isArray(tasks) ? tasks.length - 1 : 0;
  return more > 0 ? messages.cli.withMore({ first, more }) : first;
}

const accountIn = (request: Request): string | undefined => ('account' in request ? request.account : undefined);

/** null unless the request names an account that is not open. */
export function accountRefusal(
  request: Request,
  { accounts, closedAccounts }: Pick<AnswerOptions, 'accounts' | 'closedAccounts'>,
): Reply | null {
  const named = accountIn(request);
  if (named === undefined || accounts().length === 0) return null;
  // A name of two is refused although only one of them is open: it may mean the other.
  const account = accountNamed(named, [...accounts(), ...closedAccounts()]);
  if (account === undefined) return noSuchAccount(named, accounts());
  if (accounts().some(({ id }) => id === account.id)) return null;
  return failedReply(messages.account.notThere({ server: account.server }).title);
}

export const noSuchAccount = (name: string, accounts: readonly NamedAccount[]): Reply =>
  failedReply(messages.cli.noSuchAccount({ name, accounts: accounts.map((account) => account.name).join(', ') }));

export const signedOutReply = (): Reply => ({ ok: false, why: 'signed-out', said: messages.cli.signedOut });

export const failedReply = (said: string): Reply => ({ ok: false, why: 'failed', said });

const done = (said = '', data: Record<string, unknown> = {}): Reply => ({ ok: true, said, data });

const nothingRunning = (): Reply => ({ ok: false, why: 'nothing-running', said: messages.cli.nothingRuns });

/** The start lies in the future, because the clock was set back. */
const isAhead = ({ startTime }: { startTime: string }, now: number): boolean => Date.parse(startTime) > now;

const titleOf = ({ title }: { title: string }): string => title || messages.tasks.untitled;
/** "PAY-134 “Fix the totals”", within a sentence. */
export const quotedTask = ({ identifier, title }: Pick<TaskRef, 'identifier' | 'title'>): string =>
  messages.cli.phrases.task({ identifier, title: titleOf({ title }) });
const nameOf = (task: TaskRef): string => `${task.identifier} ${titleOf(task)}`;

/** What programs get to know of a task of the list. */
const shown = (task: TaskView) => ({
  ...taskRef(task),
  status: task.status,
  priority: task.priority,
  dueDate: task.dueDate,
  labels: task.labels.map(({ name }) => name),
});
