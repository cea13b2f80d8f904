/** Recent changes: what was done in this session, undo and redo out of order, and why not. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChangeView, ToastView } from '../../../../shared/contract/index.ts';
import { openWindow } from '../../render.tsx';
import { aState, revised } from '../../state.ts';

const AT = new Date().toISOString();
const changeOf = (undoId: number, text: string, more: Partial<ChangeView> = {}): ChangeView => ({
  undoId,
  at: AT,
  text,
  label: 'Undo',
  state: 'done',
  isPossible: true,
  obstacle: null,
  ...more,
});
const CHANGES = [
  changeOf(5, 'PAY-134 0:45 added', { state: 'undone' }),
  changeOf(4, 'PAY-134 moved to In progress'),
  changeOf(3, 'PAY-131 deleted', { isPossible: false, obstacle: 'sent already' }),
  changeOf(2, 'PAY-9 ran for 8 s and was not saved', { label: 'Keep' }),
];

async function opened(changes: ChangeView[]) {
  const shown = { changes };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const toast: ToastView = {
    id: 1,
    text: 'Nothing left to undo',
    until,
    undo: null,
    page: 'recentChanges',
    openTaskId: null,
  };
  const window = await openWindow({ toast }, (bridge) => bridge.answer('undo.changes', () => shown.changes));
  await window.user.click(screen.getByRole('button', { name: 'Recent changes' }));
  await screen.findByRole('heading', { name: 'Recent changes' });
  return { ...window, shown };
}
const row = (text: string) => {
  const [found] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes(text));
  if (found === undefined) throw new Error(`No row says ${text}`);
  return within(found);
};

test('lists each change with its undo, or why it cannot be undone; an undone one is struck through, with redo', async () => {
  const { bridge, user } = await opened(CHANGES);
  await screen.findByText('PAY-131 deleted');
  expect(screen.getByText('PAY-134 0:45 added').tagName).toBe('DEL');
  expect(row('PAY-134 0:45').getByText('undone')).toBeVisible();
  expect(row('PAY-131').getByText('sent already')).toBeVisible();
  expect(row('PAY-131').queryByRole('button')).not.toBeInTheDocument();
  await user.click(row('In progress').getByRole('button', { name: 'Undo: PAY-134 moved to In progress' }));
  await user.click(row('0:45').getByRole('button', { name: 'Redo: PAY-134 0:45 added' }));
  await user.click(row('PAY-9').getByRole('button', { name: 'Keep: PAY-9 ran for 8 s and was not saved' }));
  expect([bridge.payloads('undo.undo'), bridge.payloads('undo.redo')]).toEqual([
    [{ undoId: 4 }, { undoId: 2 }],
    [{ undoId: 5 }],
  ]);
});

test('the keyboard starts at the newest one; arrows walk, U undoes, and the focus stays', async () => {
  const { bridge, user, publish, shown } = await opened(CHANGES);
  const newest = await screen.findByRole('button', { name: /0:45 added/ });
  expect(newest).toHaveFocus();
  await user.keyboard('{ArrowDown}u');
  expect(bridge.payloads('undo.undo')).toEqual([{ undoId: 4 }]);
  shown.changes = CHANGES.map((one) => (one.undoId === 4 ? { ...one, state: 'undone' } : one));
  publish(revised(aState(), 'changes'));
  expect(await screen.findByRole('button', { name: 'Redo: PAY-134 moved to In progress' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: /^Keep/ })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('heading', { name: 'Recent changes' })).not.toBeInTheDocument();
});

test('says what will be here while nothing was changed', async () => {
  await opened([]);
  expect(await screen.findByText('No changes yet')).toBeVisible();
});

test('keyboard users see the key that undoes', async () => {
  const { user } = await openWindow({}, (bridge) => bridge.answer('undo.changes', CHANGES));
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Find or do anything' }), 'Recent changes{Enter}');
  await screen.findByRole('heading', { name: 'Recent changes' });
  expect(screen.getByRole('contentinfo')).toHaveTextContent('UundoEscback');
});
