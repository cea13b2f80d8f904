/** However a board is cut into pages, joining them gives the board. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinBoards, tasksOf } from '../../../electron/service/board-pages.ts';
import type { Board, BoardTask } from '../../../electron/service/records.ts';

const PLACES = ['to-do', 'in-progress', 'done', 'planned', 'archived'];

const aTask = (number: number, place: string, labels: number): BoardTask => ({
  id: `t${number}`,
  title: `Task ${number}`,
  number,
  status: place,
  priority: 'low',
  createdAt: '2026-11-18T12:00:00.000Z',
  projectId: 'p',
  labels: Array.from({ length: labels }, (_, index) => ({ id: `${number}.${index}`, name: 'l', color: 'red' })),
});

const boardOf = (tasks: BoardTask[], columns = PLACES.slice(0, 3)): Board => ({
  id: 'p',
  name: 'Project',
  slug: 'PRJ',
  workspaceId: 'w',
  columns: columns.map((slug) => ({
    id: slug,
    slug,
    name: slug,
    isFinal: slug === 'done',
    position: PLACES.indexOf(slug),
    tasks: tasks.filter(({ status }) => status === slug),
  })),
  plannedTasks: tasks.filter(({ status }) => status === 'planned'),
  archivedTasks: tasks.filter(({ status }) => status === 'archived'),
});

/** Tasks with the page they come on, and how many labels they carry. */
const tasksAndPages = fc.array(fc.record({ place: fc.constantFrom(...PLACES), page: fc.nat(4), labels: fc.nat(5) }), {
  maxLength: 40,
});

test('pages of tasks, each with only the columns it needs', () => {
  fc.assert(
    fc.property(tasksAndPages, (cards) => {
      // As the service numbers pages: tasks in order, page after page.
      const sorted = cards.toSorted((a, b) => a.page - b.page);
      const tasks = sorted.map(({ place, labels }, index) => aTask(index + 1, place, labels));
      const pages = [0, 1, 2, 3, 4].map((page) => {
        const here = tasks.filter((_, index) => sorted[index]?.page === page);
        const needed = new Set(here.map(({ status }) => status));
        return boardOf(here, page === 4 ? PLACES.slice(0, 3) : PLACES.slice(0, 3).filter((slug) => needed.has(slug)));
      });
      expect(pages.reduce(joinBoards)).toEqual(boardOf(tasks));
    }),
  );
});

test('related pages, each with its share of the labels', () => {
  fc.assert(
    fc.property(tasksAndPages, fc.integer({ min: 1, max: 4 }), (cards, share) => {
      const tasks = cards.map(({ place, labels }, index) => aTask(index + 1, place, labels));
      const pages = Array.from({ length: 6 }, (_, page) =>
        boardOf(
          tasks.map((task) => ({ ...task, labels: (task.labels ?? []).slice(page * share, (page + 1) * share) })),
        ),
      );
      expect(pages.reduce(joinBoards)).toEqual(boardOf(tasks));
    }),
  );
});

test('a page that comes again changes nothing; neither page is touched', () => {
  fc.assert(
    fc.property(tasksAndPages, (cards) => {
      const board = boardOf(cards.map(({ place, labels }, index) => aTask(index + 1, place, labels)));
      const before = structuredClone(board);
      expect(joinBoards(board, board)).toEqual(board);
      expect(board).toEqual(before);
    }),
  );
});

test('a task that moved between two pages is where the later one has it, and nowhere else', () => {
  const joined = joinBoards(boardOf([aTask(1, 'to-do', 0)]), boardOf([aTask(1, 'archived', 0)]));
  expect(tasksOf(joined).map(({ status }) => status)).toEqual(['archived']);
});
