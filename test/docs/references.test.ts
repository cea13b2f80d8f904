/** What comments and documents point to exists, and lies in this project. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const OWN_PATH = 'test/docs/references.test.ts';
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|css|md|json|yml)$/.test(path) && path !== 'package-lock.json' && path !== OWN_PATH)
  .filter((path) => existsSync(join(root, path)));
const texts = new Map(files.map((path) => [path, read(path)]));
const documents = files.filter((path) => path.endsWith('.md'));

/** Anchors as GitHub makes them from the headings of a document. */
function anchorsIn(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Every match of a pattern in the tree, as `path: match`. */
const found = (pattern: RegExp): string[] =>
  [...texts].flatMap(([path, text]) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`));

test('every link to a heading of docs/service.md has its heading', () => {
  const anchors = anchorsIn(read('docs/service.md'));
  const links = found(/docs\/service\.md#[\w-]*/g);
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter((link) => !anchors.has(link.split('#').at(-1) ?? ''))).toEqual([]);
});

test('no comment cites a document outside the project', () => {
  expect(found(/\b[Ss]ections? \d[\d.]*|\b[Ff]ield[- ]notes\b|\b[Uu]nshown[- ]paths\b|\bhouse rule\b/g)).toEqual([]);
  expect(found(/(?<![\w-])\/work\/\w+|service-api\.md/g)).toEqual([]);
});

describe.each(documents)('%s', (path) => {
  test('links to files and headings that exist in the project', () => {
    const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : posix.join(dirname(path), file);
      if (target.startsWith('..') || !existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsIn(read(target)).has(anchor);
    });
    expect(broken).toEqual([]);
  });
});
