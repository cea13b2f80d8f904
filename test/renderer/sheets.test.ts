/** Style sheets are loaded one after the other and then hold everywhere: a class of one view must not draw in another. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', 'renderer');

/** Classes of one feature that another one draws with on purpose. */
const SHARED = new Map([
  ['desc', 'a written text, in a task’s page and on a public board'],
  ['props', 'due dates have their colours in its list, too'],
  ['search', 'the field of the task picker, in the form of an entry'],
  ['task-picker', 'the same'],
  ['sr', 'rows of settings, on a project’s page, too'],
  ['timer', 'what stands under the timer bar'],
]);

interface Sheet {
  file: string;
  /** The folder it lies in; ui/ is everybody’s. */
  feature: string;
  /** Classes it draws wherever they stand: rules of a single class, with nothing around it. */
  defined: Set<string>;
  mentioned: Set<string>;
}

function readSheet(file: string): Sheet {
  const css = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|@import[^;]*;/g, '');
  const selectors = [...css.matchAll(/([^{}]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !/^(@|from|to|\d+%)/.test(selector));
  const classes = (text: string) => [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);
  const parts = selectors.flatMap((selector) => selector.split(/,(?![^(]*\))/).map((part) => part.trim()));
  const single = parts.filter((part) => !/[\s>+~]/.test(part.replace(/\([^)]*\)/g, '()')));
  return {
    file,
    feature: /^features\/([^/]+)/.exec(file)?.[1] ?? file.split('/')[0] ?? '',
    defined: new Set(
      single
        .map((part) => classes(part.replace(/\([^)]*\)/g, '')))
        .flatMap((names) => (names.length === 1 ? names : [])),
    ),
    mentioned: new Set(selectors.flatMap(classes)),
  };
}

const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readSheet(file.replaceAll('\\', '/')));
/** The quick-add window has a page of its own, which loads no other feature’s sheet. */
const features = sheets.filter(({ feature }) => feature !== 'ui' && feature !== 'quick-add');

test('there are sheets, and classes in them', () => {
  expect(features.length).toBeGreaterThan(15);
  expect(features.every(({ mentioned }) => mentioned.size > 0)).toBe(true);
});

test('no two features define the same class', () => {
  const collisions = features.flatMap((one) =>
    sheets
      .filter((other) => other.feature !== one.feature && other.feature !== 'quick-add')
      .flatMap((other) =>
        [...one.defined]
          .filter((name) => other.defined.has(name))
          .map((name) => `.${name}: ${one.file}, ${other.file}`),
      ),
  );
  expect(collisions).toEqual([]);
});

test('no class that a feature defines is the name of something else in another one', () => {
  const leaks = features.flatMap((one) =>
    features
      .filter((other) => other.feature !== one.feature)
      .flatMap((other) =>
        [...one.defined]
          .filter((name) => other.mentioned.has(name) && !SHARED.has(name))
          .map((name) => `.${name} of ${one.file} draws in ${other.file}`),
      ),
  );
  expect(leaks).toEqual([]);
});
