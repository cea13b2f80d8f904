/** Every stored picture is used, and every used picture is stored. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Paths of the pictures that a page names, from the root. */
function shownIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const named = text.matchAll(/(?:src|srcset)="([^":]+\.png)"|\]\(([^():]+\.png)\)/g);
  return [...named].map(([, inTag, inMark = '']) => join(dirname(page), inTag ?? inMark).replaceAll('\\', '/'));
}

test('docs/pictures contains exactly the pictures of the README and docs/', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
  const kept = globSync('docs/pictures/**/*.*', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.toSorted()).toEqual([...new Set(pages.flatMap(shownIn))].toSorted());
});

test('the pictures of the README have at most 1.5 MB', () => {
  const bytes = [...new Set(shownIn('README.md'))].map((path) => statSync(join(root, path)).size);
  expect(bytes.length).toBeGreaterThanOrEqual(9);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1_500_000);
});
