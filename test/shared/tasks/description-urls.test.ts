/** Only addresses that a description names are opened. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describesUrl } from '../../../shared/tasks/description-urls.ts';

describe('an address is named', () => {
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
    ['with letters that are encoded', 'https://example.com/über', 'https://example.com/%C3%BCber'],
    ['with a host of other letters', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['without a scheme', 'www.example.com/a', 'http://www.example.com/a'],
    ['with round brackets of its own', '(https://example.com/a_(b))', 'https://example.com/a_(b)'],
    ['as a mail address', 'Ask mira@example.com.', 'mailto:mira@example.com'],
  ])('%s', (_, text, url) => {
    expect(describesUrl(text, url)).toBe(true);
  });
});

describe('an address is not named', () => {
  test.each([
    ['by another one', 'https://example.com/a', 'https://example.com/b'],
    ['by a longer one', 'https://example.com/account', 'https://example.com/a'],
    ['by a host that begins alike', 'https://example.com.evil.test/', 'https://example.com/'],
    ['by a host that ends alike', 'https://evil-example.com/', 'https://example.com/'],
    ['by another scheme', 'http://example.com/', 'https://example.com/'],
    ['where nothing is', '', 'https://example.com/'],
    ['where it is no address', 'text', 'text'],
    ['where it is too long', `https://example.com/${'a'.repeat(3_000)}`, `https://example.com/${'a'.repeat(3_000)}`],
  ])('%s', (_, text, url) => {
    expect(describesUrl(text, url)).toBe(false);
  });

  test('whatever stands there, unless its host does', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.webUrl(), (text, url) => {
        const { hostname } = new URL(url);
        fc.pre(!text.toLowerCase().includes(hostname) && /^[\x20-\x7e]*$/.test(text));
        expect(describesUrl(text, url)).toBe(false);
      }),
    );
  });
});

test('every address of the web is found in a link and by itself', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      fc.pre(!/[\\<>]/.test(url));
      expect(describesUrl(`before [text](${url}) after`, url)).toBe(true);
      expect(describesUrl(`before ${url} after`, url)).toBe(true);
    }),
  );
});

test('a text of any kind is gone through quickly', () => {
  const all = ['x', '.', 'a:', 'https://example.com/', 'https://example.com/)', '('].map((part) =>
    part.repeat(200_000 / part.length),
  );
  const start = performance.now();
  for (const text of all) expect(describesUrl(text, 'https://example.com/nowhere')).toBe(false);
  // A text that is gone through once for each of its letters takes minutes.
  expect(performance.now() - start).toBeLessThan(10_000);
});
