import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  editDistance,
  MAX_LINES,
  MAX_PER_GROUP,
  marksIn,
  nearest,
  type PaletteGroup,
  type Searchable,
  searchPalette,
  shares,
} from '../../../shared/palette/search.ts';
import { ONE_USE } from '../../../shared/palette/use.ts';
import { wordsOf } from '../../../shared/tasks/filter-tasks.ts';

const item = (id: string, title: string, part: Partial<Searchable> = {}): Searchable => ({
  id,
  group: 'tasks',
  identifier: '',
  title,
  words: '',
  ...part,
});
const never = () => 0;
const found = (query: string, items: Searchable[], weightOf: (id: string) => number = never) =>
  searchPalette(query, items, weightOf).flatMap(({ lines }) => lines.map(({ item: { id } }) => id));

describe('the order', () => {
  test('groups come as tasks, entries, links, actions, places, and the server last', () => {
    const groups: PaletteGroup[] = ['server', 'go', 'do', 'links', 'entries', 'tasks'];
    const items = groups.map((group) => item(group, 'refund', { group }));
    expect(searchPalette('refund', items, never).map(({ group }) => group)).toEqual([
      'tasks',
      'entries',
      'links',
      'do',
      'go',
      'server',
    ]);
  });

  test('an identifier comes before every title, however often that was chosen', () => {
    const items = [
      item('often', '134 declined cards', { isOwn: true }),
      item('id', 'Retry', { identifier: 'PAY-134' }),
    ];
    expect(found('134', items, (id) => (id === 'often' ? 1_000_000 * ONE_USE : 0))).toEqual(['id', 'often']);
  });

  test('own tasks come before others that match as well', () => {
    expect(found('refund', [item('other', 'Refund fails'), item('own', 'Refund button', { isOwn: true })])).toEqual([
      'own',
      'other',
    ]);
  });

  test('of equal matches the one that was chosen more often comes first; unused ones keep their order', () => {
    const items = [item('a', 'Refund one'), item('b', 'Refund two'), item('c', 'Refund three')];
    expect(found('refund', items)).toEqual(['a', 'b', 'c']);
    expect(found('refund', items, (id) => (id === 'c' ? 3 * ONE_USE : 0))).toEqual(['c', 'a', 'b']);
  });

  test('every typed word must match, in any case and without accents', () => {
    const items = [item('a', 'Réfund for Zoë'), item('b', 'Refund'), item('c', 'Chargeback', { words: 'refund zoe' })];
    expect(found('ZOE refund', items)).toEqual(['a', 'c']);
    expect(found('   ', items)).toEqual([]);
  });
});

describe('the limits', () => {
  const many = (group: PaletteGroup, count: number) =>
    Array.from({ length: count }, (_, index) => item(`${group} ${index}`, 'refund', { group }));

  test('at most five lines a group', () => {
    expect(found('refund', many('tasks', 30))).toHaveLength(MAX_PER_GROUP);
  });

  test('at most twelve lines, of which every group gets its best two', () => {
    const groups: PaletteGroup[] = ['tasks', 'entries', 'links', 'do', 'go'];
    const result = searchPalette(
      'refund',
      groups.flatMap((group) => many(group, 9)),
      never,
    );
    expect(result.map(({ lines }) => lines.length)).toEqual([4, 2, 2, 2, 2]);
  });

  test('lines that the caller adds are reserved', () => {
    const groups: PaletteGroup[] = ['tasks', 'entries', 'links', 'do'];
    const result = searchPalette(
      'refund',
      groups.flatMap((group) => many(group, 9)),
      never,
      2,
    );
    expect(result.flatMap(({ lines }) => lines)).toHaveLength(MAX_LINES - 2);
  });

  test('no share exceeds what is there, the limit of a group, or what is left', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 8 }), fc.nat(20), (wanted, most) => {
        const given = shares(wanted, most);
        expect(given.reduce((sum, one) => sum + one, 0)).toBe(
          Math.min(
            most,
            wanted.reduce((sum, one) => sum + Math.min(one, MAX_PER_GROUP), 0),
          ),
        );
        for (const [index, one] of given.entries()) expect(one).toBeLessThanOrEqual(Math.min(wanted[index] ?? 0, 5));
      }),
    );
  });
});

describe('the marked parts', () => {
  const marked = (text: string, query: string) =>
    marksIn(text, wordsOf(query)).map(([from, to]) => text.slice(from, to));

  test('are the beginnings of words, or else the first occurrence', () => {
    expect(marked('Prefund the refund', 'refund')).toEqual(['refund']);
    expect(marked('Rotate the webhook secret', 'hook')).toEqual(['hook']);
  });

  test('are as the text writes them, with accents and ligatures', () => {
    expect(marked('Das Café ist groß', 'cafe')).toEqual(['Café']);
    expect(marked('ﬁnd it', 'fi')).toEqual(['ﬁ']);
  });

  test('are merged where they overlap, sorted, and lie within the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
        let reached = 0;
        for (const [from, to] of marksIn(text, wordsOf(query))) {
          expect(from).toBeGreaterThanOrEqual(reached);
          expect(to).toBeGreaterThan(from);
          reached = to;
        }
        expect(reached).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('a misspelt name', () => {
  const names = [item('pay', 'Payments, board'), item('web', 'Website, board')];

  test('is recognized with one mistake in four letters, two in eight', () => {
    expect(nearest('fix the #paymnts', names)?.id).toBe('pay');
    expect(nearest('websiet', names)).toBeUndefined();
    expect(nearest('websit', names)?.id).toBe('web');
    expect(nearest('pa', names)).toBeUndefined();
  });

  test('is measured in letters to insert, remove or replace', () => {
    expect(editDistance('paymnts', 'payments')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        expect(editDistance(one, other)).toBe(editDistance(other, one));
        expect(editDistance(one, one)).toBe(0);
      }),
    );
  });
});
