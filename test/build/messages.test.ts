/** The compiler of the message catalogs: its output, and catalogs that it rejects because they do not match. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { compileMessages } from '../../build/messages.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Compiles a section of two languages; `load` runs the generated code. */
function compile(en: object, de: object = en) {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-messages-'));
  folders.push(folder);
  copyFileSync(join(import.meta.dirname, '../../shared/i18n/message-format.ts'), join(folder, 'message-format.ts'));
  writeFileSync(join(folder, 'en.json'), JSON.stringify({ window: en }));
  writeFileSync(join(folder, 'de.json'), JSON.stringify({ window: de }));
  compileMessages(folder);
  const generated = (language: string) => join(folder, 'generated', language, 'window.ts');
  return {
    code: readFileSync(generated('en'), 'utf8'),
    load: async (language = 'en') => (await import(pathToFileURL(generated(language)).href)).messages,
  };
}

test('a message is text, or a function of its arguments', async () => {
  const { load } = compile({
    plain: "It’s '{'braces'}' and `ticks` and $",
    nested: { text: 'Stop {task}' },
    counted: '{count, plural, =0 {no task} one {# task} other {# tasks}} of {total, number}',
    flag: '{isFinal, select, true {final} other {open}}',
    optional: '{day, select, null {soon} other {on {day}}}',
    'with-dash': '{system, select, linux {tray} other {dock}}',
    '@flag': { description: 'Of a column' },
  });
  const messages = await load();
  expect(messages.plain).toBe('It’s {braces} and `ticks` and $');
  expect(messages.nested.text({ task: '`PAY-1`' })).toBe('Stop `PAY-1`');
  expect([0, 1, 2].map((count) => messages.counted({ count, total: 1200 }))).toEqual([
    'no task of 1,200',
    '1 task of 1,200',
    '2 tasks of 1,200',
  ]);
  expect([true, false].map((isFinal) => messages.flag({ isFinal }))).toEqual(['final', 'open']);
  expect([null, 'Monday'].map((day) => messages.optional({ day }))).toEqual(['soon', 'on Monday']);
  expect(['linux', 'other'].map((system) => messages['with-dash']({ system }))).toEqual(['tray', 'dock']);
  expect(messages).not.toHaveProperty('@flag');
});

test.each([
  ['{x}', 'x: string'],
  ['{x, number}', 'x: number'],
  ['{x, plural, other {#}}', 'x: number'],
  ['{x, select, true {a} other {b}}', 'x: boolean'],
  ['{x, select, null {a} other {{x}}}', 'x: string | null'],
  ['{x, select, linux {a} mac {b} other {c}}', "x: 'linux' | 'mac' | 'other'"],
  ['{x, select, linux {a} other {{x}}}', 'x: string'],
])('the type of an argument follows from its use: %s', (message, type) => {
  expect(compile({ message }).code).toContain(`message: ({ x }: { ${type} }): string =>`);
});

test('the parts of an error are one function', async () => {
  const { load } = compile({ gone: { title: '{task} is gone', explanation: 'It was deleted.', nextStep: 'Go back.' } });
  const messages = await load();
  expect(messages.gone({ task: 'PAY-1' })).toEqual({
    title: 'PAY-1 is gone',
    explanation: 'It was deleted.',
    nextStep: 'Go back.',
  });
});

test('the pseudo-language is English with accents, in brackets, and longer', async () => {
  const messages = await compile({ stop: 'Stop {task} now' }).load('qps');
  expect(messages.stop({ task: 'PAY-1' })).toBe('«Šţöþ PAY-1 ñöŵ ëë ë»');
});

test('a translation may omit an argument that only selects a form', () => {
  const en = { ran: 'It {isRunning, select, true {keeps running} other {ran}}, {from}' };
  expect(() => compile(en, { ran: 'Läuft seit {from}' })).not.toThrow();
});

test.each<[why: string, en: object, de: object]>([
  ['de.json: window.b is missing', { a: 'A', b: 'B' }, { a: 'A' }],
  ['de.json: window.b is not in en.json', { a: 'A' }, { a: 'A', b: 'B' }],
  ['de.json: window.a is a message in en.json', { a: 'A' }, { a: { b: 'B' } }],
  ['de.json: window.a.b: en.json has no argument {name}', { a: { b: '{task}' } }, { a: { b: '{task} {name}' } }],
  ['de.json: window.a: the argument {task} is missing', { a: 'Stop {task}' }, { a: 'Stopp' }],
  ['de.json: window.a: {count} is string here and number in en.json', { a: '{count, number}' }, { a: '{count}' }],
  [
    'de.json: window.a: {x} is boolean here and string in en.json',
    { a: '{x}' },
    { a: '{x, select, true {a} other {b}}' },
  ],
  ['en.json: window.a: EXPECT_ARGUMENT_CLOSING_BRACE', { a: 'Stop {task' }, { a: 'Stopp' }],
  ['en.json: window.a: MISSING_OTHER_CLAUSE', { a: '{n, plural, one {#}}' }, { a: 'a' }],
  ['en.json: window.a: dates and times are formatted with', { a: 'at {time, time, short}' }, { a: 'um' }],
  ['en.json: window.a: {n} is text here and a number there', { a: '{n} {n, number}' }, { a: '{n, number}' }],
  ['en.json: window.@a describes a message that does not exist', { '@a': { description: 'x' } }, {}],
])('%s', (why, en, de) => {
  expect(() => compile(en, de)).toThrow(`shared/i18n/${why}`);
});
