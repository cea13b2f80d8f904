/** The question before an assistant does something. */
import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AssistantQuestion } from '../../../../shared/contract/assistants.ts';
import { openWindow } from '../../render.tsx';

const QUESTION: AssistantQuestion = {
  id: 7,
  client: 'Zed',
  kind: 'entries',
  text: 'Add time to <b>PAY-134</b>: --for 1:30',
};
const card = (client = 'Zed') => within(screen.getByRole('region', { name: `${client} asks` }));
const button = (name: string, client?: string) => card(client).getByRole('button', { name });

async function opened() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const window = await openWindow({ assistantQuestion: QUESTION });
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
  for (const name of ['Allow', 'Always allow this']) expect(button(name)).toBeDisabled();
  pass(800);
  await user.click(button('Allow'));
  publish({ assistantQuestion: { ...QUESTION, id: 8, client: 'Claude' } });
  expect(button('Allow', 'Claude')).toBeDisabled();
  pass(800);
  expect(button('Always allow this', 'Claude')).toHaveAccessibleDescription('Add and change time entries');
  await user.click(button('Always allow this', 'Claude'));
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
