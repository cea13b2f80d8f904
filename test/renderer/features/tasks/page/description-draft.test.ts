/** Editing a description keeps the line ends of unedited parts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdit, inField } from '../../../../../renderer/features/tasks/page/drafts.ts';

test.each([
  ['nothing touched', 'a\r\nb\rc\n', 'a\nb\nc\n', 'a\r\nb\rc\n'],
  ['added at the end', 'a\r\nb\r\n', 'a\nb\nc\n', 'a\r\nb\r\nc\r\n'],
  ['added at the start', 'a\r\nb', 'x\na\nb', 'x\r\na\r\nb'],
  ['in the middle', 'a\rb\n<kaneo-poll id="1" />\r', 'a\nB\n<kaneo-poll id="1" />\n', 'a\rB\n<kaneo-poll id="1" />\r'],
  ['a line end removed', 'a\r\n\r\nb', 'a\nb', 'a\r\nb'],
  ['all of it', 'a\r\n', '', ''],
  ['from nothing', '', 'a\nb', 'a\nb'],
])('%s', (_what, before, text, expected) => {
  expect(applyEdit({ before, text })).toBe(expected);
});

const texts = fc.array(fc.constantFrom('a', 'b', '\r\n', '\r', '\n', '😀', '<x>')).map((parts) => parts.join(''));

test('the field shows the typed text, and an unedited text stays unchanged', () => {
  fc.assert(
    fc.property(texts, texts, (before, other) => {
      const text = inField(other);
      expect(inField(applyEdit({ before, text }))).toBe(text);
      expect(applyEdit({ before, text: inField(before) })).toBe(before);
    }),
  );
});

test('the text around an edit stays unchanged byte for byte', () => {
  fc.assert(
    fc.property(texts, texts, (start, end) => {
      // Nothing can be typed between the two characters of a line end.
      fc.pre(!(start.endsWith('\r') && end.startsWith('\n')));
      const text = `${inField(start)}TYPED${inField(end)}`;
      expect(applyEdit({ before: start + end, text })).toBe(`${start}TYPED${end}`);
    }),
  );
});
