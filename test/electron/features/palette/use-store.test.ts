import { expect, test } from 'vitest';
import { createUseStore } from '../../../../electron/features/palette/use-store.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { HALF_LIFE_MS, ONE_USE } from '../../../../shared/palette/use.ts';

const NOW = Date.UTC(2026, 10, 19, 13);

function stored() {
  const { database } = openDatabase(':memory:', new Date(NOW));
  for (const id of ['one', 'other'])
    database
      .prepare(
        `INSERT INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
         VALUES (?, 'device', 'https://pm.example.org', '', ?, 'Ada', '[]', '2026-11-01T00:00:00.000Z')`,
      )
      .run(id, id);
  return { database, uses: createUseStore(database) };
}

test('uses are counted by account and fade', () => {
  const { uses } = stored();
  uses.used('one', 'task a', NOW);
  uses.used('one', 'task a', NOW);
  uses.used('other', 'task a', NOW);
  expect(uses.weights('one', NOW)).toEqual({ 'task a': 2 * ONE_USE });
  expect(uses.weights('one', NOW + HALF_LIFE_MS)).toEqual({ 'task a': ONE_USE });
  expect(uses.weights('nobody', NOW)).toEqual({});
});

test('the lightest lines are forgotten, never the one just chosen', () => {
  const { database, uses } = stored();
  for (let index = 0; index < 500; index += 1) {
    uses.used('one', `task ${index}`, NOW);
    uses.used('one', `task ${index}`, NOW);
  }
  uses.used('one', 'task new', NOW);
  expect(database.prepare('SELECT count(*) AS n FROM palette_use').get()).toEqual({ n: 500 });
  expect(uses.weights('one', NOW)['task new']).toBe(ONE_USE);
});

test('lines that faded away are forgotten as well', () => {
  const { database, uses } = stored();
  for (let index = 0; index < 500; index += 1) uses.used('one', `task ${index}`, NOW);
  for (let index = 0; index < 10; index += 1) uses.used('one', `new ${index}`, NOW + 20 * HALF_LIFE_MS);
  expect(database.prepare('SELECT count(*) AS n FROM palette_use').get()).toEqual({ n: 500 });
  expect(Object.keys(uses.weights('one', NOW + 20 * HALF_LIFE_MS))).toHaveLength(10);
});

test('they go with the account', () => {
  const { database, uses } = stored();
  uses.used('one', 'task a', NOW);
  database.prepare(`DELETE FROM account WHERE id = 'one'`).run();
  expect(uses.weights('one', NOW)).toEqual({});
});
