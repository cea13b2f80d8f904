import { expect, test } from 'vitest';
import { initials } from '../../../renderer/ui/avatar.tsx';

test('a letter each of the first and last name, in any script; one letter of a single name', () => {
  expect(['Mira Lindqvist', 'ada  maria obi', 'You', '', '𝒳 李'].map(initials)).toEqual(['ML', 'AO', 'Y', '', '𝒳李']);
});
