/** The mutation check: a fault is planted in exactly one place, and taken out again whatever happens. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chosenFaults } from '../../build/mutations/faults.mjs';
import { stepsFrom } from '../../build/mutations/importers.mjs';
import { whilePlanted, withFault } from '../../build/mutations/plant.mjs';

const fault = { file: 'one.ts', text: 'a < b', replacement: 'a <= b', harm: 'The last one is counted.' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-mutation-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string) => writeFileSync(join(folder, fault.file), text);
const read = () => readFileSync(join(folder, fault.file), 'utf8');

test('each of the 79 faults is planted in code that exists once', () => {
  const faults = chosenFaults([]).map(([, each]) => each);
  expect(faults).toHaveLength(79);
  for (const each of faults) expect(() => withFault(readFileSync(each.file, 'utf8'), each)).not.toThrow();
});

test('the replacement is taken as it is written', () => {
  expect(withFault('if (a < b) {', { ...fault, replacement: '$& || $1' })).toBe('if ($& || $1) {');
});

test.each([
  ['missing', 'if (a > b) {'],
  ['twice in the file', 'a < b && a < b'],
])('a fault whose text is %s is refused', async (_, source) => {
  write(source);
  await expect(whilePlanted(folder, fault, async () => {})).rejects.toThrow(/one\.ts has this text \d times/);
  expect(read()).toBe(source);
});

test('the file has the fault only while the tests run, even if they throw', async () => {
  write('if (a < b) {');
  const seen: string[] = [];
  const work = async () => {
    seen.push(read());
    throw new Error('vitest broke');
  };
  await expect(whilePlanted(folder, fault, work)).rejects.toThrow('vitest broke');
  expect(seen).toEqual(['if (a <= b) {']);
  expect(read()).toBe('if (a < b) {');
});

test('the tests that import a file directly come before those that import it through others', () => {
  const importers = new Map([
    ['day.ts', ['week.ts', 'test/day.test.ts']],
    ['week.ts', ['day.ts', 'test/week.test.ts']],
    ['other.ts', ['test/other.test.ts']],
  ]);
  expect([...stepsFrom(importers, 'day.ts')]).toEqual([
    ['day.ts', 0],
    ['week.ts', 1],
    ['test/day.test.ts', 1],
    ['test/week.test.ts', 2],
  ]);
});
