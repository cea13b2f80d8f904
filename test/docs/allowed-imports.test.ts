/** The floors of docs/architecture.md, as far as imports show them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', 'electron');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));

interface Import {
  /** As written; where it is a file of ours, its path below electron/. */
  from: string;
  isTypeOnly: boolean;
}

function importsOf(name: string): Import[] {
  const text = readFileSync(join(root, name), 'utf8');
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from '([^']+)';/gm);
  return [...statements].map(([, type, from = '']) => ({
    from: from.startsWith('.') ? join(name, '..', from).replaceAll('\\', '/') : from,
    isTypeOnly: type !== undefined,
  }));
}

const imports = new Map(files.map((name) => [name, importsOf(name)]));
const importersOf = (isMeant: (from: string) => boolean): string[] =>
  files.filter((name) => imports.get(name)?.some(({ from }) => isMeant(from)));

test('imports are found', () => {
  expect(importersOf((from) => from === 'zod').length).toBeGreaterThan(10);
});

test('only begin, main, preload, the bridge’s end and desktop/ import electron', () => {
  const allowed = /^(begin|main|preload|bridge\/(?:receive|serve)|desktop\/[\w-]+)\.ts$/;
  expect(importersOf((from) => from === 'electron').filter((name) => !allowed.test(name))).toEqual([]);
});

test('only main.ts puts parts together', () => {
  const importers = importersOf((from) => from.startsWith('compose/'));
  expect(importers).toContain('main.ts');
  expect(importers.filter((name) => name !== 'main.ts' && !name.startsWith('compose/'))).toEqual([]);
});

test('what begins reads neither words nor schemas nor features, and of the store only what is drawn first', () => {
  const read = new Set<string>();
  const walk = (name: string): void => {
    if (read.has(name)) return;
    read.add(name);
    for (const { from, isTypeOnly } of imports.get(name) ?? []) if (!isTypeOnly) walk(from);
  };
  walk('begin.ts');
  expect(read.size).toBeGreaterThan(10);
  const later = /^zod$|^(words|service|store|tasks|time|reminders|outbox|account)\//;
  const found = [...read].filter((name) => later.test(name));
  expect(found.sort()).toEqual(['store/last-state.ts', 'store/own-file.ts', 'store/themes.ts', 'store/zooms.ts']);
});

test('the local workspace shares the records, how days are kept and the look at a file, nothing else', () => {
  const shared = files
    .filter((name) => name.startsWith('local/'))
    .flatMap((name) => imports.get(name) ?? [])
    .filter(({ from, isTypeOnly }) => !isTypeOnly && from.endsWith('.ts') && !from.startsWith('local/'));
  expect([...new Set(shared.map(({ from }) => from))].sort()).toEqual([
    'service/days.ts',
    'service/records.ts',
    'store/at-rest.ts',
    'store/own-file.ts',
    'store/set-aside.ts',
    'store/version-at-rest.ts',
  ]);
});

test('no circle of imports', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  function walk(name: string, way: string[]): void {
    if (way.includes(name)) circles.push([...way.slice(way.indexOf(name)), name].join(' > '));
    if (done.has(name) || way.includes(name)) return;
    for (const { from, isTypeOnly } of imports.get(name) ?? []) if (!isTypeOnly) walk(from, [...way, name]);
    done.add(name);
  }
  for (const name of files) walk(name, []);
  expect(circles).toEqual([]);
});
