/**
 * Checks docs/security-checklist.md against the sources: each point has a test, each named test exists and runs, the bridge
 * exposes only the listed functions, and forbidden options are not used.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Test files with the test names that follow them, as in "`test/x.test.ts`: name · name · `test/y.test.ts`: name". */
function namedTests(text: string): { file: string; name: string }[] {
  const found: { file: string; name: string }[] = [];
  for (const [, file = '', names = ''] of text.matchAll(
    /`(test\/[\w/-]+\.test\.ts)`: ((?:(?!`test\/)[^|])*?)(?=\n- |\s*\||`test\/|\. |\n\n|\s*$)/g,
  )) {
    for (const name of names.split('·')) {
      const trimmed = name.replace(/\s+/g, ' ').trim();
      if (trimmed !== '') found.push({ file, name: trimmed });
    }
  }
  return found;
}

test('every named test exists', () => {
  const named = namedTests(read('docs/security-checklist.md'));
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter(({ file, name }) => !read(file).includes(`'${name}'`))).toEqual([]);
});

/** Points without a test, with the reason. */
const UNTESTED = new Map([[16, 'which version a package is built with is decided when it is released']]);
/** Tests that do not run everywhere, with the reason. */
const CONDITIONAL = new Map([['another user is refused by the system', 'only root can become somebody else']]);

interface Row {
  number: number;
  text: string;
}

function rows(): Row[] {
  const lines = read('docs/security-checklist.md').matchAll(/^\| (\d+)\. .*$/gm);
  return [...lines].map(([text, number]) => ({ number: Number(number), text }));
}

test('all twenty points are listed', () => {
  expect(rows().map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test('every point names a test, apart from the listed exceptions', () => {
  const without = rows().filter(({ text }) => namedTests(text).length === 0);
  expect(without.map(({ number }) => number)).toEqual([...UNTESTED.keys()]);
});

/** The declarations around a test, such as "test" and "describe.each", outermost last. */
function declarations(text: string, name: string): string[] {
  const lines = text.slice(0, text.indexOf(`'${name}'`)).split('\n');
  const found: string[] = [];
  let indent = Number.POSITIVE_INFINITY;
  for (const line of lines.toReversed()) {
    const [, spaces = '', declaration = ''] = /^( *)((?:test|describe)(?:\.\w+)*)\b/.exec(line) ?? [];
    if (declaration === '' || spaces.length >= indent) continue;
    indent = spaces.length;
    found.push(declaration);
  }
  return found;
}

test('no named test is skipped', () => {
  const isOff = /\.(skip|skipIf|todo|fails|runIf)$/;
  const all = namedTests(read('docs/security-checklist.md')).map(({ file, name }) => ({
    name,
    declared: declarations(read(file), name),
  }));
  expect(all.filter(({ declared }) => !declared.some((one) => one.startsWith('test')))).toEqual([]);
  const off = all.filter(({ declared }) => declared.some((one) => isOff.test(one))).map(({ name }) => name);
  expect(off).toEqual([...CONDITIONAL.keys()]);
});

test('the preload exposes exactly the functions in the checklist', () => {
  const [, row = ''] = /the preload exposes five functions, (.*?) and nothing else/.exec(
    read('docs/security-checklist.md'),
  ) ?? ['', ''];
  const named = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const [, bridge = ''] = /const bridge: Bridge = \{\n(.*?)\n\};/s.exec(read('electron/preload.ts')) ?? [];
  const exposed = [...bridge.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(named).toHaveLength(5);
  expect(named.toSorted()).toEqual(exposed.toSorted());
});

test('forbidden options are not used', () => {
  const sources = readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const unwanted =
    /allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|webviewTag|webSecurity: false|nodeIntegration: true|contextIsolation: false|sandbox: false/;
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((name) => unwanted.test(read(join('electron', name))))).toEqual([]);
});
