/** The page of unsent changes: what waits, what needs the person, and other accounts. */
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EntryView, State } from '../../../../shared/contract/index.ts';
import type { OutboxView } from '../../../../shared/contract/outbox-view.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { openWindow } from '../../render.tsx';
import {
  ACCOUNT,
  LOCAL_ACCOUNT,
  openAccount,
  otherUnsent,
  tasksOf,
  timeOf,
  unsentItem,
  unsentOf,
} from '../../state.ts';

const REJECTED = unsentItem('r', { state: 'needs-you', attempts: 1, lastError: 'This project takes no time.' });

async function openOutbox(outbox: OutboxView, state: Partial<State> = {}) {
  const window = await openWindow({ outbox, ...state });
  await window.show('outbox');
  await screen.findByRole('region', { name: 'Not sent yet' });
  return window;
}
const writes = () => within(screen.getByRole('list', { name: 'Not sent yet' })).getAllByRole('listitem');

test('with nothing unsent the page says so', async () => {
  await openOutbox(unsentOf([]));
  expect(screen.getByRole('heading', { name: 'Everything is sent' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try all now' })).toBeNull();
});

test('each write says what it is, how it stands and when it is tried again', async () => {
  const nextTryAt = new Date(Date.now() + 90_500).toISOString();
  await openOutbox(
    unsentOf([
      unsentItem('a', { attempts: 2, nextTryAt, lastError: 'Can’t reach pm.halden.example.' }),
      unsentItem('b', { state: 'sending' }),
    ]),
  );
  expect(screen.getByText(/They are sent automatically, time entries first\.$/)).toBeVisible();
  const [first, second] = writes();
  expect(first).toHaveTextContent(/^Change a.*Waiting since .*, tried 2 times · next try in 2 min/);
  expect(first).toHaveTextContent('Can’t reach pm.halden.example.');
  expect(second).toHaveTextContent(/Being sent since .*, not tried yet$/);
  expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
});

test('one write or all are tried now', async () => {
  const { bridge, user } = await openOutbox(unsentOf([unsentItem('a'), unsentItem('b')]));
  expect(screen.getByRole('button', { name: 'Try all now' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Try now: Change b' }));
  await user.click(screen.getByRole('button', { name: 'Try all now' }));
  expect(bridge.payloads('outbox.send-now')).toEqual([{ itemId: 'b' }, {}]);
});

test('a new task that waits can be edited', async () => {
  const { bridge, user } = await openOutbox(unsentOf([unsentItem('a', { isNewTask: true })]));
  await user.click(screen.getByRole('button', { name: 'Edit: Change a' }));
  expect(bridge.payloads('quick-add.edit')).toEqual([{ itemId: 'a' }]);
});

test('a rejected write gives its reason, and can be sent again, copied or removed', async () => {
  const { bridge, user } = await openOutbox(unsentOf([{ ...REJECTED, hasText: true }]));
  expect(screen.getByText(/Those that need attention wait for you/)).toBeVisible();
  expect(writes()[0]).toHaveTextContent('Needs attention');
  expect(writes()[0]).toHaveTextContent('This project takes no time.');
  const actions = within(screen.getByRole('group', { name: 'Actions for Change r' }));
  await user.click(actions.getByRole('button', { name: 'Try now: Change r' }));
  await user.click(actions.getByRole('button', { name: 'Copy text: Change r' }));
  await user.click(actions.getByRole('button', { name: 'Remove: Change r' }));
  expect(actions.queryByRole('button', { name: /^Other task/ })).toBeNull();
  expect(bridge.payloads('outbox.send-now')).toEqual([{ itemId: 'r' }]);
  expect(bridge.payloads('outbox.copy-text')).toEqual([{ itemId: 'r' }]);
  expect(bridge.payloads('outbox.discard')).toEqual([{ itemId: 'r' }]);
});

test('a rejected time entry moves to another task; Escape leaves the search', async () => {
  const { bridge, user } = await openOutbox(unsentOf([{ ...REJECTED, entryId: 'e-1' }]), {
    tasks: tasksOf([taskView('PAY-2', { title: 'Rotate the secret' })]),
  });
  await user.click(screen.getByRole('button', { name: 'Other task for: Change r' }));
  const search = screen.getByRole('combobox', { name: 'Search for a task…' });
  expect(search).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(search).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Other task for: Change r' })).toHaveFocus();
  await user.keyboard('{Enter}rotate{Enter}');
  expect(bridge.payloads('outbox.change-task')).toEqual([{ itemId: 'r', taskId: 'PAY-2' }]);
});

test('a rejected time entry opens in its form, or says that it is gone', async () => {
  const entry: EntryView = {
    id: 'e-1',
    task: { taskId: 'PAY-1', identifier: 'PAY-1', title: 'Refund', projectName: 'Payments' },
    startTime: new Date(Date.now() - 3_600_000).toISOString(),
    endTime: new Date(Date.now() - 1_800_000).toISOString(),
    note: '',
    sync: 'needs-you',
    why: null,
  };
  const unsent = unsentOf([{ ...REJECTED, entryId: 'e-1' }]);
  const time = timeOf([entry]);
  const { bridge, user, publish } = await openOutbox(unsent, { time });
  bridge.answer('time.day', ({ day }) => ({ day, entries: [], week: time.week }));
  publish({ time: timeOf() });
  await user.click(screen.getByRole('button', { name: 'Edit the entry of: Change r' }));
  expect(await screen.findByText('This entry is no longer here')).toBeVisible();
  publish({ time });
  await user.click(screen.getByRole('button', { name: 'Edit the entry of: Change r' }));
  expect(await screen.findByRole('textbox', { name: 'Start' })).toBeVisible();
});

test('with several accounts each write says whose it is; only the first goes without a letter', async () => {
  await openOutbox(unsentOf([unsentItem('a'), unsentItem('b', { accountId: 'marl' })]), {
    accounts: [openAccount(ACCOUNT.id, 'halden.example'), openAccount('marl', 'marl.example')],
  });
  expect(writes().map(({ textContent }) => textContent?.replace(/(example).*/, '$1'))).toEqual([
    'Change a , halden.example',
    'Change b M, marl.example',
  ]);
});

test('signed out, nothing can be tried, but it can be removed', async () => {
  await openOutbox(unsentOf([unsentItem('a'), REJECTED], { isPaused: true }));
  expect(screen.getByText(/wait for you; the rest are sent once you sign in again\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove: Change r' })).toBeVisible();
});

test('writes of other accounts are counted; those of the same person can be sent here', async () => {
  const { bridge, user } = await openOutbox(
    unsentOf([], {
      others: [
        otherUnsent({ accountId: 'old', server: 'old.example', isSamePerson: true, total: 2 }),
        otherUnsent({ server: 'ada.example', needing: 1 }),
        otherUnsent({ accountId: 'mira', person: 'Mira', isSameServer: true }),
      ],
    }),
  );
  expect(
    screen.getByText(/^2 changes for old\.example wait until you sign in there\. Send them here only/),
  ).toBeVisible();
  const needing = '1 change for ada.example waits until you sign in there. 1 needs attention.';
  expect(screen.getByText(needing)).toBeVisible();
  expect(screen.getByText('1 change by Mira waits for the next sign-in as Mira.')).toBeVisible();
  const answer = bridge.hold('outbox.transfer');
  await user.click(screen.getByRole('button', { name: 'Send them here' }));
  expect(screen.getByRole('button', { name: 'Being sent' })).toBeDisabled();
  expect(bridge.payloads('outbox.transfer')).toEqual([{ accountId: 'old' }]);
  await act(async () => answer({ ok: true, value: undefined }));
  expect(screen.getByRole('button', { name: 'Send them here' })).toBeEnabled();
});

test('writes of a signed-out account are kept, saved as text or discarded after a question', async () => {
  const { bridge, user } = await openOutbox(
    unsentOf([], { others: [otherUnsent({ accountId: 'left', server: 'left.example', total: 3 })] }),
  );
  await user.click(screen.getByRole('button', { name: 'Save as text…' }));
  expect(bridge.payloads('outbox.save-others')).toEqual([{ accountId: 'left' }]);
  await user.click(screen.getByRole('button', { name: 'Discard…' }));
  expect(screen.getByText(/Discard them\? They will never be sent\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(bridge.payloads('outbox.discard-others')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Discard…' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(bridge.payloads('outbox.discard-others')).toEqual([{ accountId: 'left' }]);
});

test('writes of a signed-out account lead to signing in there', async () => {
  const { user } = await openOutbox(unsentOf([], { others: [otherUnsent()] }));
  await user.click(screen.getByRole('button', { name: 'Sign in there…' }));
  expect(await screen.findByRole('heading', { name: 'Add an account' })).toBeVisible();
});

test('writes of a closed workspace lead to opening it again', async () => {
  const openFrom = { accountId: 'work', workspaceId: 'studio' };
  const { bridge, user } = await openOutbox(
    unsentOf([], { others: [otherUnsent({ server: 'pm.example · Studio', isSameServer: true, openFrom })] }),
  );
  expect(screen.getByText('1 change for pm.example · Studio waits until you open the workspace again.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign in there…' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open workspace' }));
  expect(bridge.payloads('account.open-workspace')).toEqual([openFrom]);
});

test('of more writes than shown the number is given', async () => {
  await openOutbox(unsentOf([unsentItem('a')], { total: 250 }));
  expect(screen.getByText('Showing the oldest 1 of 250')).toBeVisible();
});

test('the status line leads to the page while something needs attention', async () => {
  const { user, publish } = await openWindow({ outbox: unsentOf([unsentItem('a')]) });
  expect(screen.queryByRole('button', { name: /waiting|attention/ })).toBeNull();
  publish({ outbox: unsentOf([unsentItem('a', { attempts: 1 })]) });
  expect(screen.getByRole('button', { name: '1 change waiting' })).toBeVisible();
  publish({ outbox: unsentOf([unsentItem('a', { attempts: 1 })]), account: LOCAL_ACCOUNT });
  expect(screen.queryByRole('button', { name: '1 change waiting' })).toBeNull();
  publish({ outbox: unsentOf([REJECTED]) });
  await user.click(screen.getByRole('button', { name: '1 change needs attention' }));
  expect(await screen.findByRole('region', { name: 'Not sent yet' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '1 change needs attention' })).toBeNull();
});
