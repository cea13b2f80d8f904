/** Joining the pages of a board gives the board, regardless of how it was split. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinBoards, tasksOf } from '../../../electron/service/board-pages.ts';
import type { Board, BoardTask } from '../../../electron/service/records.ts';

const STATUSES = ['to-do', 'in-progress', 'done', 'planned', 'archived'];

const aTask = (number: number, status: string, labels: number): BoardTask => ({
  id: `t${number}`,
  title: `Task ${number}`,
  number,
  status,
  priority: 'low',
  createdAt: '2026-11-18T12:00:00.000Z',
  projectId: 'p',
  labels: Array.from({ length: labels }, (_, index) => ({ id: `${number}.${index}`, name: 'l', color: 'red' })),
});

const boardOf = (tasks: BoardTask[], columns = STATUSES.slice(0, 3)): Board => ({
  id: 'p',
  name: 'Project',
  slug: 'PRJ',
  workspaceId: 'w',
  columns: columns.map((slug) => ({
    id: slug,
    slug,
    name: slug,
    isFinal: slug === 'done',
    position: STATUSES.indexOf(slug),
    tasks: tasks.filter(({ status }) => status === slug),
  })),
  plannedTasks: tasks.filter(({ status }) => status === 'planned'),
  archivedTasks: tasks.filter(({ status }) => status === 'archived'),
});

/** Tasks with their page and number of labels. */
const tasksAndPages = fc.array(
  fc.record({ status: fc.constantFrom(...STATUSES), page: fc.nat(4), labels: fc.nat(5) }),
  {
    maxLength: 40,
  },
);

test('pages of tasks with only the columns they need', () => {
  fc.assert(
    fc.property(tasksAndPages, (cards) => {
      // Like the service: tasks in order, page after page.
      const sorted = cards.toSorted((a, b) => a.page - b.page);
      const tasks = sorted.map(({ status, labels }, index) => aTask(index + 1, status, labels));
      const pages = [0, 1, 2, 3, 4].map((page) => {
        const onPage = tasks.filter((_, index) => sorted[index]?.page === page);
        const used = new Set(onPage.map(({ status }) => status));
        return boardOf(
          onPage,
          page === 4 ? STATUSES.slice(0, 3) : STATUSES.slice(0, 3).filter((slug) => used.has(slug)),
        );
      });
      expect(pages.reduce(joinBoards)).toEqual(boardOf(tasks));
    }),
  );
});

test('related pages with a part of the labels each', () => {
  fc.assert(
    fc.property(tasksAndPages, fc.integer({ min: 1, max: 4 }), (cards, share) => {
      const tasks = cards.map(({ status, labels }, index) => aTask(index + 1, status, labels));
      const pages = Array.from({ length: 6 }, (_, page) =>
        boardOf(
          tasks.map((task) => ({ ...task, labels: (task.labels ?? []).slice(page * share, (page + 1) * share) })),
        ),
      );
      expect(pages.reduce(joinBoards)).toEqual(boardOf(tasks));
    }),
  );
});

test('a repeated page changes nothing, and joining does not modify its inputs', () => {
  fc.assert(
    fc.property(tasksAndPages, (cards) => {
      const board = boardOf(cards.map(({ status, labels }, index) => aTask(index + 1, status, labels)));
      const before = structuredClone(board);
      expect(joinBoards(board, board)).toEqual(board);
      expect(board).toEqual(before);
    }),
  );
});

test('a task on two pages is only where the later page has it', () => {
  const joined = joinBoards(boardOf([aTask(1, 'to-do', 0)]), boardOf([aTask(1, 'archived', 0)]));
  expect(tasksOf(joined).map(({ status }) => status)).toEqual(['archived']);
});
