/** Properties that hold for every line. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSingleLine, withoutDirection } from '../../../shared/quick-add/characters.ts';
import { loadDates } from '../../../shared/quick-add/find-dates.ts';
import { formatLine } from '../../../shared/quick-add/format-line.ts';
import { parse } from '../../../shared/quick-add/parser.ts';
import { suggestCompletions } from '../../../shared/quick-add/suggestions.ts';
import type { ParsedLine, ParserDirectory } from '../../../shared/quick-add/types.ts';
import { anyCharacter } from '../../properties.ts';
import { directory } from './directory.ts';
import { TABLE } from './table.ts';
import { workOf } from './work.ts';

const LOCALES = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'nl-NL', 'pt-BR', 'es-ES', 'ja-JP', 'it-IT', 'sv-SE'];
const readers = new Map(await Promise.all(LOCALES.map(async (locale) => [locale, await loadDates(locale)] as const)));

/** Parts of lines with a meaning, in random combinations. */
const PIECES = TABLE.flatMap(({ rows }) => rows.flatMap(([text]) => text.split(/(?<=\s)|(?=\s)/))).concat(
  [
    '#',
    '+',
    '@',
    '!',
    '>',
    '*',
    '//',
    '\\',
    '"',
    '“',
    '”',
    '`',
    '«',
    '»',
    '(',
    ')',
    ' ',
    '  ',
    '\n',
    '\t',
    ',',
    '.',
    '/',
  ],
  [
    '#"Mobile app"',
    '+"a b"',
    '@nobody',
    '!none',
    '31 Feb',
    'by',
    'due',
    'tomorrow',
    '5pm',
    '17:00',
    'from',
    'in 3 hours',
  ],
  ['2026-12-01', '1/2', 'at', 'for', '\u202E', '\u0000', '\uD83D', '明日', 'の', 'jan', '32', 'next', 'last', 'week'],
);

const lines = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join('')) },
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => pieces.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
);
const settings = fc.record({
  locale: fc.constantFrom(...LOCALES),
  lastProjectId: fc.constantFrom(null, 'p-fin', 'p-app', 'p-pay'),
  assignToMe: fc.boolean(),
});

function read(text: string, all: ParserDirectory, plain: string[] = []): ParsedLine {
  return parse(text, all, readers.get(all.locale) ?? null, { plain });
}

test('tokens are in order, do not overlap and have the typed text', () => {
  fc.assert(
    fc.property(lines, settings, (text, changes) => {
      const { tokens, errors } = read(text, directory(changes));
      let at = 0;
      for (const token of tokens) {
        expect(token.from).toBeGreaterThanOrEqual(at);
        expect(token.to).toBeGreaterThan(token.from);
        expect(token.text).toBe(toSingleLine(text).slice(token.from, token.to));
        at = token.to;
      }
      expect(at).toBeLessThanOrEqual(text.length);
      for (const { from, to } of errors) expect(0 <= from && from < to && to <= text.length).toBe(true);
    }),
  );
});

test('no character of the title is lost, added or reordered', () => {
  fc.assert(
    fc.property(lines, settings, (text, changes) => {
      const { tokens, title } = read(text, directory(changes));
      const rest = tokens.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), toSingleLine(text));
      expect(title.replace(/\s/g, '')).toBe(withoutDirection(rest).replace(/\s/g, ''));
      expect(title).toBe(title.trim());
    }),
  );
});

test('a line without tokens keeps its spaces', () => {
  fc.assert(
    fc.property(lines, settings, (text, changes) => {
      const { tokens, title } = read(text, directory(changes));
      fc.pre(tokens.length === 0);
      expect(title).toBe(withoutDirection(toSingleLine(text)).trim());
    }),
  );
});

test('a formatted line parses to the same result and is formatted the same again', () => {
  fc.assert(
    fc.property(lines, settings, (text, changes) => {
      const all = directory(changes);
      const dates = readers.get(all.locale) ?? null;
      const first = read(text, all);
      const line = formatLine(first, all, dates);
      const again = read(line, all);
      expect(meaning(again)).toEqual(meaning(first));
      expect(formatLine(again, all, dates)).toBe(line);
    }),
    {
      examples: [
        // Alone its first word is a date; before a numeric date it is not.
        ['tomorrow #fin to Feb tomorrow', { locale: 'en-US', lastProjectId: null, assignToMe: false }],
        // The text after the slashes is parsed only once they are escaped.
        ['\\// \\\\tomorrow', { locale: 'en-US', lastProjectId: null, assignToMe: false }],
      ],
    },
  );
});

test('every token that is turned back to text stays in the title', () => {
  fc.assert(
    fc.property(lines, settings, (text, changes) => {
      const all = directory(changes);
      const clicked = read(text, all).tokens.filter(({ kind }) => kind === 'date' || kind === 'priority');
      fc.pre(clicked.length > 0);
      const again = read(
        text,
        all,
        clicked.map(({ text }) => text),
      );
      const places = new Set(again.tokens.map(({ kind, from, to }) => `${kind} ${from} ${to}`));
      for (const { kind, from, to } of clicked) expect(places).not.toContain(`${kind} ${from} ${to}`);
    }),
  );
});

test('suggestions replace a part of the line around the caret', () => {
  fc.assert(
    fc.property(lines, settings, fc.nat(), (text, changes, place) => {
      const caret = place % (text.length + 1);
      const all = directory(changes);
      const suggestion = suggestCompletions(text, caret, all, read(text, all).project);
      if (suggestion === null) return;
      expect(suggestion.from).toBeLessThan(caret);
      expect(suggestion.to).toBeGreaterThanOrEqual(caret);
      expect(suggestion.to).toBeLessThanOrEqual(text.length);
      expect(new Set(suggestion.candidates.map(({ key }) => key)).size).toBe(suggestion.candidates.length);
    }),
  );
});

test('a line ten times as long takes about ten times the work', () => {
  const all = directory();
  const kinds = [
    '#a',
    '#fin ',
    '+x ',
    '"a ',
    '“a ',
    '\\#x ',
    '// ',
    'tomorrow ',
    '1',
    ' ',
    '\\',
    '@ana ',
    '31 Feb ',
    '>d ',
    'a*',
    '((',
  ];
  for (const kind of kinds) {
    const work = (length: number) => {
      const text = kind.repeat(Math.ceil(length / kind.length)).slice(0, length);
      return workOf(() => read(text, all));
    };
    // Quadratic work would be a hundred times as much.
    expect(work(50_000) / work(5_000), kind).toBeLessThan(15);
  }
});

function meaning({ tokens: _, errors: __, ...rest }: ParsedLine): unknown {
  return rest;
}
