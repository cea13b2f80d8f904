/** Rules for time: stored per account, read back field by field, and never in the outbox. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTimeRules } from '../../../../electron/features/time-rules/index.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { TimeRules, timeRulesCommands } from '../../../../shared/contract/time-rules.ts';
import { DEFAULT_REPORT, DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import { testContext } from '../context.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');

function start() {
  const { database } = openDatabase(':memory:', new Date(NOW));
  onTestFinished(() => database.close());
  for (const id of ['ada', 'grace', 'hopper']) {
    database
      .prepare(
        `INSERT INTO account (id, kind, base_url, client_id, web_url, user_id, user_name, user_email, workspaces, workspace_id, created_at) VALUES (?, 'device', 'https://x/api', 'c', NULL, ?, 'n', NULL, '[]', 'w', '2026')`,
      )
      .run(id, id);
  }
  const current = {
    /** The open accounts, in their order. */
    open: ['ada'],
    get id(): string | undefined {
      return this.open[0];
    },
    set id(id: string | undefined) {
      this.open = id === undefined ? [] : [id];
    },
  };
  const account = {
    id: () => current.id,
    required: () => ({ id: current.id ?? '' }) as never,
    openIds: () => current.open,
  };
  const invalidate = vi.fn();
  const context = { ...testContext(database, () => NOW), invalidate, showToast: vi.fn() };
  const open = () => createTimeRules(context, account);
  const stored = (name: string, value: string) =>
    database.prepare('INSERT OR REPLACE INTO time_rule VALUES (?, ?, ?)').run('ada', name, value);
  return { context, database, current, invalidate, open, stored, rules: open() };
}

