/** Only addresses in a description can be opened. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { describesUrl } from '../../../shared/tasks/description-urls.ts';
import { ends } from '../../until.ts';

describe('an address is found', () => {
  test.each([
    ['by itself', 'See https://example.com/a for more.', 'https://example.com/a'],
    ['at the end of a sentence', 'See https://example.com/a.', 'https://example.com/a'],
    ['in a link', 'See [the page](https://example.com/a?b=1#c).', 'https://example.com/a?b=1#c'],
    ['in a link with a title', '[x](https://example.com/a "Title")', 'https://example.com/a'],
    ['in angle brackets', '<https://example.com/a>', 'https://example.com/a'],
    ['as a reference', '[x]: https://example.com/a', 'https://example.com/a'],
    ['without a path', 'https://example.com', 'https://example.com/'],
    ['with escapes of markdown', 'https://example.com/a\\_b', 'https://example.com/a_b'],
    ['with an entity', '[x](https://example.com/?a=1&amp;b=2)', 'https://example.com/?a=1&b=2'],
    [
      'in an element of the web editor',
      '<kaneo-embed url="https://example.com/?a=1&amp;b=2" mode="embed" />',
      'https://example.com/?a=1&b=2',
    ],
    ['in HTML', "<p><a href='https://example.com/a'>x</a></p>", 'https://example.com/a'],
    ['with encoded letters', 'https://example.com/über', 'https://example.com/%C3%BCber'],
    ['with a non-ASCII host', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['without a scheme', 'www.example.com/a', 'http://www.example.com/a'],
    ['with round brackets', '(https://example.com/a_(b))', 'https://example.com/a_(b)'],
    ['as a mail address', 'Ask mira@example.com.', 'mailto:mira@example.com'],
  ])('%s', (_, text, url) => {
    expect(describesUrl(text, url)).toBe(true);
  });
});

describe('an address is not found', () => {
  test.each([
    ['in another one', 'https://example.com/a', 'https://example.com/b'],
    ['in a longer one', 'https://example.com/account', 'https://example.com/a'],
    ['for a host with the same beginning', 'https://example.com.evil.test/', 'https://example.com/'],
    ['for a host with the same ending', 'https://evil-example.com/', 'https://example.com/'],
    ['with another scheme', 'http://example.com/', 'https://example.com/'],
    ['in an empty text', '', 'https://example.com/'],
    ['if it is invalid', 'text', 'text'],
    ['if it is too long', `https://example.com/${'a'.repeat(3_000)}`, `https://example.com/${'a'.repeat(3_000)}`],
  ])('%s', (_, text, url) => {
    expect(describesUrl(text, url)).toBe(false);
  });

  test('in any text that does not contain its host', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.webUrl(), (text, url) => {
        const { hostname } = new URL(url);
        fc.pre(!text.toLowerCase().includes(hostname) && /^[\x20-\x7e]*$/.test(text));
        expect(describesUrl(text, url)).toBe(false);
      }),
    );
  });
});

test('every web address is found in a link and alone', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      fc.pre(!/[\\<>]/.test(url));
      expect(describesUrl(`before [text](${url}) after`, url)).toBe(true);
      expect(describesUrl(`before ${url} after`, url)).toBe(true);
    }),
  );
});

test('an address that may end in many places is not compared with each of them', () => {
  const parse = vi.spyOn(URL, 'parse');
  onTestFinished(() => parse.mockRestore());
  const text = `https://é.x/${'*'.repeat(1_400)}${')'.repeat(690)}`;
  expect(describesUrl(text, 'https://example.com/')).toBe(false);
  expect(parse.mock.calls.length).toBeLessThan(200);
});

test.each(['x', '.', 'a:', 'https://example.com/', 'https://example.com/)', '('])(
  'the search ends in any text: %s',
  (part) => {
    const text = part.repeat(2_000_000 / part.length);
    // In quadratic time it would take hours.
    expect(ends(() => describesUrl(text, 'https://example.com/nowhere'))).toBe(false);
  },
);
