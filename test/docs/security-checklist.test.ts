/** The checklist's claims that can be read from the sources: each named test is there, and what is not used is not used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Each file with the names that follow it, as in "`test/x.test.ts`: name · name · `test/y.test.ts`: name". */
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

test('every test that is named is there', () => {
  const named = namedTests(read('docs/security-checklist.md'));
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter(({ file, name }) => !read(file).includes(`'${name}'`))).toEqual([]);
});

test('all twenty points are there', () => {
  const numbers = [...read('docs/security-checklist.md').matchAll(/^\| (\d+)\. /gm)].map(([, number]) =>
    Number(number),
  );
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test('what is not to be used is not used', () => {
  const sources = readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const unwanted =
    /allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|webviewTag|webSecurity: false|nodeIntegration: true|contextIsolation: false|sandbox: false/;
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((name) => unwanted.test(read(join('electron', name))))).toEqual([]);
});
