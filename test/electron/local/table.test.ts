/** Statements that follow from the fields of a row. */
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openLocalDatabase } from '../../../electron/local/database.ts';
import { json, selectFrom } from '../../../electron/local/table.ts';

const Asset = z.object({ id: z.string(), taskId: z.string().nullable(), contentType: z.string(), isFinal: z.number() });

function open() {
  const database = openLocalDatabase(':memory:');
  onTestFinished(() => database.close());
  const asset = { contentType: 'image/png', size: 1, uploadUntil: '2026-01-01T00:00:00.000Z' };
  database.insert('asset', { ...asset, id: 'one', uploadKey: 'first', isFinal: true });
  database.insert('asset', { ...asset, id: 'two', uploadKey: 'second', taskId: undefined });
  const stored = () => database.all(Asset, `${selectFrom({ name: 'asset', row: Asset })} ORDER BY id`);
  return { database, stored };
}

const [one, two] = [
  { id: 'one', taskId: null, contentType: 'image/png', isFinal: 1 },
  { id: 'two', taskId: null, contentType: 'image/png', isFinal: 0 },
];

test('an insert stores flags, and an undefined value gets the default of its column', () => {
  expect(open().stored()).toEqual([one, two]);
});

test('an update changes only the rows with all values, and no undefined field', () => {
  const { database, stored } = open();
  const changed = database.update('asset', { isFinal: false, taskId: null }, { isFinal: true, contentType: undefined });
  expect(changed).toBe(1);
  expect(stored()).toEqual([one, { ...two, isFinal: 1 }]);
});

test('a deletion removes only the rows with all values', () => {
  const { database, stored } = open();
  expect(database.delete('asset', { id: 'one', isFinal: false })).toBe(0);
  expect(database.delete('asset', { id: 'one', isFinal: true })).toBe(1);
  expect(stored()).toEqual([two]);
});

test('lists and objects are stored as JSON', () => {
  const { database } = open();
  database.insert('person', { id: 'p', name: ['a', { b: null }], email: '' });
  const Person = z.object({ name: json(z.array(z.unknown())), image: json(z.unknown()).nullable() });
  expect(database.all(Person, selectFrom({ name: 'person', row: Person }))).toEqual([
    { name: ['a', { b: null }], image: null },
  ]);
});
