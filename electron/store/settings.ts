/** What the person chose. A value that no longer parses counts as never chosen, is set aside at the start, and said. */

import type { z } from 'zod';
import { type SettingName, Settings, StoredValue, type StoredValueName } from '../../shared/contract/settings.ts';
import type { Database } from './database.ts';
import { readJson } from './json.ts';

const DEFAULTS: Settings = {
  theme: 'system',
  language: 'system',
  trayIcon: 'auto',
  zoom: 100,
  pollSeconds: 60,
  pinned: false,
  pinnedOnTop: false,
  askIdle: true,
  idleMinutes: 10,
  stillWorkingHours: 4,
  remindToTrack: { on: false, days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
  updates: true,
  assignToMe: false,
  tellCreated: true,
  reminders: {
    on: true,
    beforeMinutes: [1440, 60],
    dailyAt: '09:00',
    quiet: { on: false, from: '19:00', to: '08:00', days: [0, 6] },
    respectDoNotDisturb: true,
  },
  moveOnStart: {},
};

export interface SettingsStore {
  read(): Settings;
  change(changed: { [K in keyof Settings]?: Settings[K] | undefined }): Settings;
  kept<N extends StoredValueName>(name: N): z.infer<(typeof StoredValue)[N]> | undefined;
  keep<N extends StoredValueName>(name: N, value: z.infer<(typeof StoredValue)[N]>): void;
  /** Gives what no longer parses another key, under which it stays, and says which it was. What only a newer Punchcard knows is left. */
  setAside(now: Date): SettingName[];
}

export function createSettings(database: Database): SettingsStore {
  const select = database.prepare('SELECT value FROM setting WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );

  const rename = database.prepare('UPDATE setting SET key = ? WHERE key = ?');

  function readKey(key: string): unknown {
    const value = select.get(key)?.value;
    return typeof value === 'string' ? readJson(value) : undefined;
  }

  function read(): Settings {
    const settings: Record<string, unknown> = { ...DEFAULTS };
    for (const [key, schema] of Object.entries(Settings.shape)) {
      const parsed = schema.safeParse(readKey(key));
      if (parsed.success) settings[key] = parsed.data;
    }
    return Settings.parse(settings);
  }

  return {
    read,
    change(changed) {
      for (const [key, value] of Object.entries(changed)) {
        if (value !== undefined) upsert.run(key, JSON.stringify(value));
      }
      return read();
    },
    kept(name) {
      const parsed = StoredValue[name].safeParse(readKey(name));
      return parsed.success ? (parsed.data as never) : undefined;
    },
    keep(name, value) {
      upsert.run(name, JSON.stringify(value));
    },
    setAside(now) {
      const schemas = Object.entries({ ...Settings.shape, ...StoredValue });
      const damaged = schemas
        .filter(([key, schema]) => select.get(key) !== undefined && !schema.safeParse(readKey(key)).success)
        .map(([key]) => key as SettingName);
      for (const key of damaged) rename.run(`${key}.damaged-${now.toISOString()}`, key);
      return damaged;
    },
  };
}
