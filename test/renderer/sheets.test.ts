/** Styles belong to one component: classes are declared in CSS modules, and only base.css has global ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', 'renderer');
const testFolder = join(import.meta.dirname, '..');
const GLOBAL = ['ui/base.css', 'ui/tokens.css'];

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The classes that a sheet declares, without those of base.css that a module mentions. */
function classesOf(css: string): Set<string> {
  const selectors = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !/^(@|from|to|\d+%)/.test(selector))
    .map((selector) => selector.replace(/:global\([^)]*\)|\[[^\]]*\]/g, ''));
  return new Set(
    selectors.flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)),
  );
}

const sheets = new Map(files.filter((file) => file.endsWith('.css')).map((file) => [file, read(file)]));
const modules = [...sheets].filter(([file]) => file.endsWith('.module.css'));
const utilities = classesOf(sheets.get('ui/base.css') ?? '');
const components = files.filter((file) => /\.tsx?$/.test(file)).map((file) => ({ file, code: read(file) }));

/** All uses of `styles.name` in components, by sheet. */
const used = new Map<string, Set<string>>();
const misread: string[] = [];
for (const { file, code } of components) {
  for (const [, name = '', path = ''] of code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const sheet = join(dirname(file), path).replaceAll('\\', '/');
    const classes = used.get(sheet) ?? used.set(sheet, new Set()).get(sheet);
    for (const [, access = '', member] of code.matchAll(new RegExp(`\\b${name}\\b(?! from)(\\.(\\w+))?`, 'g'))) {
      if (member === undefined) misread.push(`${file}: ${name}${access} without a class's name`);
      else classes?.add(member);
    }
  }
}

test('every class is declared in a CSS module, except the utilities of base.css', () => {
  expect(modules.length).toBeGreaterThan(60);
  expect([...sheets.keys()].filter((file) => !file.endsWith('.module.css')).sort()).toEqual(GLOBAL);
  expect([...classesOf(sheets.get('ui/tokens.css') ?? '')]).toEqual([]);
  expect(utilities.size).toBeLessThanOrEqual(20);
});

test('every class that a component uses is declared in its module', () => {
  const missing = [...used].flatMap(([sheet, names]) => {
    const declared = classesOf(sheets.get(sheet) ?? '');
    return [...names].filter((name) => !declared.has(name)).map((name) => `${sheet}: ${name}`);
  });
  expect([...misread, ...missing]).toEqual([]);
});

test('every class of a module is used', () => {
  const unused = modules.flatMap(([sheet, css]) => {
    const composed = [...css.matchAll(/composes: ([^;]+);/g)].flatMap(([, names = '']) => names.split(' '));
    const names = new Set([...(used.get(sheet) ?? []), ...composed]);
    return [...classesOf(css)].filter((name) => !names.has(name)).map((name) => `${sheet}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('every custom property is used', () => {
  const texts = [...sheets.values(), ...components.map(({ code }) => code)];
  const found = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
  const used = found(/(?:var\(|PropertyValue\(')(--[\w-]+)/g);
  const declared = found(/(--[\w-]+)'?\]?:/g);
  expect(declared.size).toBeGreaterThan(100);
  expect([...declared].filter((name) => !used.has(name))).toEqual([]);
});

test('a literal class name is a utility of base.css, and each utility is used', () => {
  const text = components.flatMap(({ file, code }) =>
    [...code.matchAll(/className=(?:"([^"]*)"|\{classNames\('([^']*)')|classNames\('([^']*)'/g)].flatMap(
      ([, plain = '', first = '', other = '']) =>
        `${plain} ${first} ${other}`
          .split(' ')
          .filter(Boolean)
          .map((name) => ({ file, name })),
    ),
  );
  expect(text.filter(({ name }) => !utilities.has(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  const composed = modules.flatMap(([, css]) =>
    [...css.matchAll(/composes: ([^;]+) from global/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const names = new Set([...text.map(({ name }) => name), ...composed]);
  expect(composed.filter((name) => !utilities.has(name))).toEqual([]);
  expect([...utilities].filter((name) => !names.has(name))).toEqual([]);
});

test('every generated class name in a test exists', () => {
  const declared = new Set(
    modules.flatMap(([sheet, css]) => [...classesOf(css)].map((name) => `${basename(sheet, '.module.css')}__${name}`)),
  );
  const tests = readdirSync(testFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(c|m)?tsx?$|\.cjs$/.test(file),
  );
  const looked = tests.flatMap((file) =>
    [...readFileSync(join(testFolder, file), 'utf8').matchAll(/\.([a-z-]+__[a-zA-Z]+)/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
  expect(looked.length).toBeGreaterThan(30);
  expect(looked.filter(({ name }) => !declared.has(name))).toEqual([]);
});

test('no two modules generate the same name', () => {
  const names = modules.flatMap(([sheet, css]) => [...classesOf(css)].map((name) => `${basename(sheet)} ${name}`));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
