/** Two versions of a text: what they share, and what each has alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, compareTexts, mergeBlocks } from '../../../../../renderer/features/tasks/page/compare-texts.ts';

/** `[…]` around what the other version does not have. */
const marked = (blocks: readonly Block[], side: 'mine' | 'theirs') =>
  blocks.map((block) =>
    'same' in block
      ? block.same.length
      : block[side].map((all) => all.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('')),
  );

const MINE = 'Same words.\n\nTheir flag for this is skip; off.\n\nBuy with the card, then refund the order.';
const THEIRS = 'Same words.\n\nOnly one bank.\n\nBuy with the card, wait for the run, refund the order.\n\nMore.';

describe('two texts', () => {
  test('are compared by paragraphs, and those that differ by words', () => {
    const blocks = compareTexts(MINE, THEIRS);
    expect(marked(blocks, 'mine')).toEqual([
      1,
      ['[Their flag for this is skip; off.]', 'Buy with the card,[ then] refund the order.'],
    ]);
    expect(marked(blocks, 'theirs')).toEqual([
      1,
      ['[Only one bank.]', 'Buy with the card,[ wait for the run,] refund the order.', '[More.]'],
    ]);
    expect(mergeBlocks(blocks).split('\n\n')).toEqual([
      'Same words.',
      'Their flag for this is skip; off.',
      'Only one bank.',
      'Buy with the card, then refund the order.',
      'Buy with the card, wait for the run, refund the order.',
      'More.',
    ]);
  });

  test('that are the same have one block, and none if both are empty', () => {
    expect(compareTexts('One\n\nTwo', 'One\n\n\nTwo')).toEqual([{ same: ['One', 'Two'] }]);
    expect(compareTexts('', ' \n')).toEqual([]);
  });

  test('one of which is empty: all of the other is its own', () => {
    expect(marked(compareTexts('', 'All'), 'theirs')).toEqual([['[All]']]);
    expect(marked(compareTexts('', 'All'), 'mine')).toEqual([[]]);
  });

  test('of the greatest length are compared without delay or loss', () => {
    const [mine, theirs] = ['a b ', 'b c '].map((text) => text.repeat(100_000).trim());
    const blocks = compareTexts(mine ?? '', theirs ?? '');
    expect(mergeBlocks(blocks)).toBe(`${mine}\n\n${theirs}`);
  });

  test('lose nothing, whatever they are', () => {
    const text = fc.array(fc.constantFrom('one', 'two', 'three', ' ', ', ', '\n', '\n\n'), { maxLength: 30 });
    const joined = (blocks: readonly Block[], side: 'mine' | 'theirs') =>
      blocks
        .flatMap((block) =>
          'same' in block ? block.same : block[side].map((all) => all.map((piece) => piece.text).join('')),
        )
        .join('\n\n');
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [mine, theirs] = [a.join(''), b.join('')];
        const blocks = compareTexts(mine, theirs);
        const bare = (one: string) => one.replace(/\s+/g, '');
        expect(bare(joined(blocks, 'mine'))).toBe(bare(mine));
        expect(bare(joined(blocks, 'theirs'))).toBe(bare(theirs));
      }),
    );
  });
});
