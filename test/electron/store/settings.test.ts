/** What the person chose. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../electron/store/database.ts';
import { createSettings } from '../../../electron/store/settings.ts';

const DEFAULTS = {
  theme: 'system' as const,
  language: 'system' as const,
  trayIcon: 'auto' as const,
  zoom: 100 as const,
  pollSeconds: 60,
  pinned: false,
  pinnedOnTop: false,
  askIdle: true,
  idleMinutes: 10,
  stillWorkingHours: 4,
  updates: true,
  assignToMe: false,
  tellCreated: true,
  remindToTrack: { on: false, days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
  reminders: {
    on: true,
    beforeMinutes: [1440, 60],
    dailyAt: '09:00',
    quiet: { on: false, from: '19:00', to: '08:00', days: [0, 6] },
    respectDoNotDisturb: true,
  },
  moveOnStart: {},
};

function fresh() {
  const { database } = openDatabase(':memory:', new Date());
  onTestFinished(() => database.close());
  const stored = (key: string, text: string) =>
    database.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)').run(key, text);
  return { database, settings: createSettings(database), stored };
}

describe('settings', () => {
  test('have defaults', () => {
    expect(fresh().settings.read()).toEqual(DEFAULTS);
  });

  test('change one by one, and stay', () => {
    const { settings, database } = fresh();
    expect(settings.change({ theme: 'dark' })).toEqual({ ...DEFAULTS, theme: 'dark' });
    const both = { ...DEFAULTS, theme: 'dark', pollSeconds: 300 };
    expect(settings.change({ pollSeconds: 300, pinned: undefined })).toEqual(both);
    expect(createSettings(database).read()).toEqual(both);
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
    ['reminders', '{"on":true}'],
    ['remindToTrack', '{"on":true}'],
    ['remindToTrack', '{"on":true,"days":[7],"from":"09:00","to":"17:00"}'],
    ['remindToTrack', '{"on":true,"days":[1],"from":"9:00","to":"24:00"}'],
    ['moveOnStart', '{"p1":{"slug":"doing"}}'],
  ])('a %s of %j counts as never chosen; the others stay', (key, text) => {
    const { settings, stored } = fresh();
    const others = { ...DEFAULTS, theme: 'light', pollSeconds: 90, pinned: true } as const;
    settings.change(others);
    stored(key, text);
    expect(settings.read()).toEqual({ ...others, [key]: DEFAULTS[key as keyof typeof DEFAULTS] });
  });

  test('that no longer parse are set aside once, by name, and stay in the file', () => {
    const { settings, stored, database } = fresh();
    settings.change({ pinned: true });
    settings.keep('last-boards', { w: 'p' });
    stored('theme', '"sepia"');
    stored('zoom', 'no json');
    stored('client-ids', '7');
    stored('sound', '"bell"');
    const now = new Date('2026-11-21T12:00:00.000Z');
    expect(settings.setAside(now)).toEqual(['theme', 'zoom', 'client-ids']);
    expect(settings.setAside(now)).toEqual([]);
    // Chosen anew, what was set aside is not written over.
    settings.change({ theme: 'dark' });
    expect(settings.read()).toEqual({ ...DEFAULTS, pinned: true, theme: 'dark' });
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

  test('of a newer Punchcard are kept and not shown', () => {
    const { settings, stored, database } = fresh();
    stored('sound', '"bell"');
    expect(settings.change({ pinned: true })).toEqual({ ...DEFAULTS, pinned: true });
    expect(database.prepare("SELECT value FROM setting WHERE key = 'sound'").get()?.value).toBe('"bell"');
  });
});

describe('what is kept beside them', () => {
  test('is nothing at first', () => {
    const { settings } = fresh();
    expect(settings.kept('current-account')).toBeUndefined();
    expect(settings.kept('client-ids')).toBeUndefined();
  });

  test('stays, is replaced as a whole, and is no setting', () => {
    const { settings, database } = fresh();
    settings.keep('current-account', 'a1');
    settings.keep('client-ids', { 'https://one/api': 'service-cli', 'https://two/api': 'kaneo-cli' });
    settings.keep('client-ids', { 'https://two/api': 'other' });
    const again = createSettings(database);
    expect(again.kept('current-account')).toBe('a1');
    expect(again.kept('client-ids')).toEqual({ 'https://two/api': 'other' });
    settings.keep('current-account', null);
    expect(again.kept('current-account')).toBeNull();
    expect(again.read()).toEqual(DEFAULTS);
  });

  test('counts as nothing where it no longer parses', () => {
    const { settings, stored } = fresh();
    stored('client-ids', '{"https://one/api":7}');
    stored('current-account', 'not json');
    expect(settings.kept('client-ids')).toBeUndefined();
    expect(settings.kept('current-account')).toBeUndefined();
  });
});
