import { expect, it } from 'vitest';
import { codeGroups } from '../../../../renderer/features/account/device-code.tsx';

it.each([
  ['WDJB4MHT', ['WDJB', '4MHT']],
  ['WDJB-4MHT', ['WDJB', '4MHT']],
  ['AB-CDEF-GH', ['AB', 'CDEF', 'GH']],
  ['ABCDEFG', ['ABCD', 'EFG']],
  ['1234', ['1234']],
  [' wd jb ', ['wd', 'jb']],
  ['-', []],
])('%j', (code, groups) => {
  expect(codeGroups(code).map((group) => group.join(''))).toEqual(groups);
});