describe('rules', () => {
  test('have defaults: no rounding, eight hours from Monday to Friday, nothing billable', () => {
    expect(start().rules.view()).toEqual({ ...DEFAULT_TIME_RULES, closedWeeks: [] });
  });

  test('are the defaults while nobody is signed in', () => {
    const { rules, current } = start();
    current.id = undefined;
    expect(rules.view()).toEqual({ ...DEFAULT_TIME_RULES, closedWeeks: [] });
  });

  test('are undone and redone one after the other, as a whole', () => {
    const { rules, context } = start();
    const span = { from: NOW - 3_600_000, to: NOW };
    rules.change({ rounding: { mode: 'nearest', minutes: 15, per: 'project' } });
    rules.setNotWork(span, true);
    expect(context.showToast).toHaveBeenCalledWith(
      'Gap answered with “not work”',
      expect.objectContaining({ undoId: 2 }),
    );
    context.undo.undo('ada');
    expect(rules.view()).toMatchObject({ notWork: [], rounding: { mode: 'nearest' } });
    context.undo.undo('ada');
    expect(rules.view()).toEqual({ ...DEFAULT_TIME_RULES, closedWeeks: [] });
    context.undo.redo('ada');
    context.undo.redo('ada');
    expect(rules.view()).toMatchObject({ notWork: [{}], rounding: { mode: 'nearest' } });
  });

  test('are kept after a restart, and published', () => {
    const { rules, open, invalidate } = start();
    rules.change({ rounding: { mode: 'nearest', minutes: 15, per: 'project' } });
    rules.setDaysOff('2026-12-25', '2026-12-25', 'Christmas');
    rules.setLabel('internal', false);
    rules.setProject('p1', 'Payments', { isBillable: true, rate: { amount: 85, currency: 'EUR' } });
    rules.setProject('p1', 'Payments', { hue: 'violet' });
    rules.setReport(null, { ...DEFAULT_REPORT, signatures: true });
    expect(invalidate).toHaveBeenCalledWith('timeRules');
    expect(open().view()).toEqual({
      ...DEFAULT_TIME_RULES,
      rounding: { mode: 'nearest', minutes: 15, per: 'project' },
      daysOff: { '2026-12-25': 'Christmas' },
      billableLabels: { internal: false },
      projects: {
        p1: { name: 'Payments', isBillable: true, rate: { amount: 85, currency: 'EUR' }, hue: 'violet' },
      },
      reports: { all: { ...DEFAULT_REPORT, signatures: true } },
      closedWeeks: [],
    });
  });

  test('of a range of days, half days and holidays are kept; a range that is no range is refused', () => {
    const { rules, open } = start();
    rules.setDaysOff('2026-12-28', '2026-12-30', 'Holiday');
    rules.setDaysOff('2026-12-29', '2026-12-29', null);
    rules.setHalfDay('2026-12-24', 720);
    rules.setHalfDay('2026-12-31', 720);
    rules.setHalfDay('2026-12-31', null);
    const days = { '2026-12-25': { name: 'Christmas', isOff: true } };
    rules.change({ holidays: { file: 'x.ics', path: '/x.ics', days } });
    rules.setHoliday('2026-12-25', false);
    rules.setHoliday('2026-12-26', false);
    expect(open().view()).toMatchObject({
      daysOff: { '2026-12-28': 'Holiday', '2026-12-30': 'Holiday' },
      halfDays: { '2026-12-24': 720 },
      holidays: { days: { '2026-12-25': { name: 'Christmas', isOff: false } } },
    });
    const before = open().view();
    expect(() => rules.setDaysOff('2026-12-30', '2026-12-28', 'x')).toThrow('These days were not added');
    expect(() => rules.setDaysOff('2026-01-01', '2027-12-28', 'x')).toThrow('These days were not added');
    expect(open().view()).toEqual(before);
  });

  test('of a day, a label, a rate and a hue can be removed', () => {
    const { rules } = start();
    rules.setDaysOff('2026-12-25', '2026-12-25', 'Christmas');
    rules.setDaysOff('2026-12-25', '2026-12-25', null);
    rules.setLabel('internal', true);
    rules.setLabel('internal', null);
    rules.setProject('p1', 'Payments', { rate: { amount: 85, currency: 'EUR' }, hue: 'red' });
    rules.setProject('p1', 'Payments', { rate: null, hue: null });
    expect(rules.view()).toMatchObject({
      daysOff: {},
      billableLabels: {},
      projects: { p1: { rate: null, hue: null } },
    });
  });

  test('keep which time is not work, joined and in order, and can take a part of it back', () => {
    const { rules, open } = start();
    const at = (minute: number) => NOW + minute * 60_000;
    const shown = () =>
      open()
        .view()
        .notWork.map(({ from, to }) => [Date.parse(from), Date.parse(to)].map((one) => (one - NOW) / 60_000));
    rules.setNotWork({ from: at(30), to: at(60) }, true);
    rules.setNotWork({ from: at(0), to: at(10) }, true);
    rules.setNotWork({ from: at(50), to: at(90) }, true);
    expect(shown()).toEqual([
      [0, 10],
      [30, 90],
    ]);
    rules.setNotWork({ from: at(0), to: at(40) }, false);
    expect(shown()).toEqual([[40, 90]]);
  });

  test('belong to one account', () => {
    const { rules, current } = start();
    rules.setDaysOff('2026-12-25', '2026-12-25', 'Christmas');
    current.id = 'grace';
    expect(rules.view().daysOff).toEqual({});
    current.id = 'ada';
    expect(rules.view().daysOff).toEqual({ '2026-12-25': 'Christmas' });
  });

  test('of a project with the name of a property of objects are its own', () => {
    const { rules } = start();
    rules.setProject('constructor', 'constructor', { rate: { amount: 60, currency: 'EUR' } });
    expect(rules.view().projects.constructor).toEqual({
      name: 'constructor',
      isBillable: false,
      rate: { amount: 60, currency: 'EUR' },
      hue: null,
    });
  });

  test('count overtime from a day whose weeks can be computed', () => {
    const { 'time-rules.change': change } = timeRulesCommands;
    const from = (day: string) => change.schema.safeParse({ overtime: { from: day, openingMinutes: 0 } }).success;
    expect(['1970-01-01', '2026-11-02', '0202-11-02', '9999-01-01'].map(from)).toEqual([true, true, false, false]);
  });

  test('of a project that vanished stay, with its name', () => {
    const { rules, open } = start();
    rules.setProject('gone', 'Old shop', { rate: { amount: 60, currency: 'EUR' } });
    expect(open().view().projects.gone).toMatchObject({ name: 'Old shop', rate: { amount: 60 } });
  });
});

describe('a damaged rule', () => {
  test('gets its default, is set aside, and resets no other', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => error.mockRestore());
    const { stored, open, database } = start();
    stored('rounding', '{"mode":');
    stored('targets', '{"on":false,"minutes":[0,480]}');
    stored('daysOff', '{"2026-12-25":"Christmas","soon":"x","2026-02-30":"x","2026-12-26":7}');
    stored('projects', '{"p1":{"name":"Pay","isBillable":true,"rate":{"amount":1e309,"currency":"EUR"},"hue":null}}');
    const rules = open().view();
    expect(rules).toMatchObject({
      rounding: DEFAULT_TIME_RULES.rounding,
      targets: { on: false, minutes: DEFAULT_TIME_RULES.targets.minutes },
      daysOff: { '2026-12-25': 'Christmas' },
      projects: {},
    });
    const names = database.prepare('SELECT name FROM time_rule ORDER BY name').all();
    expect(names.map(({ name }) => name)).toContain('rounding.damaged-2026-11-23T12:00:00.000Z');
    error.mockClear();
    expect(open().view()).toEqual(rules);
    expect(error).not.toHaveBeenCalled();
  });

  test('never makes the rules unreadable, whatever is stored', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => error.mockRestore());
    const { stored, open, database } = start();
    const name = fc.constantFrom(...Object.keys(TimeRules.shape));
    fc.assert(
      fc.property(name, fc.oneof(fc.string(), fc.json()), (rule, value) => {
        database.exec('DELETE FROM time_rule');
        stored(rule, value);
        const { closedWeeks: _, ...rules } = open().view();
        expect(TimeRules.parse(rules)).toEqual(rules);
      }),
    );
  });
});

