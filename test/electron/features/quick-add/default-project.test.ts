/** The default project of a task. */

import { expect, test } from 'vitest';
import { defaultProject } from '../../../../electron/features/quick-add/create-tasks.ts';

const projects = ['a', 'b', 'c'].map((id) => ({ id }));
const mine = ['b', 'c', 'c', 'gone', 'gone', 'gone'].map((projectId) => ({ projectId }));

test('the project used last, if it still exists', () => {
  expect(defaultProject(projects, 'a', mine)).toBe('a');
  expect(defaultProject(projects, 'gone', mine)).toBe('c');
});

test('before the first task, the project with most of the person’s tasks, or else the first', () => {
  expect(defaultProject(projects, null, mine)).toBe('c');
  expect(defaultProject(projects, null, [{ projectId: 'a' }, { projectId: 'b' }])).toBe('a');
  expect(defaultProject(projects, null, [])).toBe('a');
  expect(defaultProject([], null, mine)).toBeNull();
});
