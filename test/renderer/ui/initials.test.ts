import { expect, test } from 'vitest';
import { initials } from '../../../renderer/ui/avatar.tsx';

test('first and last name give a letter each, in any script; one name gives one', () => {
  expect(['Mira Lindqvist', 'ada  maria obi', 'You', '', '𝒳 李'].map(initials)).toEqual(['ML', 'AO', 'Y', '', '𝒳李']);
});
