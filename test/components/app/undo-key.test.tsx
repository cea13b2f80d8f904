/** Ctrl+Z. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { State } from '../../../shared/contract/index.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { openWindow } from '../render.tsx';
import { tasksOf } from '../state.ts';

const undoable = (seconds: number): Pick<State, 'toast'> => ({
  toast: {
    id: 1,
    text: 'PAY-1 stopped',
    until: new Date(Date.now() + seconds * 1000).toISOString(),
    undo: { label: 'Undo', undoId: 7 },
    openTaskId: null,
  },
});

test('Ctrl+Z undoes the last change', async () => {
  const { bridge, user } = await openWindow(undoable(60));
  await user.keyboard('{Control>}z{/Control}');
  expect(bridge.payloads('undo.undo')).toEqual([{ undoId: 7 }]);
});

test('Ctrl+Z undoes nothing once the offer is gone', async () => {
  const { bridge, user } = await openWindow(undoable(-1));
  await user.keyboard('{Control>}z{/Control}');
  expect(bridge.payloads('undo.undo')).toEqual([]);
});

test('Ctrl+Z in a text field undoes only what was typed there', async () => {
  const { bridge, user } = await openWindow({ ...undoable(60), tasks: tasksOf([taskView('PAY-1')]) });
  await user.keyboard('/');
  await user.type(screen.getByRole('textbox', { name: /filter/i }), 'pay{Control>}z{/Control}');
  expect(bridge.payloads('undo.undo')).toEqual([]);
});
