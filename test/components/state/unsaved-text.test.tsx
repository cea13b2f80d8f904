/** Text that would be lost: a hidden window with unsaved text is not destroyed. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keepUnsavedText } from '../../../renderer/state/unsaved-text.ts';

keepUnsavedText();

/** Whether the window asks to stay. */
function staysOpen(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

const Fields = ({ isEditing = true }) => (
  <>
    {isEditing && (
      <form>
        <textarea aria-label="Comment" />
      </form>
    )}
    <input aria-label="Note" />
    <search>
      <input aria-label="Filter" />
    </search>
    <input type="checkbox" aria-label="On" />
  </>
);

test('a window stays while a field has text that the person typed', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Fields />);
  expect(staysOpen()).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Kept');
  expect(staysOpen()).toBe(true);
  await user.tab();
  expect(staysOpen()).toBe(true);
  await user.clear(screen.getByRole('textbox', { name: 'Comment' }));
  expect(staysOpen()).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Sent');
  rerender(<Fields isEditing={false} />);
  expect(staysOpen()).toBe(false);
});

test('a field outside of a form is saved when it is left; a search and a checkbox hold no text', async () => {
  const user = userEvent.setup();
  render(<Fields isEditing={false} />);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Now');
  expect(staysOpen()).toBe(true);
  await user.tab();
  expect(staysOpen()).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Filter' }), 'pay');
  await user.click(screen.getByRole('checkbox', { name: 'On' }));
  expect(staysOpen()).toBe(false);
});
