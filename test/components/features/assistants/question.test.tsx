/** The question before an assistant does something. */
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { AssistantQuestion } from '../../../../shared/contract/assistants.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { openWindow } from '../../render.tsx';

const QUESTION: AssistantQuestion = {
  id: 7,
  client: 'Zed',
  kind: 'entries',
  text: 'Add 1:30 to <b>PAY-134</b>?',
};
const card = (client = 'Zed') => within(screen.getByRole('region', { name: `${client} asks` }));
const button = (name: string, client?: string) => card(client).getByRole('button', { name });

async function opened(more: Partial<AssistantQuestion> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const window = await openWindow({ assistantQuestion: { ...QUESTION, ...more } });
  await screen.findByRole('region', { name: 'Zed asks' });
  return { ...window, pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)) };
}

test('says who wants to do what, as plain text, and is announced', async () => {
  await opened();
  expect(card().getByText(QUESTION.text)).toBeVisible();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Zed asks');
});

test('is allowed only after a moment, once or for its kind, and the next one waits again', async () => {
  const { bridge, user, publish, pass } = await opened();
  for (const name of ['Allow', 'Always allow']) expect(button(name)).toBeDisabled();
  pass(800);
  await user.click(button('Allow'));
  publish({ assistantQuestion: { ...QUESTION, id: 8, client: 'Claude' } });
  expect(button('Allow', 'Claude')).toBeDisabled();
  pass(800);
  expect(button('Always allow', 'Claude')).toHaveAccessibleDescription('Add and change time entries');
  await user.click(button('Always allow', 'Claude'));
  expect(bridge.payloads('assistants.answer')).toEqual([
    { id: 7, allow: true },
    { id: 8, allow: true, always: true },
  ]);
});

test('is refused at once, and blocks nothing meanwhile', async () => {
  const { bridge, user } = await opened();
  await user.click(screen.getByRole('tab', { name: 'Board' }));
  await screen.findByRole('tab', { name: 'Board', selected: true });
  await user.click(button('No'));
  expect(bridge.payloads('assistants.answer')).toEqual([{ id: 7, allow: false }]);
});

test('goes when the assistant withdraws it', async () => {
  const { publish } = await opened();
  publish({ assistantQuestion: null });
  expect(screen.queryByRole('region', { name: 'Zed asks' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).not.toContain('Zed asks');
});

test('is shown and announced in the settings too', async () => {
  const { bridge, user } = await opened();
  await user.keyboard('{Control>},{/Control}');
  await screen.findByRole('heading', { name: 'Settings' });
  await screen.findByRole('region', { name: 'Zed asks' });
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Zed asks');
  await user.click(button('No'));
  expect(bridge.payloads('assistants.answer')).toEqual([{ id: 7, allow: false }]);
});

describe('can be changed first', () => {
  test('in the line of quick add', async () => {
    const { bridge, user, pass } = await opened({ form: { is: 'task', text: 'Buy milk !high', accountId: 'a2' } });
    expect(button('Change first…')).toBeDisabled();
    pass(800);
    await user.click(button('Change first…'));
    expect(bridge.payloads('assistants.take-over')).toEqual([{ id: 7 }]);
    expect(bridge.payloads('quick-add.open')).toEqual([{ text: 'Buy milk !high', accountId: 'a2', onlyIfEmpty: true }]);
  });

  test('but not while quick add holds other text: the question stays', async () => {
    const { bridge, user, pass } = await opened({ form: { is: 'task', text: 'Buy milk !high' } });
    bridge.fail('quick-add.open');
    pass(800);
    await user.click(button('Change first…'));
    expect(await screen.findByText('It did not work', { exact: false })).toBeVisible();
    expect(bridge.payloads('assistants.take-over')).toEqual([]);
  });

  test('in the form of a time entry', async () => {
    const task = taskRef(taskView('PAY-1', { title: 'Fix the totals' }));
    const to = Date.now();
    const from = to - 60_000;
    const { bridge, user, pass } = await opened({ form: { is: 'entry', task, from, to, note: 'Paired' } });
    pass(800);
    await user.click(button('Change first…'));
    expect(bridge.payloads('assistants.take-over')).toEqual([{ id: 7 }]);
    const form = within(await screen.findByRole('form', { name: 'New entry' }));
    expect(form.getByText('Fix the totals')).toBeVisible();
    expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Paired');
  });

  test('but not where there is no form for it', async () => {
    await opened();
    expect(card().queryByRole('button', { name: 'Change first…' })).not.toBeInTheDocument();
  });
});
