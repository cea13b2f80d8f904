/** My tasks: starting a timer from a row, and the empty and error states. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { anError } from '../../bridge.ts';
import { openWindow } from '../../render.tsx';
import { tasksOf } from '../../state.ts';

test('an empty list says what appears here', async () => {
  await openWindow();
  expect(screen.getByText('Nothing is assigned to you')).toBeVisible();
});

test('the button of a row starts a timer for its task', async () => {
  const { bridge, user } = await openWindow({ tasks: tasksOf([taskView('PAY-1'), taskView('PAY-2')]) });
  await user.click(screen.getByRole('button', { name: 'Start timer: PAY-2' }));
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-2' }]);
});

test('an error is shown above the last known list', async () => {
  const tasks = tasksOf([taskView('PAY-1', { title: 'Refund' })], {
    error: anError(),
    failingSince: new Date().toISOString(),
  });
  const { bridge, user } = await openWindow({ tasks });
  const alert = within(screen.getByRole('main')).getByText(/It did not work/);
  expect(alert).toBeVisible();
  expect(screen.getByText('Refund')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /try/i }));
  expect(bridge.sent.map(({ name }) => name)).toContain('tasks.refresh');
});
