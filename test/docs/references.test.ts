/** References in comments and documents point to something that exists in this project. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** This file contains the patterns that it searches for. */
const OWN_PATH = 'test/docs/references.test.ts';
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|css|md|json|yml)$/.test(path) && path !== 'package-lock.json')
  .filter((path) => existsSync(join(root, path)));
const texts = new Map(files.filter((path) => path !== OWN_PATH).map((path) => [path, read(path)]));
const documents = files.filter((path) => path.endsWith('.md'));

/** The anchors that GitHub generates from the headings of a document. */
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

test('every link to a heading of docs/service.md is valid', () => {
  const anchors = anchorsIn(read('docs/service.md'));
  const links = found(/docs\/service\.md#[\w-]*/g);
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter((link) => !anchors.has(link.split('#').at(-1) ?? ''))).toEqual([]);
});

test('every document named in the code exists', () => {
  const named = found(/(?<![\w/])docs\/[\w-]+\.md\b/g).map((match) => match.replace(/^.*: /, ''));
  expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('no comment cites a document outside the project', () => {
  expect(found(/\b[Ss]ections? \d[\d.]*|\b[Ff]ield[- ]notes\b|\b[Uu]nshown[- ]paths\b|\bhouse rule\b/g)).toEqual([]);
});

test('no import and no comment points outside the project', () => {
  const outside = [...texts].flatMap(([path, text]) => {
    const lines = text.split('\n').filter((line) => /^\s*(\/\/|\/?\*)|^(import|export|\}) .*from '/.test(line));
    const paths = lines.flatMap((line) => line.match(/(?<![\w./])(?:\.\.\/)+[\w.-]+/g) ?? []);
    return paths.filter((target) => posix.join(dirname(path), target).startsWith('..')).map((to) => `${path}: ${to}`);
  });
  expect(outside).toEqual([]);
});

/** Files as documents name them: from the root, or by the end of their path. */
const FILE_NAME = /(?<![\w/.-])[\w./-]*\w\.(?:tsx?|mjs|css)(?![\w*])/g;
const FOLDER_NAME = /`((?:shared|electron|renderer|build|test|docs|assets)\/[\w/-]+)\/?`/g;

describe.each(documents)('%s', (path) => {
  test('names files and folders that exist', () => {
    const text = read(path);
    const names = text.match(FILE_NAME) ?? [];
    const unknown = names.filter((name) => {
      const file = name.startsWith('../') ? posix.join(dirname(path), name) : name;
      return !files.some((known) => known === file || known.endsWith(`/${file}`));
    });
    const folders = [...text.matchAll(FOLDER_NAME)].map(([, folder = '']) => folder);
    expect([...unknown, ...folders.filter((folder) => !existsSync(join(root, folder)))]).toEqual([]);
  });

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

describe('docs/adding.md', () => {
  const recipes = read('docs/adding.md')
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ name: text.split('\n')[0] ?? '', steps: text.match(/^\d+\. .*$/gm) ?? [] }));

  test('contains every recipe', () => {
    const names = [
      'A setting',
      'A command',
      'A page',
      'View state',
      'Something that windows read',
      'Something that runs in the background',
      'A property of a task',
      'A collection of a task',
      'A priority',
      'A table of the database',
      'A kind of write',
      'A style',
      'A message',
      'A language',
    ];
    expect(recipes.map(({ name }) => name)).toEqual(names);
  });

  test.each(recipes)('$name: every step names a file and a position in it', ({ steps }) => {
    expect(steps.length).toBeGreaterThan(1);
    for (const step of steps) {
      const [, file = '', place = ''] = /^\d+\. `([^`]+)` → `([^`]+)`: /.exec(step) ?? [];
      expect(files, step).toContain(file);
      expect(read(file), step).toContain(place);
    }
  });
});

test('documents name npm scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});
