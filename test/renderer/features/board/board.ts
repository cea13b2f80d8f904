/** Cards and columns for tests. */
import fc from 'fast-check';
import type { CardView, ColumnView } from '../../../../shared/contract/index.ts';

let made = 0;

export function card(over: Partial<CardView> = {}): CardView {
  made += 1;
  return {
    id: `task-${made}`,
    identifier: `PAY-${made}`,
    title: `Task ${made}`,
    status: 'to-do',
    priority: 'medium',
    dueDate: null,
    startDate: null,
    labels: [],
    assignee: null,
    subtasks: null,
    position: made,
    number: made,
    isPending: false,
    ...over,
  };
}

export function column(slug: string, over: Partial<ColumnView> = {}): ColumnView {
  return { slug, name: slug, icon: null, color: null, isFinal: false, columnId: `id-${slug}`, ...over };
}

const STATUSES = ['to-do', 'in-progress', 'done', 'planned'] as const;

/** Few ids and positions, so that cards share them. */
export const anyCard: fc.Arbitrary<CardView> = fc
  .record({
    id: fc.integer({ min: 0, max: 15 }).map((id) => `task-${id}`),
    status: fc.constantFrom(...STATUSES),
    position: fc.integer({ min: 0, max: 5 }),
    number: fc.integer({ min: 0, max: 5 }),
  })
  .map((over) => card(over));
