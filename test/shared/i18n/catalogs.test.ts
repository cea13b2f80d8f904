/** The catalogs as translators see them. Keys and arguments are compared while they are compiled (test/build/messages.test.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Tree = { [key: string]: Tree | string };

/** Every message with its key; descriptions are for translators only. */
function messages(tree: Tree, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (key.startsWith('@')) return [];
    return typeof value === 'string' ? [[`${path}${key}`, value]] : messages(value, `${path}${key}.`);
  });
}

const read = (language: string): Map<string, string> =>
  new Map(
    messages(
      JSON.parse(readFileSync(join(import.meta.dirname, `../../../shared/i18n/${language}.json`), 'utf8')) as Tree,
    ),
  );
const english = read('en');

test('the catalogs have the expected number of messages', () => {
  expect(english.size).toBeGreaterThan(1000);
});

test.each(['en', 'de'])('no message in %s is empty or has blanks around it', (language) => {
  for (const [key, text] of read(language)) {
    expect.soft(text, key).not.toBe('');
    expect.soft(text.trim(), key).toBe(text);
  }
});

test.each(['en', 'de'])('quotation marks and apostrophes in %s are the typographic ones', (language) => {
  // ICU's own quotes are around braces: '{'.
  const wrong = language === 'en' ? /"|„|(?<!')'(?!['{}])(?<!\{')(?<!\}')/ : /"|”|(?<!')'(?!['{}])(?<!\{')(?<!\}')/;
  expect([...read(language)].filter(([key, text]) => wrong.test(text) && key !== 'main.cli.usage')).toEqual([]);
});

test('a message of several words is translated to German', () => {
  const same = [...read('de')].filter(
    ([key, text]) => /\p{L}+ \p{L}+ \p{L}+/u.test(text.replace(/\{[^{}]*\}/g, '')) && english.get(key) === text,
  );
  expect(same).toEqual([]);
});

test('German addresses nobody as “Sie”', () => {
  // At the start of a sentence “Sie” with a singular verb is a thing; these are things in the plural.
  const plural = /Sie (werden gesendet, sobald|wurden beiseitegelegt)/;
  const address = /(?<![.:!?…{]\s*|^)\bSie\b|\bIh(r|re|ren|rem|rer|res|nen)\b|\bSie (\p{L}*en|sind)\b/u;
  for (const text of ['Öffnen Sie es', 'Zu: Sie haben', 'Es ist Ihr Text', 'Ihnen', 'Sie sind dran'])
    expect(text).toMatch(address);
  expect([...read('de')].filter(([, text]) => address.test(text.replace(plural, '')))).toEqual([]);
});

test.each([
  ['the report', /export|time report|zeitbericht/i],
  ['a gap', /not tracked|nicht erfasst/i],
])('%s has one name', (_thing, others) => {
  expect([...english, ...read('de')].filter(([, text]) => others.test(text))).toEqual([]);
});
