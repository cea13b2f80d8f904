/** Settings and stored values in a database. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../electron/store/database.ts';
import { createSettings } from '../../../electron/store/settings.ts';
import { DEFAULT_SETTINGS, Settings } from '../../../shared/contract/settings.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all fields, such as `reminders.quiet.from`, including objects. */
function pathsOf(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) => [
    `${prefix}${name}`,
    ...(isFields(value) ? pathsOf(value, `${prefix}${name}.`) : []),
  ]);
}

const at = (fields: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isFields(value) ? value[name] : undefined), fields);

function withAt<T extends Fields>(fields: T, path: string, value: unknown): T {
  const [name = '', ...rest] = path.split('.');
  const inner = fields[name];
  return { ...fields, [name]: rest.length > 0 && isFields(inner) ? withAt(inner, rest.join('.'), value) : value };
}

const isValidAt = (path: string, value: unknown): boolean =>
  Settings.safeParse(withAt(DEFAULT_SETTINGS, path, value)).success;

function fresh() {
  const { database } = openDatabase(':memory:', new Date());
  onTestFinished(() => database.close());
  const stored = (key: string, text: string) =>
    database.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)').run(key, text);
  return { database, settings: createSettings(database), stored };
}

describe('settings', () => {
  test('Settings have defaults', () => {
    expect(fresh().settings.read()).toEqual(DEFAULT_SETTINGS);
  });

  test('Changed settings are saved, the others keep their values', () => {
    const { settings, database } = fresh();
    expect(settings.change({ theme: 'dark' })).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
    const both = { ...DEFAULT_SETTINGS, theme: 'dark', pollSeconds: 300 };
    expect(settings.change({ pollSeconds: 300, pinned: undefined })).toEqual(both);
    expect(createSettings(database).read()).toEqual(both);
  });

  test('Settings are read from disk once', () => {
    const { settings, stored } = fresh();
    const before = settings.read();
    stored('theme', '"dark"');
    expect(settings.read()).toBe(before);
  });

  test.each([
    ['theme', '"sepia"'],
    ['theme', 'dark'],
    ['theme', ''],
    ['theme', 'null'],
    ['pollSeconds', '5'],
    ['pollSeconds', '"60"'],
    ['pollSeconds', '1e9'],
    ['pollSeconds', '60.5'],
    ['pinned', '1'],
    ['pinned', '{"deep":'],
    ['idleMinutes', '0'],
    ['idleMinutes', '121'],
    ['stillWorkingHours', '-1'],
    ['reminders', 'true'],
    ['moveOnStart', '{"p1":{"slug":"doing"}}'],
  ])('A damaged %s of %j reads as its default; the others keep their values', (key, text) => {
    const { settings, database, stored } = fresh();
    const others = { ...DEFAULT_SETTINGS, theme: 'light', pollSeconds: 90, pinned: true } as const;
    settings.change(others);
    stored(key, text);
    expect(createSettings(database).read()).toEqual({
      ...others,
      [key]: DEFAULT_SETTINGS[key as keyof typeof DEFAULT_SETTINGS],
    });
  });

  const paths = pathsOf(DEFAULT_SETTINGS);
  const chosen: Settings = {
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    zoom: 125,
    pollSeconds: 90,
    remindToTrack: { on: true, days: [2], from: '10:00', to: '11:00' },
    reminders: {
      on: false,
      beforeMinutes: [5],
      dailyAt: '07:30',
      quiet: { on: true, from: '20:00', to: '06:00', days: [3] },
      respectDoNotDisturb: false,
    },
    moveOnStart: { p1: { slug: 'doing', name: 'Doing', isFinal: false } },
  };

  test('A missing or damaged field gets its default, and no other field changes', () => {
    expect(paths).toContain('reminders.quiet.from');
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.constantFrom(undefined, null, -1, 0.5, 'nonsense', [null], ['nonsense']),
        (path, value) => {
          fc.pre(!isValidAt(path, value));
          const { settings, stored, database } = fresh();
          for (const [key, whole] of Object.entries(withAt(chosen, path, value))) {
            if (whole !== undefined) stored(key, JSON.stringify(whole));
          }
          const mended = withAt(chosen, path, at(DEFAULT_SETTINGS, path));
          // What a damaged part did not permit is not known.
          const isOff = value !== undefined && path.startsWith('assistants');
          const expected = isOff ? withAt(mended, 'assistants.on', false) : mended;
          expect(settings.read()).toEqual(expected);
          const [name] = path.split('.');
          // A missing field comes from an earlier version and is no damage.
          expect(settings.setAside(NOW)).toEqual(value === undefined ? [] : [name]);
          expect(settings.read()).toEqual(expected);
          const select = database.prepare('SELECT value FROM setting WHERE key = ?');
          const before = select.get(`${name}.damaged-${NOW.toISOString()}`)?.value;
          if (value !== undefined) expect(at(JSON.parse(`{"${name}":${before}}`), path)).toEqual(value);
        },
      ),
    );
  });

  test('A damaged value of one project keeps those of the others', () => {
    const { settings, stored } = fresh();
    const doing = { slug: 'doing', name: 'Doing', isFinal: false };
    stored('moveOnStart', JSON.stringify({ p1: { slug: 'doing' }, p2: doing }));
    expect(settings.setAside(NOW)).toEqual(['moveOnStart']);
    expect(settings.read().moveOnStart).toEqual({ p2: doing });
  });

  test('Damaged values are set aside once, by name, and stay in the file', () => {
    const { settings, stored, database } = fresh();
    settings.change({ pinned: true });
    settings.writeValue('last-boards', { w: 'p' });
    stored('theme', '"sepia"');
    stored('zoom', 'no json');
    stored('client-ids', '7');
    stored('sound', '"bell"');
    const now = new Date('2026-11-21T12:00:00.000Z');
    expect(settings.setAside(now)).toEqual(['theme', 'zoom', 'client-ids']);
    expect(settings.setAside(now)).toEqual([]);
    // A new choice does not overwrite the value set aside.
    settings.change({ theme: 'dark' });
    expect(settings.read()).toEqual({ ...DEFAULT_SETTINGS, pinned: true, theme: 'dark' });
    const rows = database.prepare('SELECT key, value FROM setting').all();
    expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual({
      pinned: 'true',
      'last-boards': '{"w":"p"}',
      sound: '"bell"',
      theme: '"dark"',
      'theme.damaged-2026-11-21T12:00:00.000Z': '"sepia"',
      'zoom.damaged-2026-11-21T12:00:00.000Z': 'no json',
      'client-ids.damaged-2026-11-21T12:00:00.000Z': '7',
    });
  });

  test('Settings of a newer version are kept in the file and ignored', () => {
    const { settings, stored, database } = fresh();
    stored('sound', '"bell"');
    expect(settings.change({ pinned: true })).toEqual({ ...DEFAULT_SETTINGS, pinned: true });
    expect(database.prepare("SELECT value FROM setting WHERE key = 'sound'").get()?.value).toBe('"bell"');
  });
});

describe('stored values', () => {
  test('A missing value reads as undefined', () => {
    const { settings } = fresh();
    expect(settings.readValue('current-account')).toBeUndefined();
    expect(settings.readValue('client-ids')).toBeUndefined();
  });

  test('A value is saved, replaced as a whole, and no setting', () => {
    const { settings, database } = fresh();
    settings.writeValue('current-account', 'a1');
    settings.writeValue('client-ids', { 'https://one/api': 'service-cli', 'https://two/api': 'kaneo-cli' });
    settings.writeValue('client-ids', { 'https://two/api': 'other' });
    const again = createSettings(database);
    expect(again.readValue('current-account')).toBe('a1');
    expect(again.readValue('client-ids')).toEqual({ 'https://two/api': 'other' });
    settings.writeValue('current-account', null);
    expect(again.readValue('current-account')).toBeNull();
    expect(again.read()).toEqual(DEFAULT_SETTINGS);
  });

  test('A damaged value reads as undefined', () => {
    const { settings, stored } = fresh();
    stored('client-ids', '{"https://one/api":7}');
    stored('current-account', 'not json');
    expect(settings.readValue('client-ids')).toBeUndefined();
    expect(settings.readValue('current-account')).toBeUndefined();
  });
});
