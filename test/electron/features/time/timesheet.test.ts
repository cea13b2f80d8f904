/** The timesheet for the window, the overtime account, and closed weeks with their lock. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEntryEditor } from '../../../../electron/features/time/edit-entries.ts';
import { createTimesheet } from '../../../../electron/features/time/timesheet.ts';
import { createTrackedLabels } from '../../../../electron/features/time/tracked-labels.ts';
import { createTrackedSums } from '../../../../electron/features/time/tracked-sums.ts';
import { createTimeRules } from '../../../../electron/features/time-rules/index.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { TaskView } from '../../../../shared/contract/task-view.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { localDay } from '../../../../shared/time/day.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { cases } from '../../../properties.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { addAccount } from '../account/account-row.ts';
import { testContext } from '../context.ts';
import { createTimeParts } from './parts.ts';

const ACCOUNT = 'ada';
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Local time in November 2026; the 9th is a Monday. */
const at = (day: number, hour = 0, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();
const iso = (ms: number): string => new Date(ms).toISOString();
const PAY: TaskRef = { taskId: 'pay', identifier: 'PAY-1', title: 'Pay', projectId: 'p1', projectName: 'Payments' };
const WEB: TaskRef = { taskId: 'web', identifier: 'WEB-1', title: 'Web', projectName: 'Website' };
const WEEK = '2026-11-09';

function start(now = at(18, 12), { isLocal = false } = {}) {
  const { database } = openDatabase(':memory:', new Date(now));
  onTestFinished(() => database.close());
  addAccount(database, ACCOUNT, 'u');
  const clock = { ms: now };
  const toasts: string[] = [];
  const offers: string[] = [];
  const tasks = new Map<string, TaskView>();
  const projects: { id: string; name: string }[] = [];
  let revision = 0;
  const context = { ...testContext(database, () => clock.ms), showToast: (text: string) => void toasts.push(text) };
  const rules = createTimeRules(context, {
    id: () => ACCOUNT,
    required: () => ({ id: ACCOUNT }) as never,
    openIds: () => [ACCOUNT],
  });
  const parts = createTimeParts({
    database,
    now: () => clock.ms,
    monotonic: () => clock.ms,
    showToast: context.showToast,
    closedWeeks: rules.closedWeeks,
    onChange: () => {
      revision += 1;
    },
  });
  onTestFinished(() => parts.outbox.close());
  const { entries, changes, outbox } = parts;
  const labels = createTrackedLabels(database);
  const successors: [entryId: string, successorId: string][] = [];
  const onSuccessor = (...pair: [string, string]) => void successors.push(pair);
  const edit = createEntryEditor({ entries, changes, onSuccessor, now: () => clock.ms });
  const closed: string[] = [];
  const timesheet = createTimesheet(
    { ...context, undo: parts.undo },
    {
      entries,
      sums: createTrackedSums({ database, revision: () => revision }),
      labels,
      rules,
      outbox,
      together: (id) => [id],
      weekStartsOn: 1,
      findTask: (taskId) => tasks.get(taskId),
      projects: () => projects,
      isLocal: () => isLocal,
      onClosed: (weekStart) => void closed.push(weekStart),
    },
  );
  const idAt = (startTime: number) =>
    entries.between(ACCOUNT, startTime, startTime + 1).find((entry) => entry.startTime === iso(startTime))?.id ??
    'none';
  const add = (task: TaskRef, from: number, to: number): string => {
    edit.add(ACCOUNT, task, { start: from, end: to, note: '' }, { allowClosed: true });
    return idAt(from);
  };
  return {
    ...parts,
    edit,
    successors,
    timesheet,
    closed,
    rules,
    labels,
    tasks,
    projects,
    clock,
    toasts,
    offers,
    add,
    idAt,
  };
}

/** The question of a refused command, or `nothing`. */
function questionOf(command: () => void): string {
  try {
    command();
    return 'nothing';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.view.kind} ${error.view.confirmedBy ?? ''}: ${error.view.title}`;
  }
}

const LOCKED = 'needs-confirmation allowClosed: Week 46 is closed';

describe('a timesheet', () => {
  test('has the cells of the period, and what is tracked on each day; a week is the same', async () => {
    const { add, timesheet } = start();
    add(PAY, at(9, 9), at(9, 11, 40));
    add(WEB, at(9, 12, 20), at(9, 13));
    add(WEB, at(14, 9), at(14, 10));
    add(WEB, at(14, 12), at(14, 13));
    const view = await timesheet.read(ACCOUNT, WEEK, '2026-11-15');
    expect(view.cells).toEqual([
      { taskId: 'pay', day: WEEK, ms: 160 * MINUTE, entries: 1 },
      { taskId: 'web', day: WEEK, ms: 40 * MINUTE, entries: 1 },
      { taskId: 'web', day: '2026-11-14', ms: 2 * HOUR, entries: 2 },
    ]);
    expect(view.tasks).toEqual([
      { task: PAY, labels: [] },
      { task: WEB, labels: [] },
    ]);
    expect(view.tracked).toEqual([
      { from: at(9, 9), to: at(9, 11, 40) },
      { from: at(9, 12, 20), to: at(9, 13) },
      { from: at(14, 9), to: at(14, 10) },
      { from: at(14, 12), to: at(14, 13) },
    ]);
    expect(timesheet.week(ACCOUNT, '2026-11-12')).toEqual(view);
  });

  test('leaves the running timer to the window', async () => {
    const { add, timesheet, timer } = start();
    add(PAY, at(18, 9), at(18, 10));
    timer.start(ACCOUNT, WEB, at(18, 11));
    const view = await timesheet.read(ACCOUNT, '2026-11-18', '2026-11-18');
    expect(view.cells.map(({ taskId }) => taskId)).toEqual(['pay']);
    expect(view.tracked).toEqual([{ from: at(18, 9), to: at(18, 10) }]);
  });

  test('shows a task as it is now, with its labels, and the current name of its project', async () => {
    const { add, timesheet, tasks, projects } = start();
    add(PAY, at(9, 9), at(9, 10));
    add(WEB, at(9, 10), at(9, 11));
    tasks.set(
      'pay',
      taskView('PAY-1', { id: 'pay', title: 'Pay twice', projectId: 'p1', labels: [{ name: 'internal', color: '' }] }),
    );
    projects.push({ id: 'p1', name: 'Billing' }, { id: 'p2', name: 'Website' });
    const { tasks: rows } = await timesheet.read(ACCOUNT, WEEK, WEEK);
    expect(rows).toMatchObject([
      { task: { title: 'Pay twice', projectId: 'p1', projectName: 'Billing' }, labels: ['internal'] },
      // Stored without the id of its project.
      { task: { projectId: 'p2', projectName: 'Website' } },
    ]);
  });

  test('keeps the labels of a tracked task that is in no list any more', async () => {
    const { add, timesheet, labels } = start();
    add(PAY, at(9, 9), at(9, 10));
    labels.remember(ACCOUNT, [
      { id: 'pay', labels: [{ name: 'internal', color: 'red' }] },
      { id: 'never tracked', labels: [{ name: 'x', color: 'red' }] },
    ]);
    expect((await timesheet.read(ACCOUNT, WEEK, WEEK)).tasks[0]?.labels).toEqual(['internal']);
    expect(labels.of(ACCOUNT, 'never tracked')).toEqual([]);
    labels.remember(ACCOUNT, [{ id: 'pay', labels: [] }]);
    expect(labels.of(ACCOUNT, 'pay')).toEqual([]);
  });

  test('has at least one day and at most 400', async () => {
    const { timesheet } = start();
    await expect(timesheet.read(ACCOUNT, '2026-11-10', '2026-11-09')).rejects.toThrow('That period cannot be shown');
    await expect(timesheet.read(ACCOUNT, '2000-01-01', '2026-11-09')).rejects.toThrow('That period cannot be shown');
    expect((await timesheet.read(ACCOUNT, '2026-01-01', '2027-01-31')).cells).toEqual([]);
  });
});

describe('overtime', () => {
  test('is carried over all timesheet, with the running timer', async () => {
    const { add, timesheet, rules, timer, clock } = start();
    add(PAY, at(9, 9), at(9, 18));
    add(PAY, at(2, 9), at(2, 10));
    rules.change({ overtime: { from: WEEK, openingMinutes: 30 } });
    expect(await timesheet.overtime(ACCOUNT, WEEK)).toBe(90 * MINUTE);
    expect(await timesheet.overtime(ACCOUNT, '2026-11-10')).toBe(90 * MINUTE - 8 * HOUR);
    rules.setDaysOff('2026-11-10', '2026-11-10', 'Off');
    expect(await timesheet.overtime(ACCOUNT, '2026-11-10')).toBe(90 * MINUTE);
    timer.start(ACCOUNT, WEB, at(18, 9));
    clock.ms = at(18, 13);
    const [before, today] = [
      await timesheet.overtime(ACCOUNT, '2026-11-17'),
      await timesheet.overtime(ACCOUNT, '2026-11-18'),
    ];
    expect((today ?? 0) - (before ?? 0)).toBe(-4 * HOUR);
  });

  test('is unknown without an account', async () => {
    const { timesheet, rules } = start();
    expect(await timesheet.overtime(ACCOUNT, WEEK)).toBeNull();
    rules.change({ overtime: { from: '2026-11-10', openingMinutes: 0 } });
    expect(await timesheet.overtime(ACCOUNT, WEEK)).toBeNull();
  });
});

describe('closing a week', () => {
  test('says what is open', () => {
    const { add, timesheet } = start();
    const id = add(PAY, at(9, 9), at(9, 10));
    expect(timesheet.review(ACCOUNT, WEEK)).toEqual({ gaps: [], overlaps: [], unsent: [id], isRunning: false });
  });

  test('or doubtful in the entries of one project', () => {
    const { add, timesheet } = start();
    const id = add(PAY, at(9, 9), at(9, 10));
    add(WEB, at(9, 9), at(9, 10));
    expect(timesheet.review(ACCOUNT, WEEK).overlaps).toHaveLength(1);
    expect(timesheet.review(ACCOUNT, WEEK, WEEK, 'p1')).toMatchObject({ overlaps: [], unsent: [id] });
  });

  test('of the project that a task was moved to since', () => {
    const { add, timesheet, tasks } = start();
    const id = add(PAY, at(9, 9), at(9, 10));
    tasks.set('pay', taskView('PAY-1', { id: 'pay', projectId: 'p2', projectName: 'Website' }));
    const unsentIn = (project: string) => timesheet.review(ACCOUNT, WEEK, WEEK, project).unsent;
    expect([unsentIn('p1'), unsentIn('p2')]).toEqual([[], [id]]);
  });

  test('sends nothing anywhere in the local workspace', () => {
    const { add, timesheet } = start(undefined, { isLocal: true });
    add(PAY, at(9, 9), at(9, 10));
    expect(timesheet.review(ACCOUNT, WEEK).unsent).toEqual([]);
  });

  test('keeps what was tracked, and shows what changed since', async () => {
    const { add, timesheet, rules, edit, toasts } = start();
    const id = add(PAY, at(9, 9), at(9, 10));
    add(WEB, at(10, 9), at(10, 10));
    expect(await timesheet.compare(ACCOUNT, WEEK)).toBeNull();
    await timesheet.close(ACCOUNT, WEEK);
    expect(toasts.at(-1)).toBe('Week 46 closed');
    expect(rules.view().closedWeeks).toEqual([{ weekStart: WEEK, closedAt: iso(at(18, 12)), trackedMs: 2 * HOUR }]);
    expect(await timesheet.compare(ACCOUNT, WEEK)).toEqual([]);
    edit.edit(ACCOUNT, id, { start: at(9, 9), end: at(9, 10, 20), note: '' }, { allowClosed: true });
    expect(await timesheet.compare(ACCOUNT, WEEK)).toEqual([
      {
        taskId: 'pay',
        accountId: ACCOUNT,
        identifier: 'PAY-1',
        title: 'Pay',
        projectName: 'Payments',
        day: WEEK,
        wasMs: HOUR,
        ms: 80 * MINUTE,
      },
    ]);
  });

  test('can be undone', async () => {
    const { timesheet, rules, undo, closed } = start();
    await timesheet.close(ACCOUNT, WEEK);
    undo.undo(ACCOUNT, 1);
    expect(rules.view().closedWeeks).toEqual([]);
    undo.redo(ACCOUNT, 1);
    // A week is announced as closed once, by the person.
    expect(closed).toEqual([WEEK]);
  });

  test('and opening the week again are undone one after the other', async () => {
    const { timesheet, rules, undo, add } = start();
    add(PAY, at(9, 9), at(9, 11));
    await timesheet.close(ACCOUNT, WEEK);
    const cells = rules.closedCells(ACCOUNT, WEEK);
    timesheet.reopen(ACCOUNT, WEEK);
    expect(undo.undo(ACCOUNT)).toMatchObject({ text: 'Week 46 is open again' });
    expect(cells).toHaveLength(1);
    expect(rules.closedCells(ACCOUNT, WEEK)).toEqual(cells);
    undo.redo(ACCOUNT);
    expect(rules.view().closedWeeks).toEqual([]);
    undo.undo(ACCOUNT);
    expect(undo.undo(ACCOUNT)).toMatchObject({ text: 'Week 46 closed' });
    expect(rules.view().closedWeeks).toEqual([]);
  });

  test('cannot be undone once the week is open in another way', async () => {
    const { timesheet, rules, undo } = start();
    await timesheet.close(ACCOUNT, WEEK);
    rules.reopen(ACCOUNT, WEEK);
    expect(undo.undo(ACCOUNT)).toMatchObject({ text: 'Week 46 closed', obstacle: expect.any(String) });
  });

  test('of a closed week changes nothing', async () => {
    const { timesheet, rules, closed, clock, toasts } = start();
    await timesheet.close(ACCOUNT, WEEK);
    clock.ms += HOUR;
    await timesheet.close(ACCOUNT, WEEK);
    expect(rules.view().closedWeeks).toMatchObject([{ closedAt: iso(at(18, 12)) }]);
    expect([closed, toasts]).toEqual([[WEEK], ['Week 46 closed']]);
  });

  test('is refused for a week that has not begun; week 53 is an ordinary one', async () => {
    const { timesheet, rules, clock, toasts, closed } = start();
    await expect(timesheet.close(ACCOUNT, '2026-12-28')).rejects.toThrow('That week has not begun');
    expect(closed).toEqual([]);
    clock.ms = new Date(2027, 0, 4, 9).getTime();
    await timesheet.close(ACCOUNT, '2026-12-28');
    expect([toasts.at(-1), rules.view().closedWeeks.length]).toEqual(['Week 53 closed', 1]);
  });
});

describe('an entry of a closed week', () => {
  async function closed() {
    const run = start();
    const id = run.add(PAY, at(9, 9), at(9, 11));
    const otherId = run.add(WEB, at(9, 10), at(9, 12));
    await run.timesheet.close(ACCOUNT, WEEK);
    return { ...run, id, otherId };
  }
  type Run = Awaited<ReturnType<typeof closed>>;
  const span = (from: number, to: number) => ({ start: from, end: to, note: '' });
  const changes: [name: string, change: (run: Run, allowClosed: boolean) => void][] = [
    ['added', ({ edit }, allowClosed) => edit.add(ACCOUNT, PAY, span(at(15, 23), at(16, 1)), { allowClosed })],
    ['edited', ({ edit, id }, allowClosed) => edit.edit(ACCOUNT, id, span(at(9, 9), at(9, 9, 30)), { allowClosed })],
    [
      'moved into it',
      ({ edit, add }, allowClosed) => {
        const outside = add(PAY, at(16, 9), at(16, 10));
        edit.edit(ACCOUNT, outside, span(at(13, 9), at(13, 10)), { allowClosed });
      },
    ],
    [
      'moved out of it',
      ({ edit, id }, allowClosed) => edit.edit(ACCOUNT, id, span(at(16, 9), at(16, 10)), { allowClosed }),
    ],
    ['split', ({ edit, id }, allowClosed) => edit.split(ACCOUNT, id, at(9, 10), { allowClosed })],
    ['given to another task', ({ edit, id }, allowClosed) => edit.move(ACCOUNT, id, WEB, { allowClosed })],
    [
      'given to another task with all others',
      ({ edit }, allowClosed) => edit.moveAll(ACCOUNT, 'pay', WEB, { allowClosed }),
    ],
    ['deleted', ({ edit, id }, allowClosed) => edit.remove(ACCOUNT, [id], { allowClosed })],
    ['trimmed', ({ edit, id, otherId }, allowClosed) => edit.trim(ACCOUNT, id, otherId, { allowClosed })],
    ['typed over', ({ edit }, allowClosed) => edit.editCell(ACCOUNT, PAY, WEEK, HOUR, { allowClosed })],
    ['started in it', ({ timer }, allowClosed) => timer.start(ACCOUNT, PAY, at(13, 9), '', allowClosed)],
    [
      'given a start in it',
      ({ timer }, allowClosed) => {
        timer.start(ACCOUNT, PAY);
        timer.setStart(ACCOUNT, at(15, 23), allowClosed);
      },
    ],
  ];

  test.each(changes)('is %s only after a question', async (_, change) => {
    const run = await closed();
    expect(questionOf(() => change(run, false))).toBe(LOCKED);
    // No entry that the question prevented is a successor.
    expect(run.successors).toEqual([]);
    if (run.entries.running(ACCOUNT)) run.timer.discard(ACCOUNT);
    expect(questionOf(() => change(run, true))).toBe('nothing');
    for (const [, id] of run.successors) expect(run.entries.find(ACCOUNT, id)).toBeDefined();
  });

  test('can be changed once the week is open again', async () => {
    const { timesheet, edit, id, toasts } = await closed();
    timesheet.reopen(ACCOUNT, WEEK);
    expect(toasts.at(-1)).toBe('Week 46 is open again');
    expect(questionOf(() => edit.remove(ACCOUNT, [id]))).toBe('nothing');
  });

  test('is restored by undo without a question', async () => {
    const { edit, id, undo, entries } = await closed();
    edit.remove(ACCOUNT, [id], { allowClosed: true });
    undo.undo(ACCOUNT, 4);
    expect(entries.find(ACCOUNT, id)?.discardedAt).toBeNull();
  });

  test('is restored only after a question once the week was closed anew', async () => {
    const { timesheet, edit, id, undo, entries, clock } = await closed();
    edit.remove(ACCOUNT, [id], { allowClosed: true });
    timesheet.reopen(ACCOUNT, WEEK);
    clock.ms += MINUTE;
    await timesheet.close(ACCOUNT, WEEK);
    expect(questionOf(() => undo.undo(ACCOUNT, 4))).toBe(LOCKED);
    undo.undo(ACCOUNT, 4, { allowClosed: true });
    expect(entries.find(ACCOUNT, id)?.discardedAt).toBeNull();
  });
});

test('no sequence of commands changes a closed week without its question', async () => {
  const [first, last] = [at(9), at(16)];
  const minutes = fc.integer({ min: -600, max: 8 * 24 * 60 });
  const step = fc.record({
    do: fc.constantFrom(
      ...(['add', 'edit', 'split', 'move', 'move all', 'remove', 'trim', 'type', 'undo'] as const),
      ...(['start', 'start at', 'stop', 'stop at', 'stop since', 'set start', 'discard', 'note'] as const),
    ),
    from: minutes,
    to: minutes,
    pick: fc.nat(20),
    task: fc.constantFrom(PAY, WEB),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const run = start(at(17, 12));
      const { edit, timer, entries, undo, clock } = run;
      const closed = [
        run.add(PAY, at(9, 9), at(9, 11)),
        run.add(WEB, at(9, 10), at(9, 12)),
        run.add(PAY, at(15, 23), at(16, 1)),
        run.add(WEB, at(8, 23), at(9, 1)),
      ];
      const open = [run.add(PAY, at(16, 9), at(16, 11)), run.add(WEB, at(16, 10), at(16, 12))];
      await run.timesheet.close(ACCOUNT, WEEK);
      const ids = () => [...closed, ...open, ...entries.between(ACCOUNT, at(1), at(30)).map(({ id }) => id)];
      const spanOf = (one: number, other: number) => ({
        start: first + Math.min(one, other) * MINUTE,
        end: first + Math.max(one, other) * MINUTE,
        note: 'x',
      });
      const take = ({ do: what, from, to, pick, task }: (typeof steps)[number]) => {
        const id = ids()[pick % ids().length] ?? '';
        const otherId = ids()[(pick + 1) % ids().length] ?? '';
        const instant = first + from * MINUTE;
        const long = { allowLong: true };
        if (what === 'add') edit.add(ACCOUNT, task, spanOf(from, to), long);
        if (what === 'edit') edit.edit(ACCOUNT, id, spanOf(from, to), long, pick % 3 === 0 ? task : undefined);
        if (what === 'split') edit.split(ACCOUNT, id, instant);
        if (what === 'move') edit.move(ACCOUNT, id, task);
        if (what === 'move all') edit.moveAll(ACCOUNT, task === PAY ? 'web' : 'pay', task);
        if (what === 'remove') edit.remove(ACCOUNT, [id]);
        if (what === 'trim') edit.trim(ACCOUNT, id, otherId);
        if (what === 'type') edit.editCell(ACCOUNT, task, localDay(instant), (pick % 8) * HOUR, long);
        if (what === 'undo') undo.undo(ACCOUNT, pick + 1);
        if (what === 'start') timer.start(ACCOUNT, task);
        if (what === 'start at') timer.start(ACCOUNT, task, instant);
        if (what === 'stop') timer.stop(ACCOUNT);
        if (what === 'stop at') timer.stop(ACCOUNT, instant, true);
        if (what === 'stop since') timer.stopSince(ACCOUNT, instant);
        if (what === 'set start') timer.setStart(ACCOUNT, instant);
        if (what === 'discard') timer.discard(ACCOUNT);
        if (what === 'note') timer.setNote(ACCOUNT, String(pick));
      };
      for (const one of steps) {
        const wasOpen = run.rules.closedWeeks(ACCOUNT).length === 0;
        clock.ms += MINUTE;
        try {
          take(one);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
        // Closing itself was undone.
        if (wasOpen || run.rules.closedWeeks(ACCOUNT).length === 0) return;
        expect((entries.running(ACCOUNT)?.startTime ?? iso(last)) >= iso(last)).toBe(true);
        expect(await run.timesheet.compare(ACCOUNT, WEEK)).toEqual([]);
      }
    }),
  );
});

test('entries before and after a closed week change without a question', async () => {
  const { timesheet, edit, add } = start();
  const [before, after] = [add(PAY, at(8, 23), at(9, 0)), add(PAY, at(16, 0), at(16, 1))];
  await timesheet.close(ACCOUNT, WEEK);
  expect(questionOf(() => edit.remove(ACCOUNT, [before]))).toBe('nothing');
  expect(questionOf(() => edit.remove(ACCOUNT, [after]))).toBe('nothing');
});

test('a timer that began in a closed week is always stopped, noted and discarded without a question', async () => {
  const { timesheet, timer, entries } = start(at(15, 23));
  timer.start(ACCOUNT, PAY);
  await timesheet.close(ACCOUNT, WEEK);
  expect(questionOf(() => timer.setNote(ACCOUNT, 'Deploy'))).toBe('nothing');
  expect(questionOf(() => timer.start(ACCOUNT, WEB))).toBe('nothing');
  expect(questionOf(() => timer.stop(ACCOUNT))).toBe('nothing');
  expect(entries.running(ACCOUNT)).toBeUndefined();
});

test('a timer is not stopped with a start in a closed week: the command line cannot ask', async () => {
  const { timesheet, timer, entries } = start(at(16, 1));
  timer.start(ACCOUNT, PAY);
  await timesheet.close(ACCOUNT, WEEK);
  expect(questionOf(() => timer.stopSince(ACCOUNT, at(15, 22)))).toBe(LOCKED);
  expect(entries.running(ACCOUNT)?.startTime).toBe(iso(at(16, 1)));
  expect(questionOf(() => timer.stopSince(ACCOUNT, at(16, 0)))).toBe('nothing');
});

describe('a task that was created here', () => {
  const NEW: TaskRef = { taskId: 'local 1', identifier: 'PAY', title: 'New', projectId: 'p1', projectName: 'Payments' };

  const link = ({ entries, labels, rules }: ReturnType<typeof start>) => {
    const task = { id: 'server 1', identifier: 'PAY-7' };
    entries.linkTask(ACCOUNT, 'local 1', task);
    labels.linkTask(ACCOUNT, 'local 1', task.id);
    rules.linkTask(ACCOUNT, 'local 1', task);
  };

  test('changes nothing in a closed week when the service gives it its id', async () => {
    const run = start();
    const { timesheet, add } = run;
    add(NEW, at(9, 9), at(9, 10));
    add(WEB, at(9, 10), at(9, 11));
    await timesheet.close(ACCOUNT, WEEK);
    link(run);
    expect(await timesheet.compare(ACCOUNT, WEEK)).toEqual([]);
    expect((await timesheet.read(ACCOUNT, WEEK, WEEK)).tasks).toMatchObject([
      { task: { taskId: 'server 1' } },
      { task: { taskId: 'web' } },
    ]);
  });

  test('gets its id also where what a closed week had is damaged', async () => {
    const run = start();
    const { timesheet, add, database, entries } = run;
    add(NEW, at(9, 9), at(9, 10));
    await timesheet.close(ACCOUNT, WEEK);
    database.exec(`UPDATE closed_week SET cells = '[{"taskId":"local 1"'`);
    link(run);
    expect(entries.ofTask(ACCOUNT, 'server 1')).toHaveLength(1);
  });
});

describe('typing over a cell', () => {
  const cells = async ({ timesheet }: ReturnType<typeof start>, day = WEEK) =>
    (await timesheet.read(ACCOUNT, day, day)).cells;

  test('changes the last entry, as one change with one undo', async () => {
    const run = start();
    run.add(PAY, at(9, 9), at(9, 10));
    const last = run.add(PAY, at(9, 14), at(9, 16, 32));
    run.edit.editCell(ACCOUNT, PAY, WEEK, 2.5 * HOUR);
    expect(run.entries.find(ACCOUNT, last)).toMatchObject({ endTime: iso(at(9, 15, 30)) });
    expect(run.toasts.at(-1)).toBe('PAY-1 on Mon 9 Nov: 2:30');
    run.undo.undo(ACCOUNT, 3);
    expect(run.entries.find(ACCOUNT, last)).toMatchObject({ endTime: iso(at(9, 16, 32)) });
  });

  test('0 deletes all entries of the day, and one undo restores them', async () => {
    const run = start();
    run.add(PAY, at(9, 9), at(9, 10));
    run.add(PAY, at(9, 14), at(9, 16));
    run.edit.editCell(ACCOUNT, PAY, WEEK, 0);
    expect(await cells(run)).toEqual([]);
    run.undo.undo(ACCOUNT, 3);
    expect(await cells(run)).toMatchObject([{ ms: 3 * HOUR, entries: 2 }]);
  });

  test('has the typed length also where the service still has a deleted entry of the same start', async () => {
    const run = start();
    const old = run.add(PAY, at(9, 9), at(9, 10));
    run.outbox.remember(ACCOUNT, old, 'server 1');
    run.edit.editCell(ACCOUNT, PAY, WEEK, 0);
    run.edit.editCell(ACCOUNT, PAY, WEEK, HOUR);
    expect(await cells(run)).toMatchObject([{ ms: HOUR, entries: 1 }]);
    // Entries may share a start; the fingerprint is only in what is sent.
    expect(run.idAt(at(9, 9))).not.toBe('none');
  });

  test('adds an entry to an empty cell', async () => {
    const run = start();
    run.add(WEB, at(9, 9), at(9, 10));
    run.edit.editCell(ACCOUNT, PAY, WEEK, 45 * MINUTE);
    expect(run.entries.between(ACCOUNT, at(9, 10), at(9, 11))).toMatchObject([
      { task: PAY, startTime: iso(at(9, 10)), endTime: iso(at(9, 10, 45)) },
    ]);
  });

  test('asks before an entry exceeds twelve hours', () => {
    const { edit } = start();
    const type = (allowLong: boolean) => () => edit.editCell(ACCOUNT, PAY, WEEK, 13 * HOUR, { allowLong });
    expect(questionOf(type(false))).toBe('needs-confirmation allowLong: Really 13:00 hours?');
    expect(questionOf(type(true))).toBe('nothing');
  });

  test('gives the cell exactly that length and changes no other, or changes nothing', async () => {
    const drawn = fc.record({
      task: fc.constantFrom(PAY, WEB),
      from: fc.integer({ min: -180, max: 1700 }),
      minutes: fc.integer({ min: 1, max: 400 }),
    });
    const typed = fc.array(fc.tuple(fc.constantFrom(PAY, WEB), fc.integer({ min: 0, max: 600 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 6 }), typed, fc.boolean(), async (list, lengths, areSent) => {
        const run = start();
        for (const { task, from, minutes } of list) {
          const begin = at(10) + from * MINUTE;
          const id = run.add(task, begin, begin + minutes * MINUTE);
          if (areSent && id !== 'none') run.outbox.remember(ACCOUNT, id, `server ${id}`);
        }
        const read = async () => {
          const { cells } = await run.timesheet.read(ACCOUNT, WEEK, '2026-11-15');
          return new Map(cells.map(({ taskId, day, ms }) => [`${taskId} ${day}`, ms]));
        };
        for (const [task, minutes] of lengths) {
          const before = await read();
          const key = `${task.taskId} 2026-11-10`;
          let ms = minutes * MINUTE;
          try {
            run.edit.editCell(ACCOUNT, task, '2026-11-10', ms, { allowLong: true });
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            ms = before.get(key) ?? 0;
          }
          const after = await read();
          expect(after.get(key) ?? 0).toBe(ms);
          for (const map of [before, after]) map.delete(key);
          expect(after).toEqual(before);
        }
      }),
      { numRuns: cases(60) },
    );
  });

  test('says why it changes nothing', () => {
    const { edit, add, timer } = start();
    add(PAY, at(9, 9), at(9, 10));
    add(PAY, at(9, 14), at(9, 15));
    const type = (day: string, ms: number) => questionOf(() => edit.editCell(ACCOUNT, PAY, day, ms));
    expect(type(WEEK, 30 * MINUTE)).toBe('invalid : Changing one entry is not enough');
    expect(type('2026-11-19', HOUR)).toBe('invalid : That time is in the future');
    expect(type('2026-11-18', 13 * HOUR)).toBe('invalid : There is no room for that on this day');
    timer.start(ACCOUNT, PAY);
    expect(type('2026-11-18', HOUR)).toBe('invalid : Its timer is running');
    expect(type(WEEK, 2 * HOUR)).toBe('nothing');
  });
});
