/** The menu of a task and its keys, the same on a row, a card and the page. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { taskView } from '../../../shared/tasks/tasks.ts';
import type { FakeBridge } from '../../bridge.ts';
import { openWindow } from '../../render.tsx';
import { LOCAL_ACCOUNT, tasksOf } from '../../state.ts';
import { setWidth } from '../../width.ts';
import { aCard, cardOf, openBoard } from '../board/open-board.tsx';
import { openTask } from './task-page.ts';

const REFUND = taskView('PAY-1', { title: 'Refund fails', priority: 'urgent' });
const row = () => screen.getByRole('button', { name: /^PAY-1 / });
const BUG = { id: 'l-1', name: 'bug', color: 'red' };

const choices = (bridge: FakeBridge) => {
  bridge.answer('tasks.menu-choices', {
    people: [{ id: 'mira', name: 'Mira Sol' }],
    labels: [
      { id: 'w-1', name: 'bug', color: 'red' },
      { id: 'w-2', name: 'api', color: 'blue' },
    ],
    assignee: { id: 'mira', name: 'Mira Sol' },
    taskLabels: [BUG],
  });
  bridge.answer('tasks.places', {
    status: 'to-do',
    places: ['To do', 'Done'].map((name) => ({ slug: name.toLowerCase().replace(' ', '-'), name, isFinal: false })),
  });
};

async function openRow(prepare = choices) {
  const window = await openWindow({ tasks: tasksOf([REFUND]) }, prepare);
  row().focus();
  return window;
}

test('a letter on a row opens that part of the menu, where a digit chooses at once', async () => {
  const { bridge, user } = await openRow();
  await user.keyboard('p');
  expect(await screen.findByRole('menuitemradio', { name: /Urgent/ })).toBeChecked();
  await user.keyboard('2');
  expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'PAY-1', priority: 'high' }] }]);
  expect(screen.queryByRole('menu')).toBeNull();

  row().focus();
  await user.keyboard('m');
  expect(await screen.findByRole('menuitemradio', { name: /To do/ })).toBeChecked();
  await user.keyboard('2');
  expect(bridge.payloads('tasks.change').at(-1)).toEqual({ changes: [{ taskId: 'PAY-1', status: 'done' }] });
});

test('people and labels are read when their part opens, and marked as they are', async () => {
  const { bridge, user } = await openRow();
  await user.keyboard('a');
  expect(await screen.findByRole('menuitemradio', { name: /Mira Sol/ })).toBeChecked();
  await user.keyboard('0');
  expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'PAY-1', userId: null }] }]);
  row().focus();
  await user.keyboard('l');
  expect(await screen.findByRole('menuitemcheckbox', { name: 'bug' })).toBeChecked();
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'bug' }));
  row().focus();
  await user.keyboard('l');
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'api' }));
  expect(bridge.payloads('tasks.change').slice(1)).toEqual([
    { changes: [{ taskId: 'PAY-1', label: 'bug', isOn: false }] },
    { changes: [{ taskId: 'PAY-1', label: 'api', isOn: true }] },
  ]);
});

test('a part that cannot be read says so', async () => {
  const { user } = await openRow((bridge) => bridge.fail('tasks.menu-choices'));
  await user.keyboard('a');
  expect(await screen.findByText('Could not be read.')).toBeVisible();
});

test('commands run from the row without the menu', async () => {
  const { bridge, user } = await openRow();
  await user.keyboard('s');
  await expect.poll(() => bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-1' }]);
  await user.keyboard('{Control>}o{Shift>}c{/Shift}{/Control}');
  await expect.poll(() => bridge.payloads('tasks.copy-link')).toEqual([{ taskId: 'PAY-1' }]);
  await user.keyboard('{Control>}c{/Control}');
  await expect.poll(() => bridge.payloads('tasks.copy-identifier')).toEqual([{ identifier: 'PAY-1' }]);
  expect(bridge.payloads('tasks.open-in-browser')).toEqual([{ taskId: 'PAY-1' }]);
});

test('no key fires while a letter is typed into a field', async () => {
  const { bridge, user } = await openRow();
  await user.keyboard('/');
  await user.keyboard('spam');
  expect(screen.getByRole('textbox', { name: 'Filter my tasks' })).toHaveValue('spam');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(bridge.payloads('timer.start')).toEqual([]);
});

test('a card has the same keys', async () => {
  const { bridge, user } = await openBoard([aCard(1, 'Round VAT')], { prepare: choices });
  cardOf('Round VAT').focus();
  await user.keyboard('p');
  await user.keyboard('1');
  cardOf('Round VAT').focus();
  await user.keyboard('{Control>}o{/Control}');
  expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'task-1', priority: 'urgent' }] }]);
  expect(bridge.payloads('tasks.open-in-browser')).toEqual([{ taskId: 'task-1' }]);
});

test('E on the page edits the title, P opens the priority, C goes to the comment', async () => {
  const { user } = await openTask();
  await user.keyboard('p');
  expect(await screen.findByRole('menuitemradio', { name: 'Medium' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.keyboard('e');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await user.keyboard('{Escape}c');
  expect(screen.getByRole('textbox', { name: /comment/i })).toHaveFocus();
});

test('a part opens beside the menu in a wide window, and in its place in a narrow one', async () => {
  const { user } = await openRow();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await screen.findByRole('menu');
  await user.keyboard('p');
  expect(screen.getAllByRole('menu')).toHaveLength(1);
  await user.keyboard('{ArrowLeft}{Escape}');

  setWidth(800);
  row().focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await screen.findByRole('menu');
  await user.keyboard('p');
  expect(await screen.findByRole('menu', { name: 'Priority' })).toBeVisible();
  expect(screen.getAllByRole('menu', { hidden: true })).toHaveLength(2);
  await user.keyboard('{ArrowLeft}');
  expect(screen.getAllByRole('menu')).toHaveLength(1);
  expect(screen.getByRole('menuitem', { name: /^Priority/ })).toHaveFocus();
});

test('a local workspace has no address to copy or to open', async () => {
  const { user } = await openWindow({ tasks: tasksOf([REFUND]), account: LOCAL_ACCOUNT });
  row().focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  expect(await screen.findByRole('menuitem', { name: /^Copy identifier/ })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /^(Copy link|Open in browser)/ })).toBeNull();
});
