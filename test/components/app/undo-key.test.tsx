/** Ctrl+Z and Ctrl+Shift+Z. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { taskView } from '../../shared/tasks/tasks.ts';
import { openWindow } from '../render.tsx';
import { tasksOf } from '../state.ts';

test('Ctrl+Z undoes the last change, Ctrl+Shift+Z redoes it, also when the status line says nothing', async () => {
  const { bridge, user } = await openWindow();
  await user.keyboard('{Control>}z{/Control}');
  expect([bridge.payloads('undo.undo'), bridge.payloads('undo.redo')]).toEqual([[{}], []]);
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect([bridge.payloads('undo.undo'), bridge.payloads('undo.redo')]).toEqual([[{}], [{}]]);
});

test('in a text field both are the field’s own', async () => {
  const { bridge, user } = await openWindow({ tasks: tasksOf([taskView('PAY-1')]) });
  await user.keyboard('/');
  await user.type(screen.getByRole('textbox', { name: /filter/i }), 'pay{Control>}z{Shift>}z{/Shift}{/Control}');
  expect([bridge.payloads('undo.undo'), bridge.payloads('undo.redo')]).toEqual([[], []]);
});
