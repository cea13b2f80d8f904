/** The packages in a bundle, and the licences that need a review. */
import { expect, test } from 'vitest';
import { packageOf } from '../../build/bundled-packages.ts';
import { unknownIn } from '../../build/licences.mjs';

test.each<[module: string, folder: string | undefined]>([
  ['/work/electron/main.ts', undefined],
  ['/work/node_modules/zod/v4/index.js', 'node_modules/zod'],
  ['/work/node_modules/@radix-ui/react-tabs/dist/index.mjs?commonjs', 'node_modules/@radix-ui/react-tabs'],
  ['/work/node_modules/a/node_modules/b/index.js', 'node_modules/a/node_modules/b'],
  ['\0/work/node_modules/react/index.js?commonjs-module', 'node_modules/react'],
  ['C:\\work\\node_modules\\zod\\index.js', 'node_modules/zod'],
  ['\0rolldown/runtime.js', undefined],
])('%j belongs to %s', (module, folder) => {
  expect(packageOf(module)).toBe(folder);
});

test.each<[licence: string, isKnown: boolean]>([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['GPL-3.0', false],
  ['MIT AND GPL-3.0', false],
  ['undefined', false],
  ['SEE LICENSE IN LICENSE', false],
])('%s: accepted %s', (licence, isKnown) => {
  const part = { name: 'a', version: '1', licence, text: '' };
  expect(unknownIn([part])).toEqual(isKnown ? [] : [part]);
});
