/** The backup of rules and closed weeks: what its file holds, which files are refused, and that restoring can be undone. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAccountStore } from '../../../../electron/features/account/account-store.ts';
import type { FeatureContext } from '../../../../electron/features/context.ts';
import { createRulesBackup, createTimeRules } from '../../../../electron/features/time-rules/index.ts';
import { backupText, parseBackup } from '../../../../electron/features/time-rules/rules-backup.ts';
import { StoredRules } from '../../../../electron/features/time-rules/rules-store.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { ValidationError } from '../../../../shared/errors/app-error.ts';
import { DEFAULT_REPORT, DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import { TINTS } from '../../../../shared/tint.ts';
import { cases } from '../../../properties.ts';
import { addAccount } from '../account/account-row.ts';
import { testContext } from '../context.ts';

const SAVED_AT = '2026-11-23T12:00:00.000Z';
const FILE = 'punchcard-rules-2026-11-23.json';
const CELL = {
  taskId: 't',
  identifier: 'PAY-1',
  title: 'Pay',
  projectName: 'Payments',
  day: '2026-11-10',
  ms: 3_600_000,
};
const RULES: StoredRules = {
  ...DEFAULT_TIME_RULES,
  rounding: { mode: 'up', minutes: 6, per: 'project' },
  daysOff: { '2026-12-25': 'Christmas' },
  overtime: { from: '2026-01-01', openingMinutes: -90 },
  billableLabels: { internal: false },
  projects: { gone: { name: 'Old shop', isBillable: true, rate: { amount: 60, currency: 'EUR' }, hue: 'violet' } },
  reports: { all: DEFAULT_REPORT, gone: { ...DEFAULT_REPORT, recipient: 'Old shop\nHarbour 1' } },
  closedWeeks: [{ weekStart: '2026-11-09', closedAt: SAVED_AT, cells: [CELL] }],
};

function start() {
  const clock = { ms: Date.parse(SAVED_AT) };
  const { database } = openDatabase(':memory:', new Date(clock.ms));
  onTestFinished(() => database.close());
  addAccount(database, 'ada', 'u');
  addAccount(database, 'grace', 'g');
  const saved: [name: string, text: string][] = [];
  const shown: Parameters<FeatureContext['showToast']>[] = [];
  const invalidate = vi.fn();
  const context = {
    ...testContext(database, () => clock.ms),
    invalidate,
    showToast: (...toast: Parameters<FeatureContext['showToast']>) => void shown.push(toast),
  };
  const chosen = { text: null as string | null };
  const known = createAccountStore(database, () => clock.ms);
  const account = {
    id: () => 'ada',
    required: () => ({ id: 'ada' }) as never,
    openIds: () => ['ada'],
    known: () => known.others(''),
  };
  const open = () => createTimeRules(context, account);
  const rules = open();
  const backup = createRulesBackup(context, {
    account,
    rules,
    saveFile: async (name, text) => {
      saved.push([name, text]);
      return `/home/ada/${name}`;
    },
    openTextFile: async () => (chosen.text === null ? null : { name: FILE, text: chosen.text }),
  });
  const restore = (text: string | null) => {
    chosen.text = text;
    return backup.restore();
  };
  return { database, clock, saved, shown, invalidate, context, open, rules, backup, restore };
}

const fileWith = (changed: object, rules: object = {}) =>
  JSON.stringify({ ...JSON.parse(backupText(RULES, SAVED_AT)), rules: { ...RULES, ...rules }, ...changed });

describe('a backup', () => {
  test('is a versioned JSON file with all rules, report switches and closed weeks', async () => {
    const { rules, backup, saved } = start();
    rules.replace('ada', RULES);
    expect(await backup.save()).toBe(`/home/ada/${FILE}`);
    const [name, text = ''] = saved[0] ?? [];
    expect(name).toBe(FILE);
    expect(text.split('\n').length).toBeGreaterThan(50);
    const accounts = [{ id: 'ada', address: 'http://ada.example/api', userId: 'u', workspaceId: null }];
    const head = { format: 'punchcard-time-rules', version: 2, savedAt: SAVED_AT, accounts };
    expect(JSON.parse(text)).toEqual({ ...head, rules: RULES });
  });

  test('brings back what was saved, also of projects that vanished', async () => {
    const { rules, restore, open, invalidate } = start();
    await restore(backupText(RULES, SAVED_AT));
    expect(invalidate).toHaveBeenCalledWith('timeRules');
    expect(open().stored('ada')).toEqual(RULES);
    expect(rules.view().closedWeeks).toEqual([{ weekStart: '2026-11-09', closedAt: SAVED_AT, trackedMs: 3_600_000 }]);
    expect(rules.view().projects.gone).toMatchObject({ name: 'Old shop', rate: { amount: 60 } });
  });

  test('brings back any rules', () => {
    const { rules } = start();
    fc.assert(
      fc.property(anyRules, (stored) => {
        rules.replace('ada', parseBackup(FILE, backupText(stored, SAVED_AT)).rules);
        expect(rules.stored('ada')).toEqual(stored);
      }),
      { numRuns: cases(50) },
    );
  });

  test('replaces the rules of the account alone, and opens weeks that it does not have', async () => {
    const { rules, restore } = start();
    rules.replace('grace', RULES);
    rules.setDaysOff('2026-05-01', '2026-05-01', 'May Day');
    rules.close('ada', '2026-11-02', [CELL]);
    await restore(backupText({ ...RULES, closedWeeks: [] }, SAVED_AT));
    expect(rules.stored('ada')).toEqual({ ...RULES, closedWeeks: [] });
    expect(rules.stored('grace')).toEqual(RULES);
  });

  test('leaves out a closed week whose time cannot be read', () => {
    const { rules, database } = start();
    rules.replace('ada', RULES);
    database.exec(`UPDATE closed_week SET cells = '[{"taskId":7}]'`);
    expect(rules.stored('ada').closedWeeks).toEqual([]);
  });
});

describe('restoring', () => {
  test('can be undone and redone', async () => {
    const { rules, restore, shown, context } = start();
    rules.setLabel('support', true);
    rules.close('ada', '2026-11-02', [CELL]);
    const before = rules.stored('ada');
    await restore(backupText(RULES, SAVED_AT));
    const [text, offer] = shown[0] ?? [];
    expect([text, offer?.label]).toEqual(['Time rules restored', 'Undo']);
    context.undo.undo('ada', offer?.undoId ?? -1);
    expect(rules.stored('ada')).toEqual(before);

    context.undo.redo('ada');
    expect(rules.stored('ada')).toEqual(RULES);
  });

  test('gives what is of an account the id that it has here; what is of an account that is not here is left out', async () => {
    const { rules, restore, shown, backup, saved } = start();
    const at = (id: string, host: string, userId: string) =>
      ({ id, address: `http://${host}.example/api`, userId, workspaceId: 'w' }) as const;
    const accounts = [at('g', 'grace', 'g'), at('a', 'ada', 'u'), at('x', 'gone', 'u'), at('y', 'ada', 'v')];
    const project = RULES.projects.gone as StoredRules['projects'][string];
    const cells = [CELL, { ...CELL, accountId: 'a' }, { ...CELL, accountId: 'x' }];
    const there = {
      ...RULES,
      projects: { p: project, 'a p': project, 'x p': project },
      reports: { all: DEFAULT_REPORT, 'a p': DEFAULT_REPORT },
      closedWeeks: [{ weekStart: '2026-11-09', closedAt: SAVED_AT, cells }],
    };
    await restore(backupText(there, SAVED_AT, accounts));
    const here = {
      ...RULES,
      projects: { 'grace p': project, p: project },
      reports: { all: DEFAULT_REPORT, p: DEFAULT_REPORT },
      closedWeeks: [{ weekStart: '2026-11-09', closedAt: SAVED_AT, cells: [{ ...CELL, accountId: 'grace' }, CELL] }],
    };
    expect(rules.stored('ada')).toEqual(here);
    expect(shown[0]?.[0]).toMatch(/not on this computer: gone\.example$/);
    await backup.save();
    expect(parseBackup(FILE, saved[0]?.[1] ?? '').accounts.map(({ id }) => id)).toEqual(['ada', 'grace']);
    await restore(saved[0]?.[1] ?? '');
    expect([rules.stored('ada'), shown[1]?.[0]]).toEqual([here, 'Time rules restored']);
  });

  test('of one account, which is not here under its address, is for the account that is', async () => {
    const { rules, restore } = start();
    const former = { id: 'a', address: 'http://former.example/api', userId: 'u', workspaceId: null };
    await restore(backupText(RULES, SAVED_AT, [former]));
    expect(rules.stored('ada')).toEqual(RULES);
  });

  test('changes nothing if no file is chosen', async () => {
    const { rules, restore, shown } = start();
    await restore(null);
    expect([rules.stored('ada'), shown]).toEqual([{ ...DEFAULT_TIME_RULES, closedWeeks: [] }, []]);
  });

  test('changes nothing if the database refuses a part of it', async () => {
    const { rules, restore, open, database, shown } = start();
    rules.close('ada', '2026-11-02', [CELL]);
    const before = rules.stored('ada');
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON closed_week BEGIN SELECT raise(ABORT, 'full'); END`);
    await expect(restore(backupText(RULES, SAVED_AT))).rejects.toThrow('full');
    expect([open().stored('ada'), shown]).toEqual([before, []]);
  });

  test.each([
    ['nothing', '', 'That is not a backup of time rules'],
    ['no JSON', 'Rounding: up', 'That is not a backup of time rules'],
    ['half of the file', backupText(RULES, SAVED_AT).slice(0, 500), 'That is not a backup of time rules'],
    ['other JSON', '[1]', 'That is not a backup of time rules'],
    ['another format', fileWith({ format: 'other' }), 'That is not a backup of time rules'],
    ['no version', fileWith({ version: '1' }), 'That is not a backup of time rules'],
    ['a newer version', fileWith({ version: 3, rules: 'unknown' }), 'This backup needs a newer Punchcard'],
    ['no rules', fileWith({ rules: undefined }), `${FILE} has a missing or invalid value: rules.`],
    ['a missing rule', fileWith({}, { targets: undefined }), 'invalid value: rules.targets.'],
    [
      'a step of 61 minutes',
      fileWith({}, { rounding: { mode: 'up', minutes: 61, per: 'task' } }),
      'rules.rounding.minutes.',
    ],
    ['a day off in soon', fileWith({}, { daysOff: { soon: 'x' } }), 'rules.daysOff.soon.'],
    [
      'a rate of 1e309',
      backupText(RULES, SAVED_AT).replace('"amount": 60', '"amount": 1e309'),
      'rules.projects.gone.rate.amount.',
    ],
    [
      'a week that never was',
      fileWith({}, { closedWeeks: [{ weekStart: '2026-02-30', closedAt: SAVED_AT, cells: [] }] }),
      'rules.closedWeeks.0.weekStart.',
    ],
    [
      'a cell of 1e18 ms',
      fileWith({}, { closedWeeks: [{ ...RULES.closedWeeks[0], cells: [{ ...CELL, ms: 1e18 }] }] }),
      'rules.closedWeeks.0.cells.0.ms.',
    ],
    [
      '2,001 days off',
      fileWith({}, { daysOff: Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`day ${at}`, 'x'])) }),
      `${FILE} has more than 2,000 entries of a kind`,
    ],
    [
      '2,001 closed weeks',
      fileWith({}, { closedWeeks: Array(2_001).fill(RULES.closedWeeks[0]) }),
      'This backup is too large',
    ],
    [
      'a week of 2,001 cells',
      fileWith({}, { closedWeeks: [{ ...RULES.closedWeeks[0], cells: Array(2_001).fill(CELL) }] }),
      'This backup is too large',
    ],
    [
      'too many levels',
      fileWith({}, { more: JSON.parse('['.repeat(70) + ']'.repeat(70)) }),
      'This backup is too large',
    ],
  ])('refuses a file with %s and says why', async (_, text, why) => {
    const { rules, restore, shown } = start();
    rules.setLabel('support', true);
    const before = rules.stored('ada');
    const error = await restore(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toHaveProperty('message', expect.stringContaining(why));
    expect(error).toHaveProperty('view.whatWasKept', 'Your rules and closed weeks were not changed.');
    expect([rules.stored('ada'), shown]).toEqual([before, []]);
  });

  test('does not parse a file with too many levels, or too many cells in all', () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const cells = JSON.stringify(Array(2_000).fill(CELL));
    for (const text of ['['.repeat(6_000_000), `[${Array(22).fill(cells)}]`]) {
      expect(() => parseBackup(FILE, text)).toThrow('This backup is too large');
    }
    expect(parse).not.toHaveBeenCalled();
  });

  test('accepts ten years of closed weeks with sixty cells', () => {
    const cells = Array(60).fill(CELL);
    const monday = (at: number) => new Date(Date.UTC(2016, 0, 4 + 7 * at)).toISOString().slice(0, 10);
    const weeks = Array.from({ length: 520 }, (_, at) => ({ weekStart: monday(at), closedAt: SAVED_AT, cells }));
    expect(parseBackup(FILE, fileWith({}, { closedWeeks: weeks })).rules.closedWeeks).toHaveLength(520);
  });

  test('describes the first of many invalid cells only', () => {
    const text = fileWith({}, { closedWeeks: [{ ...RULES.closedWeeks[0], cells: Array(2_000).fill({}) }] });
    const { issues = [] } = StoredRules.safeParse(JSON.parse(text).rules).error ?? {};
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['closedWeeks.0.cells.0.taskId']);
  });

  test('ignores unknown fields, and cleans texts as commands do', () => {
    const closedWeeks = [{ ...RULES.closedWeeks[0], cells: [{ ...CELL, title: 'Pay\u202E\nnow', more: 1 }] }];
    const text = fileWith({ more: 1 }, { more: { deep: true }, daysOff: { '2026-12-25': ' Christmas ' }, closedWeeks });
    const cells = [{ ...CELL, title: 'Pay now' }];
    expect(parseBackup(FILE, text).rules).toEqual({ ...RULES, closedWeeks: [{ ...RULES.closedWeeks[0], cells }] });
  });

  test('reads files of version 1 for good', () => {
    // As saved in 2026. If it is refused, a default is missing for a new rule.
    const report =
      '"language":null,"onlyBillable":false,"hours":"rounded","notes":true,"rate":false,"signatures":false';
    const text = `{"format":"punchcard-time-rules","version":1,"savedAt":"2026-11-23T12:00:00.000Z","rules":{
      "rounding":{"mode":"nearest","minutes":15,"per":"task"},"targets":{"on":true,"minutes":[0,480,480,480,480,360,0]},
      "daysOff":{"2026-12-25":"Christmas"},"overtime":{"from":"2026-01-01","openingMinutes":250},
      "billableLabels":{"internal":false},"reports":{"all":{${report},"recipient":"","sender":"Ada"}},
      "projects":{"p1":{"name":"Payments","isBillable":true,"rate":{"amount":85,"currency":"EUR"},"hue":null}},
      "closedWeeks":[{"weekStart":"2026-11-09","closedAt":"2026-11-16T08:00:00.000Z","cells":[{"taskId":"t",
        "identifier":"PAY-1","title":"Pay","projectName":"Payments","day":"2026-11-10","ms":3600000}]}]}}`;
    expect(parseBackup(FILE, text).rules).toMatchObject({
      rounding: { minutes: 15 },
      closedWeeks: [{ cells: [CELL] }],
    });
  });
});

/** Texts are cleaned and too long ones refused by the schema, so that these are rules as they can be stored. */
const anyRules: fc.Arbitrary<StoredRules> = (() => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const key = fc.string({ minLength: 1, maxLength: 40 });
  const day = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const minutes = fc.integer({ min: 0, max: 1440 });
  const report = fc.record({
    language: fc.constantFrom(null, 'en', 'de'),
    onlyBillable: fc.boolean(),
    hours: fc.constantFrom('rounded', 'exact'),
    notes: fc.boolean(),
    rate: fc.boolean(),
    signatures: fc.boolean(),
    recipient: text,
    sender: text,
  });
  const rate = fc.record({
    amount: fc.double({ min: 0, max: 1_000_000, noNaN: true }),
    currency: fc.constantFrom('EUR', 'GBP', 'USD'),
  });
  const cell = fc.record({
    taskId: key,
    identifier: text,
    title: text,
    projectName: text,
    day,
    ms: fc.integer({ min: 0, max: 8_640_000_000 }),
  });
  const week = fc.record({
    weekStart: day,
    closedAt: day.map((date) => `${date}T12:00:00.000Z`),
    cells: fc.array(cell, { maxLength: 5 }),
  });
  return fc
    .record({
      rounding: fc.record({
        mode: fc.constantFrom('none', 'nearest', 'up', 'down'),
        minutes: fc.integer({ min: 1, max: 60 }),
        per: fc.constantFrom('task', 'project'),
      }),
      targets: fc.record({ on: fc.boolean(), minutes: fc.array(minutes, { minLength: 7, maxLength: 7 }) }),
      daysOff: fc.dictionary(
        day,
        text.filter((name) => name.trim() !== ''),
      ),
      halfDays: fc.dictionary(day, fc.integer({ min: 1, max: 1440 })),
      holidays: fc.option(
        fc.record({
          file: key,
          path: key,
          days: fc.dictionary(day, fc.record({ name: fc.constantFrom('Christmas', 'Unity'), isOff: fc.boolean() })),
        }),
      ),
      overtime: fc.record({
        from: fc.option(day),
        openingMinutes: fc.integer({ min: -600_000, max: 600_000 }),
      }),
      billableLabels: fc.dictionary(key, fc.boolean()),
      projects: fc.dictionary(
        key,
        fc.record({
          name: text,
          isBillable: fc.boolean(),
          rate: fc.option(rate),
          hue: fc.option(fc.constantFrom(...TINTS)),
        }),
      ),
      reports: fc.dictionary(key, report),
      closedWeeks: fc
        .uniqueArray(week, { selector: ({ weekStart }) => weekStart, maxLength: 4 })
        .map((weeks) => weeks.sort((one, other) => (one.weekStart < other.weekStart ? 1 : -1))),
    })
    .map((rules) => StoredRules.safeParse(rules).data)
    .filter((rules) => rules !== undefined);
})();
