/** Parsing links from outside: valid ones, and nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDeepLink } from '../../../../electron/desktop/links/deep-link.ts';
import { deepLinkIn } from '../../../../electron/desktop/links/deep-link-argument.ts';
import { anyCharacter } from '../../../properties.ts';

describe('a link', () => {
  test.each([
    ['punchcard://add?text=Send%20it%20%23finance', { do: 'add', text: 'Send it #finance' }],
    ['punchcard://add/?text=a+b', { do: 'add', text: 'a b' }],
    ['punchcard:add?text=a', { do: 'add', text: 'a' }],
    ['PUNCHCARD://ADD?text=a', { do: 'add', text: 'a' }],
    ['punchcard://add', { do: 'add', text: '' }],
    ['punchcard://add?text=one%0Atwo', { do: 'add', text: 'one\ntwo' }],
    ['punchcard://start?task=PAY-142', { do: 'start', task: 'PAY-142' }],
    ['punchcard://stop', { do: 'stop' }],
    ['punchcard://stop/?task=PAY-1', { do: 'stop' }],
    ['punchcard://open', { do: 'open' }],
    ['punchcard://open?task=PAY-142', { do: 'open', task: 'PAY-142' }],
    ['punchcard://add?text=a&startTimer=true&json=1', { do: 'add', text: 'a' }],
  ])('%s', (link, asked) => {
    expect(parseDeepLink(link)).toEqual(asked);
  });

  test.each([
    '',
    'punchcard',
    'punchcard://',
    'punchcard://delete?task=PAY-1',
    'punchcard://add/more?text=a',
    'punchcard://start',
    'punchcard://start?task=',
    'punchcard://start?task=PAY-1%20PAY-2',
    'punchcard://start?task=../../x',
    `punchcard://start?task=${'x'.repeat(61)}`,
    `punchcard://add?text=${'x'.repeat(10_001)}`,
    `punchcard://add?text=a&x=${'y'.repeat(50_000)}`,
    'https://punchcard/add?text=a',
    'xpunchcard://add?text=a',
    'javascript:alert(1)',
    'file:///etc/passwd',
  ])('is invalid: %.60s', (link) => {
    expect(parseDeepLink(link)).toBeNull();
  });

  test('any text arrives unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const link = `punchcard://add?${new URLSearchParams({ text })}`;
        expect(parseDeepLink(link)).toEqual({ do: 'add', text: text.toWellFormed() });
      }),
    );
  });

  test('garbage never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        parseDeepLink(text);
        parseDeepLink(`punchcard://${text}`);
      }),
    );
  });
});

test('whatever a link says, it asks for one of four things, within bounds', () => {
  const name = fc.oneof(fc.constantFrom('add', 'start', 'stop', 'open', 'ADD', 'start/', '/open'), fc.string());
  const value = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.constantFrom('PAY-1', '../../..', '__proto__'),
  );
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom('text', 'task', '__proto__', 'do'), fc.string()), value));
  const slashes = fc.constantFrom('//', '', '/', '///', '//user:word@', '//h:1/');
  fc.assert(
    fc.property(slashes, name, query, fc.nat(45_000), (before, asked, pairs, padding) => {
      const parameters = new URLSearchParams(pairs.map(([key, text]) => [key.toWellFormed(), text.toWellFormed()]));
      const link = `punchcard:${before}${asked}?${parameters}${'&'.repeat(padding)}`;
      const parsed = parseDeepLink(link);
      if (parsed === null) return;
      expect(link.length).toBeLessThanOrEqual(40_000);
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
      const allowed = { add: ['do', 'text'], start: ['do', 'task'], stop: ['do'], open: ['do', 'task'] }[parsed.do];
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(parsed)));
      if ('text' in parsed) expect(parsed.text.length).toBeLessThanOrEqual(10_000);
      if ('task' in parsed && parsed.task !== undefined) expect(parsed.task).toMatch(/^[\p{L}\p{N}_-]{1,60}$/u);
    }),
  );
});

test('is found among the arguments of a second start', () => {
  expect(deepLinkIn(['/opt/punchcard', '--allow-file-access', 'Punchcard://stop'])).toBe('Punchcard://stop');
  expect(deepLinkIn(['/opt/punchcard', '--hidden'])).toBeUndefined();
});
