/** The question whether an entry of the service is the own one, or which version of it stays. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutboxQuestion } from '../../../../shared/contract/outbox-view.ts';
import { eventually } from '../../../until.ts';
import { openWindow } from '../../render.tsx';
import { unsentItem, unsentOf } from '../../state.ts';

const SAME: OutboxQuestion = {
  is: 'same-entry',
  task: 'PAY-134 Retry a declined card once',
  mine: { startTime: '2026-11-23T13:00:12.000Z', endTime: '2026-11-23T14:20:00.000Z', note: '' },
  theirs: {
    startTime: '2026-11-23T13:00:00.000Z',
    endTime: '2026-11-23T14:20:00.000Z',
    note: 'Only code 51',
    createdAt: '2026-11-23T14:31:00.000Z',
  },
};

async function asked(...questions: OutboxQuestion[]) {
  const items = questions.map((question, at) => unsentItem(`item ${at}`, { state: 'needs-you', question }));
  const window = await openWindow({ outbox: unsentOf(items) });
  await window.show('outbox');
  return window;
}

/** The cells of a row: the own value and the service's. */
const row = (name: string) => {
  const cells = within(screen.getByRole('row', { name: new RegExp(`^${name} `) })).getAllByRole('cell');
  return cells.map(({ textContent }) => textContent);
};

test('both entries stand side by side, with seconds where they matter', async () => {
  await asked(SAME);
  expect(await screen.findByRole('heading', { name: 'Is this the same entry?' })).toBeVisible();
  expect(row('Task')).toEqual([SAME.task, SAME.task]);
  expect(row('Start')).toEqual([expect.stringContaining(':00:12'), expect.stringContaining(':00:00')]);
  expect(row('Length')).toEqual(['1:19:48', '1:20:00']);
  expect(row('Note')).toEqual(['none', 'Only code 51']);
});

test('milliseconds that only recognise the entry make no difference', async () => {
  const sent = { startTime: '2026-11-23T13:00:00.417Z', endTime: '2026-11-23T14:20:00.417Z', note: '' };
  await asked({ ...SAME, mine: sent, theirs: { ...sent, startTime: '2026-11-23T13:00:00.000Z', createdAt: null } });
  await screen.findByRole('table');
  const [mine, theirs] = row('Start');
  expect(mine).toBe(theirs);
});

test.each([
  ['1', 'yes'],
  ['2', 'no'],
])('the key %s answers %s', async (key, answer) => {
  const { bridge, user } = await asked(SAME);
  await screen.findByRole('heading', { name: 'Is this the same entry?' });
  await user.keyboard(key);
  expect(bridge.payloads('outbox.answer')).toEqual([{ itemId: 'item 0', answer }]);
});

test('the second answer says what would be counted twice, in the minutes that lists show', async () => {
  const { bridge, user } = await asked(SAME);
  const no = await screen.findByRole('button', {
    name: /No, send mine too.*1:20 would be counted twice.*2 entries.*2:40/,
  });
  await user.click(no);
  expect(bridge.payloads('outbox.answer')).toEqual([{ itemId: 'item 0', answer: 'no' }]);
});

test('deciding later leaves the page and sends no answer', async () => {
  const { bridge, user } = await asked(SAME);
  await user.click(await screen.findByRole('button', { name: /Decide later/ }));
  expect(bridge.payloads('outbox.answer')).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'Is this the same entry?' })).toBeNull();
});

test('the status line says what waits and which keys answer, until the question is left', async () => {
  const { user, publish, bridge } = await asked(SAME);
  await screen.findByRole('heading', { name: 'Is this the same entry?' });
  const line = screen.getByRole('contentinfo');
  await eventually(() => expect(line).toHaveTextContent('1 change needs attention1–3answerEsclater'));
  expect(within(line).getByText('1 change needs attention').className).toMatch(/asking/);
  publish({ outbox: unsentOf([...bridge.state.outbox.items, unsentItem('other', { state: 'needs-you' })]) });
  await eventually(() => expect(line).toHaveTextContent('2 changes need attention'));
  await user.keyboard('{Escape}');
  await eventually(() => expect(line).not.toHaveTextContent('1–3'));
});

test('an entry that was changed on the server asks which version stays', async () => {
  const { bridge, user } = await asked({ ...SAME, is: 'changed-entry' });
  await user.click(await screen.findByRole('button', { name: /Use the server’s/ }));
  expect(bridge.payloads('outbox.answer')).toEqual([{ itemId: 'item 0', answer: 'no' }]);
});

test('a record that cannot be read is said to be one, and can be refused', async () => {
  await asked({ ...SAME, theirs: null });
  expect(await screen.findByText('The server’s entry cannot be read.')).toBeVisible();
  expect(screen.getByRole('button', { name: /No, send mine too/ })).toBeEnabled();
});

test('of several questions the first is asked, and no other action is offered for them', async () => {
  await asked(SAME, { ...SAME, is: 'duplicate-entry' });
  await screen.findByRole('heading', { name: 'Is this the same entry?' });
  expect(screen.getByText('1 of 2')).toBeVisible();
  expect(screen.getByRole('button', { name: /Yes, the same/ })).toHaveFocus();
  expect(screen.queryByRole('heading', { name: 'Is this entry there twice?' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove|^Try/ })).toBeNull();
});
