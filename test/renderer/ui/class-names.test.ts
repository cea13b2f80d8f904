/** Selectors of module classes, which may be composed of several. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selectorOf } from '../../../renderer/ui/class-names.ts';

test('a class composed of several is found by all of them', () => {
  expect(selectorOf('menu__item row')).toBe('.menu__item.row');
  expect(selectorOf('menu__item')).toBe('.menu__item');
});

test('no selector is put together by hand: it would find nothing once its class is composed', () => {
  const root = join(import.meta.dirname, '../../../renderer');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /\.\$\{\w*styles\.\w+\}/i.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
