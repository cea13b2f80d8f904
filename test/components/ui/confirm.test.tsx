/** The question before something that cannot be undone. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Confirm } from '../../../renderer/ui/confirm.tsx';

afterEach(cleanup);

function ask() {
  const answers = { onYes: vi.fn(), onNo: vi.fn() };
  render(<Confirm question="Delete the label?" yes="Delete" {...answers} />);
  return { ...answers, user: userEvent.setup() };
}

test('The safe answer has the focus', async () => {
  const { user, onYes, onNo } = ask();
  expect(screen.getByRole('alertdialog', { name: 'Delete the label?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onNo).toHaveBeenCalledOnce();
  expect(onYes).not.toHaveBeenCalled();
});

test('The other answer is given with a click', async () => {
  const { user, onYes, onNo } = ask();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onYes).toHaveBeenCalledOnce();
  expect(onNo).not.toHaveBeenCalled();
});

test('Escape means no, and does not close the page behind the question', async () => {
  const { user, onNo } = ask();
  const onKey = vi.fn();
  addEventListener('keydown', onKey);
  onTestFinished(() => removeEventListener('keydown', onKey));
  await user.keyboard('{Escape}');
  expect(onNo).toHaveBeenCalledOnce();
  expect(onKey).not.toHaveBeenCalled();
});
