/** Settings on disk: a row each, parsed field by field, so that a damaged field resets no other. */

import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  DEFAULT_SETTINGS,
  type SettingName,
  Settings,
  StoredValue,
  type StoredValueName,
} from '../../shared/contract/settings.ts';
import type { Database } from './database.ts';
import { readJson } from './json.ts';
import { NO_JSON, readField } from './read-field.ts';

type ValueOf<N extends StoredValueName> = z.infer<(typeof StoredValue)[N]>;
type ChangedSettings = { [K in keyof Settings]?: Settings[K] | undefined };

export type SettingsStore = ReturnType<typeof createSettings>;

export function createSettings(database: Database) {
  const select = database.prepare('SELECT value FROM setting WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );

  const rename = database.prepare('UPDATE setting SET key = ? WHERE key = ?');
  /** Null until they are read. Only the app writes settings. */
  let current: Settings | null = null;

  /** undefined if the row is missing. */
  function readKey(key: string): unknown {
    const value = select.get(key)?.value;
    if (typeof value !== 'string') return undefined;
    const parsed = readJson(value);
    return parsed === undefined ? NO_JSON : parsed;
  }

  function read(onDamaged: (name: string) => void = () => undefined): Settings {
    const damaged = new Set<string>();
    const fields = Object.entries(Settings.shape).map(([name, schema]) => {
      const fallback = DEFAULT_SETTINGS[name as keyof Settings];
      return [name, readField(schema, readKey(name), fallback, () => damaged.add(name))];
    });
    for (const name of damaged) onDamaged(name);
    const settings = Settings.parse(Object.fromEntries(fields));
    // Nobody knows what the damaged setting forbade, so assistants are switched off.
    return damaged.has('assistants') ? { ...settings, assistants: { ...settings.assistants, on: false } } : settings;
  }

  function write(changed: ChangedSettings): void {
    for (const [key, value] of Object.entries(changed)) {
      if (value !== undefined) upsert.run(key, JSON.stringify(value));
    }
  }

  return {
    read(): Settings {
      current ??= read();
      return current;
    },
    change(changed: ChangedSettings): Settings {
      write(changed);
      current = read();
      return current;
    },
    /** In a transaction, which may fail: they are read with the next `change`, which may be one of nothing. */
    write,
    readValue<N extends StoredValueName>(name: N): ValueOf<N> | undefined {
      const parsed = StoredValue[name].safeParse(readKey(name));
      return parsed.success ? (parsed.data as never) : undefined;
    },
    writeValue<N extends StoredValueName>(name: N, value: ValueOf<N>): void {
      upsert.run(name, JSON.stringify(value));
    },
    /** Moves each damaged value to another key, replaces it by its readable part, and returns the names. */
    setAside(now: Date): SettingName[] {
      current = null;
      const damaged = new Set<string>();
      const repaired: Record<string, unknown> = read((name) => damaged.add(name));
      for (const [name, schema] of Object.entries(StoredValue)) {
        if (readKey(name) !== undefined && !schema.safeParse(readKey(name)).success) damaged.add(name);
      }
      for (const name of damaged) {
        rename.run(`${name}.damaged-${now.toISOString()}`, name);
        const fallback = DEFAULT_SETTINGS[name as keyof Settings];
        if (!isDeepStrictEqual(repaired[name], fallback)) upsert.run(name, JSON.stringify(repaired[name]));
      }
      return [...damaged] as SettingName[];
    },
  };
}
