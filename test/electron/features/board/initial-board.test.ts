import { expect, test } from 'vitest';
import { chooseInitialBoard } from '../../../../electron/features/board/board-service.ts';

import type { ProjectView } from '../../../../shared/contract/project-view.ts';

const project = (id: string, totalTasks: number | null = 0): ProjectView => ({
  id,
  name: id,
  slug: id,
  icon: null,
  totalTasks,
});
const tasksOf = (...projectIds: string[]) => projectIds.map((projectId) => ({ projectId }));

test('the board with most assigned tasks is opened first, wherever it is in the list', () => {
  const all = [project('empty'), project('large', 900), project('mine', 3), project('also', 3)];
  expect(chooseInitialBoard(all, tasksOf('large', 'mine', 'mine'))?.id).toBe('mine');
  expect(chooseInitialBoard(all, tasksOf('also', 'mine', 'elsewhere', 'elsewhere'))?.id).toBe('mine');
  expect(chooseInitialBoard(all, [])?.id).toBe('large');
  expect(chooseInitialBoard([project('one', null), project('two')], tasksOf('gone'))?.id).toBe('one');
  expect(chooseInitialBoard([], tasksOf('gone'))).toBeUndefined();
});
