/** Text from other people is cleaned to one line where it enters. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../shared/contract/index.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { anyCharacter } from '../../properties.ts';

describe('one line', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly 10', 10, 'exactly 10'],
    ['just over 10', 10, 'just over…'],
    ['  two\r\nlines\tand   tabs  ', 50, 'two lines and tabs'],
    ['bell\u0007 null\u0000 escape\u001b[31m delete\u007f c1\u0085', 50, 'bell null escape [31m delete c1'],
    ['line\u2028paragraph\u2029end', 50, 'line paragraph end'],
    ['non\u00a0breaking', 50, 'non breaking'],
    ['', 5, ''],
    ['\u202Egnp.exe\u202C \u2067a\u2069', 50, 'gnp.exe a'],
    ['\u200Fשלום', 50, '\u200Fשלום'],
    ['1234🎉', 6, '1234🎉'],
    // The limit falls between the two code units of the last character.
    ['1234🎉56', 6, '1234…'],
    ['🎉🎉🎉🎉', 5, '🎉🎉…'],
  ])('of %j in %i is %j', (text, max, line) => {
    expect(oneLine(text, max)).toBe(line);
  });

  test('is never too long, and contains no control character and no half character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.array(fc.constantFrom('🎉', ' ', '\n', 'a', '\u0000'), { maxLength: 200 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (given, max) => {
        const line = oneLine(given, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
        expect(oneLine(line, max)).toBe(line);
        expect(line.isWellFormed()).toBe(true);
        expect(line).toBe(line.trim());
      }),
    );
  });
});

test.each([
  ['tasks.change', (title: string) => ({ changes: [{ taskId: 't', title }] })],
  ['tasks.add-record', (name: string) => ({ taskId: 't', record: { of: 'labels', name } })],
  ['board.update-column', (name: string) => ({ columnId: 'c', name })],
  ['project.create', (name: string) => ({ slug: 'PAY', icon: '', name })],
  ['labels.rename', (to: string) => ({ labelId: 'l', name: 'Bug', to })],
  ['api-keys.make', (name: string) => ({ name })],
] as const)('%s accepts a clean line', (name, payloadWith) => {
  const { schema } = commands[name];
  expect(schema.parse(payloadWith(' Pay\n\u0000\u202E now '))).toMatchObject(payloadWith('Pay now'));
  expect(schema.safeParse(payloadWith('\u0000\u202E')).success).toBe(false);
});

test('the window cleans no text, because main has done so', () => {
  const root = join(import.meta.dirname, '../../..');
  const cleaning = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).filter((path) =>
    /\boneLine\(|\\p\{Cc\}|no-?control/i.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(cleaning).toEqual([]);
});
