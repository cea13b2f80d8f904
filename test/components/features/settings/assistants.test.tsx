/** What AI assistants may do, and the page of what they did. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AssistantAction } from '../../../../shared/contract/assistants.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { openSettings, settingsOf } from '../../settings.ts';
import { aState, revised } from '../../state.ts';

const { assistants } = DEFAULT_SETTINGS;
const permission = (kind: string, name: string) =>
  within(screen.getByRole('group', { name: kind })).getByRole('radio', { name });

test('each permission is no, ask or yes, and deleting is never one', async () => {
  const { bridge, user } = await openSettings('General');
  await screen.findByRole('heading', { name: 'AI assistants (MCP)' });
  expect(permission('Read tasks, boards and your time', 'Yes')).toBeChecked();
  expect(permission('Start, stop and switch the timer', 'Ask')).toBeChecked();
  expect(screen.getByText('Delete, sign in or out, change settings').parentElement?.parentElement).toHaveTextContent(
    /Never$/,
  );
  await user.click(permission('Make and change tasks', 'No'));
  await user.click(permission('Add and change time entries', 'Yes'));
  await user.click(screen.getByRole('switch', { name: 'Let assistants use Punchcard' }));
  expect(bridge.payloads('settings.change')).toEqual([
    { assistants: { ...assistants, tasks: 'no' } },
    { assistants: { ...assistants, entries: 'yes' } },
    { assistants: { ...assistants, on: false } },
  ]);
});

test('a tool has the permission of its kind or one of its own, which the next one of its kind replaces', async () => {
  const tool = (name: string, kind: 'tasks' | 'timer') => ({ tool: name, kind, description: `does ${name}` });
  const { bridge, user, publish } = await openSettings('General', {}, (fake) =>
    fake.answer('assistants.tools', [tool('start', 'timer'), tool('add', 'tasks'), tool('move', 'tasks')]),
  );
  expect(await screen.findByText('All have the permission of their kind')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'move' })).toBeNull();
  const row = screen.getByText('Single tools').parentElement?.parentElement as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Show' }));
  expect(screen.getByText('does move')).toBeVisible();
  expect(permission('move', 'Ask')).toBeChecked();
  const changed = async (kind: string, name: string) => {
    await user.click(permission(kind, name));
    return bridge.payloads('settings.change').at(-1);
  };
  expect(await changed('move', 'Yes')).toEqual({ assistants: { ...assistants, tools: { move: 'yes' } } });
  const own = { ...assistants, tools: { start: 'no', add: 'no', move: 'yes' } as const };
  publish({ settings: settingsOf({ assistants: own }) });
  expect(screen.getByText('3 have permissions of their own')).toBeVisible();
  expect(permission('start', 'No')).toBeChecked();
  expect(await changed('move', 'Ask')).toEqual({ assistants: { ...own, tools: { start: 'no', add: 'no' } } });
  expect(await changed('Make and change tasks', 'No')).toEqual({
    assistants: { ...own, tasks: 'no', tools: { start: 'no' } },
  });
});

test('while they are off there is nothing to permit; what goes into their settings is copied', async () => {
  const { bridge, user } = await openSettings('General', {
    settings: settingsOf({ assistants: { ...assistants, on: false } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Copy: Connect an assistant' }));
  expect(bridge.payloads('assistants.copy-settings')).toEqual([{}]);
  expect(await screen.findByText(/^Copied/)).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Make and change tasks' })).not.toBeInTheDocument();
});

test('each assistant can be disconnected and connected again, and its button keeps the focus', async () => {
  const known = [{ client: 'Claude Desktop', lastUsedAt: new Date(2026, 10, 17, 14, 41).toISOString() }];
  const { bridge, user, publish } = await openSettings('General', {}, (bridge) =>
    bridge.answer('assistants.list', () => [...known]),
  );
  expect(await screen.findByText('Last used Tue 17 Nov, 2:41 pm')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Disconnect: Claude Desktop' }));
  expect(bridge.payloads('assistants.disconnect')).toEqual([{ client: 'Claude Desktop' }]);
  publish({ settings: settingsOf({ assistants: { ...assistants, disconnected: ['Claude Desktop', 'Zed'] } }) });
  expect(screen.getAllByText('Disconnected')).toHaveLength(2);
  const again = screen.getByRole('button', { name: 'Connect again: Claude Desktop' });
  await expect.poll(() => document.activeElement).toBe(again);
  await user.click(again);
  expect(bridge.payloads('settings.change')).toEqual([{ assistants: { ...assistants, disconnected: ['Zed'] } }]);
  known.unshift({ client: 'Cursor', lastUsedAt: new Date().toISOString() });
  publish(revised(aState(), 'assistants'));
  expect(await screen.findByText('Cursor')).toBeVisible();
});

const at = (daysAgo: number, hour: number): string => {
  const date = new Date();
  date.setDate(date.getDate() - daysAgo);
  date.setHours(hour, 0, 0, 0);
  return date.toISOString();
};
const actionOf = (id: number, text: string, more: Partial<AssistantAction> = {}): AssistantAction => ({
  id,
  at: at(0, 0),
  client: 'Zed',
  text,
  outcome: 'done',
  ...more,
});
const ACTIONS = [
  actionOf(9, 'Started PAY-134', { undoIds: [3] }),
  actionOf(8, 'PAY-131 moved to <i>Done</i>', { outcome: 'undone' }),
  actionOf(7, 'Add the task “Lunch”', { outcome: 'refused', client: 'Claude Desktop' }),
  actionOf(6, 'No task is called PAY-1', { outcome: 'failed', at: at(1, 17) }),
  actionOf(5, 'List my tasks', { at: at(9, 8) }),
  actionOf(4, 'Wanted to create “Milk”', { at: at(9, 7), outcome: 'taken-over' }),
];

async function openLog(actions: AssistantAction[]) {
  const shown = { actions };
  const window = await openSettings('General', {}, (bridge) => bridge.answer('assistants.log', () => shown.actions));
  await window.user.click(await screen.findByRole('button', { name: 'Show: What assistants did' }));
  await screen.findByRole('heading', { name: 'What assistants did' });
  return { ...window, shown };
}
const day = (name: string | RegExp) => within(screen.getByRole('list', { name }));
const row = (text: string) => {
  const item = screen.getByText(text).closest('li');
  if (item === null) throw new Error(`${text} is in no row`);
  return within(item);
};

test('lists by day who did what, and what became of it', async () => {
  await openLog(ACTIONS);
  await screen.findByText('Started PAY-134');
  expect(screen.getByRole('heading', { name: 'Today 3' })).toBeVisible();
  expect(day('Today').getAllByRole('listitem')).toHaveLength(3);
  expect(day('Yesterday').getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getAllByRole('list', { name: /day/ })).toHaveLength(3);
  expect(row('PAY-131 moved to <i>Done</i>').getByText('undone')).toBeVisible();
  expect(screen.getByText('PAY-131 moved to <i>Done</i>').tagName).toBe('DEL');
  expect(row('Add the task “Lunch”').getByText('refused')).toBeVisible();
  expect(row('Add the task “Lunch”').getByText('Claude Desktop')).toBeVisible();
  expect(row('No task is called PAY-1').getByText('failed')).toBeVisible();
  expect(row('Wanted to create “Milk”').getByText('you took over')).toBeVisible();
  expect(screen.getByText('Kept for 30 days, on this computer')).toBeVisible();
});

test('undoes one, stays at its list, and is read again when another follows', async () => {
  const { bridge, user, publish, shown } = await openLog(ACTIONS);
  await user.click(await screen.findByRole('button', { name: 'Undo: Started PAY-134' }));
  expect(bridge.payloads('undo.undo-all')).toEqual([{ undoIds: [3] }]);
  expect(screen.getByRole('list', { name: 'Today' })).toHaveFocus();
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
  shown.actions = [actionOf(10, 'Stopped PAY-134'), ...ACTIONS];
  publish(revised(aState(), 'assistants'));
  expect(await screen.findByText('Stopped PAY-134')).toBeVisible();
});

test('undoes all that one call changed at once, in the order of the log', async () => {
  const { bridge, user } = await openLog([actionOf(9, 'Added two tasks', { undoIds: [5, 4] })]);
  bridge.fail('undo.undo-all');
  await user.click(await screen.findByRole('button', { name: 'Undo: Added two tasks' }));
  expect(await screen.findByText('It did not work')).toBeVisible();
  expect(bridge.payloads('undo.undo-all')).toEqual([{ undoIds: [5, 4] }]);
});

test('shows a long log in portions', async () => {
  const { user } = await openLog(Array.from({ length: 130 }, (_, at) => actionOf(130 - at, `Read ${at}`)));
  await screen.findByText('Read 99');
  expect(screen.getByRole('heading', { name: 'Today 130' })).toBeVisible();
  expect(screen.queryByText('Read 100')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show earlier ones' }));
  expect(screen.getByText('Read 129')).toBeVisible();
});

test('pauses all of them, and says what will be here', async () => {
  const { bridge, user, publish } = await openLog([]);
  await screen.findByText('No assistant has done anything yet');
  await user.click(screen.getByRole('button', { name: 'Pause them all' }));
  publish({ settings: settingsOf({ assistants: { ...assistants, on: false } }) });
  await user.click(screen.getByRole('button', { name: 'Switch them on' }));
  expect(bridge.payloads('settings.change')).toEqual([{ assistants: { ...assistants, on: false } }, { assistants }]);
});
