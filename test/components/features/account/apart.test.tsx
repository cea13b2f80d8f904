/** Two accounts, the second in front: what one of them has is neither offered nor used for a task of the other. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TaskHit } from '../../../../shared/contract/index.ts';
import { directory } from '../../../shared/quick-add/directory.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { openWindow } from '../../render.tsx';
import { ACCOUNT, openAccount, tasksOf } from '../../state.ts';
import { aBoard } from '../board/open-board.tsx';
import { openTask, pageOfTask } from '../tasks/task-page.ts';

const HALDEN = openAccount('halden', 'halden.example', { userId: 'u-nora' });
const MARL = openAccount('marl', 'marl.example', { userId: 'u-mette' });
const TWO = { accounts: [HALDEN, MARL], account: { ...ACCOUNT, id: MARL.id, userId: MARL.userId } };

/** New tasks go to Halden by default; both servers gave a project the same id. */
const names = directory();
const own = { columns: {}, labels: names.labels, people: names.people, lastProjectId: 'p', assignToMe: true };
const DIRECTORY = {
  ...names,
  ...own,
  projects: [HALDEN, MARL].map(({ id, name }) => ({ id: 'p', slug: 'PAY', name: 'Pay', account: { id, name } })),
  me: { id: HALDEN.userId, name: 'Nora' },
  byAccount: Object.fromEntries([HALDEN, MARL].map(({ id, userId }) => [id, { ...own, me: { id: userId, name: '' } }])),
};

test('only tasks of the same account are offered as related', async () => {
  const hit = (id: string, accountId: string): TaskHit => {
    return { id, accountId, identifier: `${accountId}-${id}`, title: 'Refund', projectName: 'Payments' };
  };
  const { user } = await openTask(pageOfTask({ id: '1', accountId: MARL.id }), TWO, (bridge) =>
    bridge.answer('tasks.search', [hit('1', MARL.id), hit('1', HALDEN.id), hit('2', HALDEN.id), hit('3', MARL.id)]),
  );
  await user.click(screen.getByRole('button', { name: 'Add relation' }));
  await user.type(screen.getByRole('combobox', { name: 'Search for a task…' }), 'refund');
  const options = await screen.findAllByRole('option', { name: /Refund/ });
  expect(options.map(({ textContent }) => textContent)).toEqual(['marl-3Refund']);
});

test('a subtask is created by the account of its task, and assigned to its person', async () => {
  const { bridge, user } = await openTask(pageOfTask({ accountId: MARL.id, projectId: 'p' }), TWO, (prepared) =>
    prepared.answer('quick-add.directory', DIRECTORY),
  );
  await user.type(screen.getByRole('textbox', { name: 'Add a subtask' }), 'Tell them{Enter}');
  await expect
    .poll(() => bridge.payloads('quick-add.create'))
    .toMatchObject([{ tasks: [{ accountId: MARL.id, projectId: 'p', userId: MARL.userId }] }]);
});

test('a task from the palette over a board is created there', async () => {
  const board = aBoard({ accountId: MARL.id, project: { id: 'p', name: 'Pay', slug: 'PAY', icon: null } });
  const { bridge, user } = await openWindow({ ...TWO, board }, (prepared) =>
    prepared.answer('quick-add.directory', DIRECTORY),
  );
  await user.click(screen.getByRole('tab', { name: 'Board' }));
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Command palette' });
  await user.keyboard('Call the bank{Control>}{Enter}{/Control}');
  await expect
    .poll(() => bridge.payloads('quick-add.create'))
    .toMatchObject([{ tasks: [{ accountId: MARL.id, projectId: 'p', userId: MARL.userId }] }]);
});

test('the person of several own tasks is the one of their account', async () => {
  const tasks = tasksOf(['1', '2'].map((id) => taskView(`PAY-${id}`, { accountId: HALDEN.id })));
  const { user } = await openWindow({ ...TWO, tasks }, (bridge) =>
    bridge.answer('tasks.choices', { people: [...names.people], labels: [] }),
  );
  screen.getByRole('button', { name: /^PAY-1 / }).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}a');
  expect(await screen.findByRole('menuitemradio', { name: 'Nora Vance' })).toBeChecked();
  expect(screen.getByRole('menuitemradio', { name: 'Mette Holm' })).not.toBeChecked();
});

test('with the account in front offline the palette still searches the other', async () => {
  const failing = { failingSince: new Date().toISOString() };
  const offline = { ...MARL, ...failing, state: 'offline' as const };
  const { bridge, user, publish } = await openWindow(
    { ...TWO, accounts: [HALDEN, offline], tasks: tasksOf([taskView('PAY-1')], failing) },
    (prepared) => prepared.answer('tasks.search', []),
  );
  await user.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await user.keyboard('refund{Shift>}{Enter}{/Shift}');
  expect(bridge.payloads('tasks.search')).toEqual([{ query: 'refund' }]);
  publish({ accounts: [{ ...HALDEN, ...failing, state: 'offline' }, offline] });
  expect(palette.getByText(/^Offline since/)).toBeVisible();
});
