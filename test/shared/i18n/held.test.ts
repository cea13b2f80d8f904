/** Texts are in the catalogs only and are read when they are shown, so that a change of language reaches them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const sources = globSync(['renderer/**/*.{ts,tsx}', 'electron/**/*.ts', 'shared/**/*.ts'], { cwd: root })
  .filter((path) => !/\/(i18n|local)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const found = (pattern: RegExp, of: (path: string) => boolean = () => true): string[] =>
  sources.flatMap(({ path, text }) =>
    of(path) ? [...text.matchAll(pattern)].map(([hit]) => `${path}: ${hit.trim()}`) : [],
  );

const LOG = 'electron/service/errors.ts';
/** A report is in a language of its own. */
const REPORT = 'electron/features/report/formats.ts';
const TYPE_ONLY = 'shared/errors/service-error-reason.ts';
const isView = (path: string): boolean => path.endsWith('.tsx');

test('no view contains a literal text', () => {
  // Between two tags, with at least two letters in a row.
  expect(found(/(?<![=-])>[^<>{}=;()]*\p{L}{2}[^<>{}=;()]*<\//gu, isView)).toEqual([]);
});

test('no label of a control is a literal text', () => {
  expect(
    found(/\b(aria-label|aria-description|title|placeholder|alt|label)="(?!https)[^"]*\p{L}{2}[^"]*"/gu, isView),
  ).toEqual([]);
});

test('only the log, which is English, and reports import the messages of a certain language', () => {
  expect(
    found(
      /from '[^']*\/i18n\/generated\/(?:[^']*\/|[^']*-(?:de|qps))[^']*'/g,
      (path) => ![LOG, REPORT, TYPE_ONLY].includes(path),
    ),
  ).toEqual([]);
});

test('no module stores messages when it is loaded', () => {
  const held = /^(?:export )?const [^=\n]+ = (?:\w*[mM]essages)\.[\w.]+;?$/gm;
  const destructured = /^const \{[^}]*\} = \w*[mM]essages\b.*$/gm;
  const listed = /^const [A-Z_]+\b[^(=]* = [[{(](?:(?!=>|\n[^ \n])[\s\S])*?\b\w*[mM]essages\.\w+/gm;
  expect([...found(held), ...found(destructured), ...found(listed)]).toEqual([]);
});