describe('a closed week', () => {
  const cell = { taskId: 't', identifier: 'PAY-1', title: 'Pay', projectName: 'Payments', day: '2026-11-10' };

  test('is listed with what was tracked, until it is opened again', () => {
    const { rules, open } = start();
    rules.close('ada', '2026-11-02', []);
    rules.close('ada', '2026-11-09', [
      { ...cell, ms: 3_600_000 },
      { ...cell, day: '2026-11-11', ms: 1 },
    ]);
    expect(open().view().closedWeeks).toEqual([
      { weekStart: '2026-11-09', closedAt: '2026-11-23T12:00:00.000Z', trackedMs: 3_600_001 },
      { weekStart: '2026-11-02', closedAt: '2026-11-23T12:00:00.000Z', trackedMs: 0 },
    ]);
    expect(open().closedCells('ada', '2026-11-09')).toHaveLength(2);
    expect(open().closedWeeks('grace')).toEqual([]);
    rules.reopen('ada', '2026-11-09');
    expect(open().view().closedWeeks).toHaveLength(1);
    expect(open().closedCells('ada', '2026-11-09')).toBeNull();
  });
});

describe('several open accounts', () => {
  const RATE = { rate: { amount: 85, currency: 'EUR' } };

  test('share the rules and closed weeks of the first, whatever their order, and when it is signed out of', () => {
    const { rules, open, current } = start();
    rules.setProject('p1', 'Payments', RATE);
    rules.close('ada', '2026-11-09', []);
    const before = rules.view();
    for (const accounts of [['ada', 'grace'], ['grace', 'ada'], ['grace'], ['grace', 'ada'], ['ada']]) {
      current.open = accounts;
      const key = accounts.join() === 'ada' ? 'p1' : 'ada p1';
      for (const now of [rules, open()]) {
        expect(now.view(), accounts.join()).toEqual({ ...before, projects: { [key]: before.projects.p1 } });
        expect(now.closedWeeks(accounts[0] ?? '')).toEqual(before.closedWeeks);
      }
    }
  });

  test('share what is changed while the one that keeps the rules is signed out of', () => {
    const { rules, open, current } = start();
    rules.setLabel('call', true);
    current.open = ['ada', 'grace'];
    rules.view();
    current.open = ['grace'];
    rules.setProject('p1', 'Payments', RATE);
    rules.close('grace', '2026-11-09', []);
    rules.replace('grace', { ...rules.stored('grace'), notWork: [] });
    const changed = open().view();
    expect([changed.projects.p1?.rate, changed.closedWeeks.length]).toEqual([RATE.rate, 1]);
    current.open = ['ada'];
    expect(open().view()).toEqual({ ...changed, projects: { 'grace p1': changed.projects.p1 } });
    rules.reopen('ada', '2026-11-09');
    current.open = ['grace'];
    expect([open().view().closedWeeks, open().closedCells('grace', '2026-11-09')]).toEqual([[], null]);
  });

  test('have the rules of one that is added, if there were none', () => {
    const { rules, current } = start();
    rules.setProject('p1', 'Payments', RATE);
    const before = rules.view();
    current.open = ['grace'];
    expect(rules.view().projects).toEqual({});
    const ofAda = { ...before, projects: { 'ada p1': before.projects.p1 } };
    current.open = ['grace', 'ada'];
    expect(rules.view()).toEqual(ofAda);
    current.open = ['grace'];
    expect(rules.view()).toEqual(ofAda);
  });

  test('have rules of their own for projects with the same id, whichever is open', () => {
    const { rules, open, current, context } = start();
    rules.setProject('p1', 'Payments', RATE);
    rules.setReport(null, { ...DEFAULT_REPORT, sender: 'Ada' });
    current.open = ['ada', 'grace'];
    rules.view();
    rules.setProject('grace p1', 'Payments', { hue: 'pink' });
    rules.setReport('grace p1', DEFAULT_REPORT);
    const both = rules.view();
    expect(both.projects).toMatchObject({ 'ada p1': { ...RATE, hue: null }, 'grace p1': { rate: null, hue: 'pink' } });
    expect(Object.keys(both.reports)).toEqual(['all', 'grace p1']);
    current.open = ['grace'];
    expect(open().view().projects).toMatchObject({ 'ada p1': RATE, p1: { rate: null, hue: 'pink' } });
    rules.setProject('p1', 'Payments', { isBillable: true });
    current.open = ['ada', 'grace'];
    expect(open().view().projects['grace p1']).toMatchObject({ isBillable: true, hue: 'pink' });
    rules.replace('ada', rules.stored('ada'));
    expect(rules.view().projects).toEqual({
      ...both.projects,
      'grace p1': { ...both.projects['grace p1'], isBillable: true },
    });
    context.undo.undo('grace');
    expect(rules.view()).toEqual(both);
    rules.transfer('grace', 'hopper');
    current.open = ['ada', 'hopper'];
    expect(Object.keys(rules.view().projects)).toEqual(['ada p1', 'hopper p1']);
  });

  test('that were open one at a time have the rules and closed weeks of both; those of the first win', () => {
    const { rules, open, current } = start();
    const cell = { taskId: 't', identifier: 'PAY-1', title: 'Pay', projectName: 'Payments', day: '2026-11-10', ms: 1 };
    for (const [id, weeks] of [
      ['ada', ['2026-11-09']],
      ['grace', ['2026-11-02', '2026-11-09']],
    ] as const) {
      current.open = [id];
      rules.setProject('p1', `Of ${id}`, RATE);
      rules.setDaysOff('2026-12-25', '2026-12-25', id);
      rules.setDaysOff(`2026-12-0${id.length}`, `2026-12-0${id.length}`, id);
      rules.setReport(null, { ...DEFAULT_REPORT, sender: id });
      rules.setReport('p1', DEFAULT_REPORT);
      for (const week of weeks) rules.close(id, week, [cell]);
    }
    rules.change({ rounding: { mode: 'up', minutes: 6, per: 'task' } });
    rules.setNotWork({ from: NOW - 2, to: NOW }, true);
    current.open = ['ada', 'grace'];
    for (const now of [rules, open()]) {
      expect(now.view()).toMatchObject({
        rounding: { minutes: 6 },
        notWork: [{ to: '2026-11-23T12:00:00.000Z' }],
        daysOff: { '2026-12-25': 'ada', '2026-12-03': 'ada', '2026-12-05': 'grace' },
        projects: { 'ada p1': { name: 'Of ada' }, 'grace p1': { name: 'Of grace' } },
        reports: { all: { sender: 'ada' }, 'ada p1': DEFAULT_REPORT, 'grace p1': DEFAULT_REPORT },
        closedWeeks: [
          { weekStart: '2026-11-09', trackedMs: 2 },
          { weekStart: '2026-11-02', trackedMs: 1 },
        ],
      });
      const accountsOf = (week: string) => now.closedCells('ada', week)?.map(({ accountId }) => accountId);
      expect([accountsOf('2026-11-02'), accountsOf('2026-11-09')]).toEqual([['grace'], ['ada', 'grace']]);
    }
    rules.reopen('grace', '2026-11-02');
    current.open = ['grace'];
    expect(open().view().closedWeeks).toHaveLength(1);
  });

  test('bring along what they kept with an account that is closed now', () => {
    const { rules, current } = start();
    current.open = ['grace', 'ada'];
    rules.setProject('grace p1', 'Of grace', RATE);
    rules.setProject('ada p1', 'Of ada', RATE);
    current.open = ['hopper'];
    rules.setLabel('call', true);
    current.open = ['hopper', 'ada'];
    const names = () => Object.entries(rules.view().projects).map(([key, { name }]) => `${key}: ${name}`);
    expect(names().sort()).toEqual(['ada p1: Of ada', 'grace p1: Of grace']);
    current.open = ['grace'];
    expect(names().sort()).toEqual(['ada p1: Of ada', 'p1: Of grace']);
  });

  test.each(['ada', 'grace'])('keep the rules that apply when one takes over the other: %s has them', (keeper) => {
    const { rules, open, current } = start();
    for (const id of ['ada', 'grace']) {
      current.open = [id];
      rules.setProject('p1', `Of ${id}`, RATE);
    }
    current.open = [keeper, keeper === 'ada' ? 'grace' : 'ada'];
    expect(rules.view().projects).toMatchObject({ [`${keeper} p1`]: { name: `Of ${keeper}` } });
    rules.transfer('ada', 'grace');
    for (const accounts of [['grace', 'ada'], ['grace']]) {
      current.open = accounts;
      const key = accounts.length === 1 ? 'p1' : 'grace p1';
      for (const now of [rules, open()])
        expect(now.view().projects, accounts.join()).toMatchObject({ [key]: { name: `Of ${keeper}` } });
    }
  });
});

test('nothing of the rules is put into the outbox', () => {
  const { rules, database } = start();
  rules.setProject('p1', 'Payments', { rate: { amount: 85, currency: 'EUR' } });
  rules.close('ada', '2026-11-09', []);
  expect(database.prepare('SELECT count(*) AS n FROM outbox').get()).toEqual({ n: 0 });
});
