/** The two fields of a range of hours, which are saved when they are left. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { readHours } from '../../../../renderer/features/settings/hours.ts';
import { HoursFields } from '../../../../renderer/features/settings/hours-fields.tsx';

afterEach(cleanup);

async function fill(field: 'From' | 'To', typed: string) {
  const onChange = vi.fn();
  render(<HoursFields from="09:00" to="17:00" read={readHours} invalidText="Earlier one first." onChange={onChange} />);
  const input = screen.getByRole('textbox', { name: field });
  const user = userEvent.setup();
  await user.click(input);
  await user.clear(input);
  await user.keyboard(`${typed}{Tab}`);
  return { input, onChange };
}

test.each([
  ['From', '8.30', { from: '08:30', to: '17:00' }],
  ['To', '6 pm', { from: '09:00', to: '18:00' }],
] as const)('A new time in the field “%s” alone is saved', async (field, typed, saved) => {
  const { onChange } = await fill(field, typed);
  expect(onChange.mock.calls).toEqual([[saved]]);
});

test('The same time written differently is not saved again', async () => {
  const { onChange } = await fill('From', '0900');
  expect(onChange).not.toHaveBeenCalled();
});

test('A range that ends before it begins is not saved, and the error says why', async () => {
  const { input, onChange } = await fill('To', '8:00');
  expect(onChange).not.toHaveBeenCalled();
  expect(input).toBeInvalid();
  expect(screen.getByRole('status')).toHaveTextContent('Earlier one first.');
});
