/** Tasks with unread notifications are marked in the list and on the board, visually and for screen readers. */

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CardFace } from '../../renderer/features/board/card.tsx';
import { TaskRow } from '../../renderer/features/tasks/list/task-row.tsx';
import { usePublished } from '../../renderer/state/main-process.ts';

import type { State } from '../../shared/contract/index.ts';
import { taskView } from '../shared/tasks/tasks.ts';
import { card } from './features/board/board.ts';

const NOW = new Date(2026, 10, 22, 12);
const nothing = () => undefined;
const MARK = 'title="unread notifications" aria-hidden="true"';
const NAME = /class="visually-hidden">[^<]*, unread notifications</;

/** Rendering to a string reads the store's initial state. */
function setState(state: Pick<State, 'account' | 'accounts' | 'missingPermissions' | 'unreadTasks'>): void {
  Object.assign(usePublished.getInitialState(), { state });
}

const row = (id: string) =>
  renderToStaticMarkup(
    <TaskRow
      item={{ task: taskView('PAY-1', { id }), due: null }}
      now={NOW}
      live={false}
      isDragged={false}
      isOpen={false}
      isSelected={false}
      isTabStop
      todayMs={undefined}
      isCompact={false}
      width={300}
      onMenu={nothing}
    />,
  );
const face = (id: string) =>
  renderToStaticMarkup(<CardFace card={card({ id })} now={NOW} live={false} isDone={false} />);

test.each([
  ['row', row],
  ['card', face],
])('on its %s', (_where, shown) => {
  setState({ account: null, accounts: [], missingPermissions: [], unreadTasks: ['a'] });
  expect(shown('a')).toContain(MARK);
  expect(shown('a')).toMatch(NAME);
  expect(shown('b')).not.toContain('unread');
});
