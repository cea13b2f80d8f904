/** Credentials are removed from answers in every encoding. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redactBytes, rememberCredential } from '../../../electron/service/redact.ts';
import { ends } from '../../until.ts';

const TOKEN = 'pk_9f/Zq+7.XbT-~w==';
const CHARACTERS = [...TOKEN];
const hex = (character: string) => character.charCodeAt(0).toString(16);

const FORMS: [string, string][] = [
  ['as it is', TOKEN],
  ['in capitals', TOKEN.toUpperCase()],
  ['encoded as a part of an address', encodeURIComponent(TOKEN)],
  ['each character encoded', CHARACTERS.map((character) => `%${hex(character)}`).join('')],
  [
    'every other character encoded',
    CHARACTERS.map((character, at) => (at % 2 ? `%${hex(character).toUpperCase()}` : character)).join(''),
  ],
  ['encoded twice', CHARACTERS.map((character) => `%25${hex(character)}`).join('')],
  ['escaped as JSON may', TOKEN.replaceAll('/', String.raw`\/`)],
  ['each character escaped', CHARACTERS.map((character) => String.raw`\u00${hex(character)}`).join('')],
  [
    'JSON inside JSON',
    JSON.stringify(CHARACTERS.map((character) => String.raw`\u00${hex(character)}`).join('')).slice(1, -1),
  ],
];

describe('a known credential', () => {
  rememberCredential(TOKEN);

  test.each(FORMS)('%s is removed', (_how, form) => {
    expect(redact(`before ${form} after`)).toBe('before *** after');
    expect(redactBytes(Buffer.from(`vör ${form} nach`)).toString()).toBe('vör *** nach');
    const json = `{"message":"it was ${form}","ok":true}`;
    expect(JSON.parse(redact(json))).toEqual({ message: 'it was ***', ok: true });
  });

  test.each(['', 'a', 'ab', 'abc', 'Authorization: Bearer '])('in base64 after “%s” is removed', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(`${before}${TOKEN}, and more`).toString(encoding);
      const rest = Buffer.from(redact(encoded).split('***')[0] ?? '', encoding).toString('latin1');
      expect(redact(encoded)).toContain('***');
      expect(rest.length).toBeLessThanOrEqual(before.length + 1);
    }
  });

  test('other text does not change, and the same bytes are returned', () => {
    const other = Buffer.from('{"message":"pk_9f is not it"}');
    expect(redactBytes(other)).toBe(other);
  });
});

test('a short credential is ignored, because it may be part of any word', () => {
  rememberCredential('message');
  expect(redact('{"message":"x"}')).toBe('{"message":"x"}');
});

test('a long credential is removed completely', () => {
  const long = 'eyJhbGciOiJIUzI1NiJ9.'.padEnd(4_000, 'Zx3/');
  rememberCredential(long);
  const percent = [...long].map((character) => `%${hex(character)}`).join('');
  const escaped = [...long].map((character) => String.raw`\u00${hex(character)}`).join('');
  for (const form of [long, long.replaceAll('/', String.raw`\/`), percent, escaped]) {
    expect(redact(`before ${form} after`)).toBe('before *** after');
    expect(redact(`{"a":"${form}","b":1}`)).toBe('{"a":"***","b":1}');
  }
  expect(redact(Buffer.from(`Bearer ${long}`).toString('base64'))).toMatch(/^.{10,11}\*\*\*$/);
});

test('any number of arbitrary credentials gives a valid pattern', () => {
  for (let at = 0; at < 30; at += 1) rememberCredential(`${at}-€\n(*[`.repeat(at === 0 ? 1_000_000 : 1_000));
  rememberCredential('one-that-comes-last');
  expect(redact('it is one-that-comes-last')).toBe('it is ***');
});

test('credentials of earlier sign-ins are removed too', () => {
  for (let at = 0; at < 5; at += 1) rememberCredential(`credential-number-${at}`);
  expect(redact('credential-number-0 credential-number-4')).toBe('*** ***');
});

test('no credential remains, whatever characters it has', () => {
  const unit = fc.constantFrom(...'aZ09+/=-_.~%\\"');
  const credential = fc.string({ unit, minLength: 8, maxLength: 80, size: 'max' });
  fc.assert(
    fc.property(credential, fc.string({ unit, maxLength: 4 }), (one, before) => {
      rememberCredential(one);
      const text = `${before}${one}`;
      expect(redact(text)).not.toContain(one);
      for (const encoding of ['base64', 'base64url'] as const) {
        expect(redact(Buffer.from(text).toString(encoding))).toContain('***');
      }
    }),
  );
});

test.each(['\\', '%', '%25', 'p', 'pk_9f/Zq', '\\u0070', '"title":"x",'])('redacting ends for any text: %s', (part) => {
  const bytes = Buffer.from(part.repeat(1_000_000 / part.length));
  // A backtracking pattern would take more than an hour.
  expect(ends(() => redactBytes(bytes))).toBe(bytes);
});
