/** The two fields of a range of hours, which are saved when they are left. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { HoursFields, readHours } from '../../../../renderer/features/settings/hours-fields.tsx';
import { clockOfTime } from '../../../../shared/i18n/format-dates.ts';

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

test('A saved field is written in full; the focus and what is typed into the other one stay', async () => {
  const user = userEvent.setup();
  function Setting() {
    const [hours, setHours] = useState({ from: '09:00', to: '17:00' });
    // Main answers a moment later.
    const save = (next: typeof hours) => void setTimeout(() => setHours(next), 20);
    return <HoursFields {...hours} read={readHours} invalidText="" onChange={save} />;
  }
  render(<Setting />);
  const [from, to] = [screen.getByRole('textbox', { name: 'From' }), screen.getByRole('textbox', { name: 'To' })];
  await user.clear(from);
  await user.type(from, '830{Enter}');
  await waitFor(() => expect(from).toHaveValue(clockOfTime('08:30')));
  expect(from).toHaveFocus();
  await user.clear(from);
  await user.type(from, '7{Tab}18');
  await waitFor(() => expect(from).toHaveValue(clockOfTime('07:00')));
  expect(to).toHaveFocus();
  expect(to).toHaveValue('18');
});
