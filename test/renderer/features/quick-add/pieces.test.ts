/** Splitting the line into pieces, and removing pieces from it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, cutAll } from '../../../../renderer/features/quick-add/chips.tsx';
import { pieces } from '../../../../renderer/features/quick-add/pieces.ts';
import type { Token } from '../../../../shared/quick-add/types.ts';
import { anyCharacter } from '../../../properties.ts';

const token = (text: string, from: number, to: number, kind: Token['kind'] = 'date'): Token => ({
  kind,
  from,
  to,
  text: text.slice(from, to),
  overruled: false,
});

describe('the pieces', () => {
  test('cover the whole line, whatever its tokens', () => {
    const line = fc.string({ unit: anyCharacter, maxLength: 60 });
    fc.assert(
      fc.property(line, fc.array(fc.tuple(fc.nat(60), fc.nat(60))), fc.array(line), (text, spans, plain) => {
        const tokens = spans
          .map(([a, b]) => token(text, Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)))
          .sort((a, b) => a.from - b.from);
        const drawn = pieces(text, tokens, plain);
        expect(drawn.map((piece) => piece.text).join('')).toBe(text);
        expect(new Set(drawn.filter((piece) => piece.text !== '').map(({ at }) => at)).size).toBe(
          drawn.filter((piece) => piece.text !== '').length,
        );
      }),
    );
  });

  test('a date that was turned back to text can be clicked again', () => {
    const drawn = pieces('Plan the Tomorrow party', [], ['tomorrow']);
    expect(drawn.map(({ text, date }) => [text, date])).toEqual([
      ['Plan the ', null],
      ['Tomorrow', 'tomorrow'],
      [' party', null],
    ]);
  });
});

describe('removing', () => {
  test.each([
    ['Send #pay it', 5, 9, 'Send it', 4],
    ['#pay Send it', 0, 4, 'Send it', 0],
    ['Send it #pay', 8, 12, 'Send it', 7],
    ['Send  #pay  it', 6, 10, 'Send it', 4],
    ['#pay', 0, 4, '', 0],
  ])('%j: %j', (line, from, to, text, caret) => {
    expect(cut(line, { from, to })).toEqual({ text, caret });
  });

  test('several pieces at any position', () => {
    expect(
      cutAll('a #x b #y c', [
        { from: 2, to: 4 },
        { from: 7, to: 9 },
      ]).text,
    ).toBe('a b c');
  });
});
