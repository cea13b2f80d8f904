/** Opening and leaving quick add: drafts, links, an unsent task to edit, and keys typed early. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { NewTask } from '../../../../shared/contract/new-task.ts';
import { mergeDirectories } from '../../../../shared/quick-add/accounts.ts';
import { anError } from '../../bridge.ts';
import { chips, line, loadQuickAdd, names, openQuickAdd } from '../../quick-add.tsx';

const UNSENT: NewTask = {
  projectId: 'p-fin',
  projectSlug: 'FIN',
  title: 'Refused at first',
  description: 'why',
  priority: 'low',
  status: 'to-do',
  dueDate: '2030-12-24T00:00:00.000Z',
  labels: [{ id: 'l-billing', name: 'billing', color: 'green' }],
};

const selected = () => {
  const { selectionStart, selectionEnd, value } = line() as HTMLInputElement;
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
};

test('the hidden page is ready before it is shown', async () => {
  const { bridge } = await loadQuickAdd();
  expect(bridge.payloads('quick-add.ready').length).toBeGreaterThan(0);
  expect(line()).toHaveFocus();
});

test('keys typed before the window is shown count', async () => {
  const { user, show } = await loadQuickAdd();
  await user.type(line(), 'fast');
  await show({ text: 'something else' });
  expect(line()).toHaveValue('fast');
});

test('Enter that is pressed before the names are known creates the task once they are, unless the line has changed', async () => {
  const { bridge, user, show, send, left } = await loadQuickAdd(null);
  await show();
  await user.type(line(), 'fast{Enter}er{Enter}');
  expect(bridge.payloads('quick-add.create')).toEqual([]);
  bridge.answer('quick-add.directory', names());
  await send({ do: 'directory-changed' });
  await left();
  expect(bridge.payloads('quick-add.create')).toMatchObject([{ tasks: [{ title: 'faster' }], startTimer: false }]);
});

test('main hears of an Escape that is faster than the message that shows the window, and of no other as early', async () => {
  const { bridge, user, show, left } = await loadQuickAdd();
  const heard = () => bridge.payloads('quick-add.left').at(-1);
  for (const turn of [1, 2]) {
    await user.type(line(), 'x{Escape}');
    await left(2 * turn - 1);
    expect(heard()).toEqual({ turn: turn - 1, isEarly: true });
    await show();
    expect(line()).toHaveValue('');
    await user.keyboard('{Escape}');
    await left(2 * turn);
    expect(heard()).toEqual({ turn, isEarly: false });
  }
});

test('Escape leaves after a click beside the line', async () => {
  const { user, left } = await openQuickAdd();
  line().blur();
  await user.keyboard('{Escape}');
  await left();
});

test('Escape, or its button, discards the text', async () => {
  const { user, show, left } = await openQuickAdd();
  await user.type(line(), 'Something private{Escape}');
  expect(line()).toHaveValue('');
  await left();
  await show();
  expect(line()).toHaveValue('');
  await user.type(line(), 'Again');
  await user.click(screen.getByRole('button', { name: /close/ }));
  await left(2);
  await show();
  expect(line()).toHaveValue('');
});

test('a window that loses the focus keeps its text, selected, until it is discarded', async () => {
  const { user, send, show, left } = await openQuickAdd();
  await user.type(line(), 'Plan the tomorrow party');
  await user.click(screen.getByRole('button', { name: /^Due/ }));
  await send({ do: 'leave' });
  expect(line()).toHaveValue('');
  await left();
  await show();
  expect(line()).toHaveValue('Plan the tomorrow party');
  expect(selected()).toBe('Plan the tomorrow party');
  // The date is still text.
  expect(screen.queryByRole('button', { name: /^Due/ })).not.toBeInTheDocument();
  await user.keyboard('New');
  expect(line()).toHaveValue('New');
  await user.keyboard('{Escape}');
  await left(2);
  await show();
  expect(line()).toHaveValue('');
});

test('a rejected text comes back with its error', async () => {
  const { bridge, user, show, left } = await openQuickAdd();
  bridge.fail('quick-add.create');
  await user.type(line(), 'Refused{Enter}');
  await screen.findByText('It did not work');
  await user.keyboard('{Escape}');
  await left();
  expect(screen.queryByText('It did not work')).not.toBeInTheDocument();
  await show();
  expect(line()).toHaveValue('Refused');
  expect(screen.getByRole('alert')).toHaveTextContent(anError().explanation);
});

test('a draft is dropped when somebody else signs in', async () => {
  const { bridge, user, send, show, left } = await openQuickAdd();
  await user.type(line(), 'Mine');
  await send({ do: 'leave' });
  await left();
  bridge.answer('quick-add.directory', names({ me: { id: 'u-mette', name: 'Mette Holm' } }));
  await send({ do: 'directory-changed' });
  await show();
  expect(line()).toHaveValue('');
});

test('a draft stays while its person has an open account, also if another account comes to the front', async () => {
  const mine = { id: 'mine', name: 'mine', directory: names() };
  const theirs = { id: 'theirs', name: 'theirs', directory: names({ me: { id: 'u-mette', name: 'Mette Holm' } }) };
  const { bridge, user, send, show, left } = await openQuickAdd(mergeDirectories([mine, theirs]));
  await user.type(line(), 'Mine');
  await send({ do: 'leave' });
  await left();
  bridge.answer('quick-add.directory', mergeDirectories([theirs, mine]));
  await send({ do: 'directory-changed' });
  await show();
  expect(line()).toHaveValue('Mine');
});

test('typed text is saved to main, and shown again by a page that replaces this one', async () => {
  const { bridge, user } = await openQuickAdd();
  await user.type(line(), 'Unfinished');
  await waitFor(() => expect(bridge.payloads('quick-add.typed').at(-1)).toEqual({ text: 'Unfinished' }));

  cleanup();
  const next = await loadQuickAdd();
  await next.send({ do: 'restore', text: 'Unfinished' });
  await next.show();
  expect(line()).toHaveValue('Unfinished');
});

test('opened from a project, a line without a project goes there', async () => {
  const { bridge, user, show, left } = await loadQuickAdd();
  await show({ projectId: 'p-ops' });
  expect(chips()[0]).toBe('Øperations# to change');
  await user.type(line(), 'Water the plants{Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toMatchObject([{ tasks: [{ projectId: 'p-ops' }] }]);
  // The next opening uses the last project again, as does a project that is gone.
  await show({ projectId: 'p-gone' });
  expect(chips()[0]).toBe('Finance# to change');
});

test('a link fills the line and says so; Enter creates nothing for the first moment', async () => {
  const { bridge, user, show, left } = await loadQuickAdd();
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  await show({ text: 'Written by a page #finance', isFromLink: true });
  expect(line()).toHaveValue('Written by a page #finance');
  const note = 'A link filled this in. Nothing is created until you press Enter.';
  expect(screen.getByText(note)).toBeVisible();
  // Keys typed for another window.
  now.mockReturnValue(1_799);
  await user.keyboard('{Enter}');
  expect(bridge.payloads('quick-add.create')).toEqual([]);
  await user.keyboard('!');
  expect(screen.queryByText(note)).not.toBeInTheDocument();
  now.mockReturnValue(1_800);
  await user.keyboard('{Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toMatchObject([{ tasks: [{ title: 'Written by a page!' }] }]);
  now.mockRestore();
});

test('the text of a link is no draft, and never replaces one', async () => {
  const { bridge, user, send, show, left } = await loadQuickAdd();
  await show({ text: 'Written by a page', isFromLink: true });
  await send({ do: 'leave' });
  await left();
  await show();
  expect(line()).toHaveValue('');
  await user.type(line(), 'Mine');
  await show({ text: 'Written by a page', isFromLink: true });
  expect(line()).toHaveValue('Mine');
  await waitFor(() => expect(bridge.payloads('quick-add.typed').at(-1)).toEqual({ text: 'Mine' }));
  expect(bridge.payloads('quick-add.typed')).not.toContainEqual({ text: 'Written by a page' });
});

test('an unsent task is edited as a line, which replaces it; the draft waits', async () => {
  const { bridge, user, show, left } = await openQuickAdd();
  await user.type(line(), 'My draft');
  await show({ edit: { itemId: 'item-7', task: UNSENT } });
  expect((line() as HTMLInputElement).value).toMatch(/^Refused at first #Finance \+billing !low .* \/\/ why$/);
  await user.keyboard('{Home}Not {Enter}');
  await left();
  expect(bridge.payloads('quick-add.create')).toMatchObject([
    { tasks: [{ title: 'Not Refused at first', priority: 'low', description: 'why' }], instead: 'item-7' },
  ]);
  await show();
  expect(line()).toHaveValue('My draft');
});

test('an edit that is left changes nothing and is no draft', async () => {
  const { bridge, user, send, show, left } = await loadQuickAdd();
  await show({ edit: { itemId: 'item-7', task: UNSENT } });
  await user.keyboard(' more');
  await send({ do: 'leave' });
  await left();
  await show();
  expect(line()).toHaveValue('');
  expect(bridge.payloads('quick-add.create')).toEqual([]);
  expect(bridge.payloads('quick-add.typed')).toEqual([]);
});

test('a line opened for one account gets its project, although another account has one with the same id', async () => {
  const { byAccount: _, ...own } = names();
  const directory = mergeDirectories(['halden', 'marl'].map((name) => ({ id: name, name, directory: own })));
  const { user, show } = await loadQuickAdd(directory);
  await show({ accountId: 'marl' });
  await user.type(line(), 'Call the bank');
  expect(chips()).toContainEqual(expect.stringMatching(/marl/));
  await user.keyboard('{Escape}');
  await show({ projectId: own.projects[0]?.id ?? '', accountId: 'marl' });
  expect(chips()).toContainEqual(expect.stringMatching(/marl/));
});
