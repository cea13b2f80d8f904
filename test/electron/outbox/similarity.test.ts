/** Recognising texts that a server may have changed. */
import { expect, test } from 'vitest';
import { isNearText } from '../../../electron/outbox/similarity.ts';

test.each([
  ['Mail', 'Mail', true],
  ['', '', true],
  ['  Mail \r\n and  more', 'Mail\nand more', true],
  ['Über', 'U\u0308ber', true],
  ['A <b>bold</b> note', 'A bold note', true],
  ['Research & more', 'Research &amp; more', true],
  ['Research & <more>', 'Research &amp;amp; &amp;lt;more&amp;gt;', true],
  ['a < b > c', 'a &lt; b &gt; c', true],
  ['A long note', 'A lo', true],
  ['Research & more', 'Research &am', true],
  ['Research & more', 'Research &apples', false],
  ['🎉', '', true],
  ['Straße, ﬁle', 'STRASSE, FILE', true],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος', true],
  ['Mail', '', false],
  ['', 'Mail', false],
  ['Mail', 'Mails', false],
  ['Mail', 'Post', false],
])('texts: %j and %j: %s', (sent, stored, isNear) => {
  expect(isNearText(sent, stored)).toBe(isNear);
});

test('the start of a text matches from a given length', () => {
  expect(isNearText('Send the invoice', 'Send', 10)).toBe(false);
  expect(isNearText('Send the invoice', 'Send the invo', 10)).toBe(true);
});
