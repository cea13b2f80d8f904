/** The menu of a time entry, by the right button and by its keys: in the list, in the day, on a cell and on the task's page. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { clock, shortDay } from '../../../../shared/i18n/format-dates.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { local, timeEntry } from '../../../shared/time/entries.ts';
import { setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { timeOf } from '../../state.ts';

const NOW = local(19, 14);
const MAIL = { ...timeEntry('mail', local(19, 9), local(19, 10)), note: 'Answered Mira' };
const CODE = timeEntry('code', local(19, 12), local(19, 13));
const RUN = timeEntry('run', local(19, 13), null);

beforeEach(() => setClock(NOW));

async function openTime(entries: EntryView[], view: 'List' | 'Day' = 'List') {
  const opened = await openWindow({ time: timeOf(entries, new Date(NOW)) });
  await opened.show('time');
  await screen.findByRole('heading', { name: 'Today' });
  await opened.user.click(screen.getByRole('radio', { name: view }));
  return opened;
}
const row = (identifier: string) => screen.getByRole('button', { name: new RegExp(`^${identifier} `) });
const menu = () => within(screen.getByRole('menu', { name: /^Entry of / }));
const lines = () =>
  menu()
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);

describe.each(['List', 'Day'] as const)('%s', (view) => {
  test('the right button opens it, with the keys of its lines', async () => {
    await openTime([MAIL], view);
    fireEvent.contextMenu(row('MAIL'));
    expect(lines()).toEqual([
      'EditEnter',
      'Change the endE',
      'ContinueC',
      'DuplicateCtrl D',
      'Split…/',
      'Move to task…M',
      'Move to day…',
      'Copy as textCtrl C',
      'DeleteDel',
    ]);
  });

  test('its keys work on the focused entry', async () => {
    const { bridge, user } = await openTime([MAIL, CODE], view);
    row('MAIL').focus();
    await user.keyboard('c');
    await user.keyboard('{Control>}c{/Control}');
    await user.keyboard('{Delete}');
    expect(bridge.payloads('time.continue')).toEqual([{ entryId: 'mail' }]);
    expect(bridge.payloads('time.copy')).toEqual([{ entryIds: ['mail'] }]);
    expect(bridge.payloads('time.delete')).toEqual([{ entryIds: ['mail'] }]);
    expect(document.activeElement).not.toBe(document.body);
    expect(row('MAIL')).not.toHaveFocus();
  });
});

test.each(['List', 'Day'] as const)(
  'after Delete the focus stays in the %s, also where only gaps remain',
  async (view) => {
    // The gap behind each of them begins earlier once it is deleted.
    const { publish, user } = await openTime([MAIL, CODE], view);
    row('MAIL').focus();
    await user.keyboard('{Delete}');
    publish({ time: timeOf([CODE], new Date(NOW)) });
    expect(row('CODE')).toHaveFocus();
    await user.keyboard('{Delete}');
    publish({ time: timeOf([], new Date(NOW)) });
    expect(document.activeElement).not.toBe(document.body);
  },
);

test('E opens the form at the end, all of it selected', async () => {
  const { user } = await openTime([MAIL]);
  row('MAIL').focus();
  await user.keyboard('e');
  const end = screen.getByLabelText<HTMLInputElement>('End');
  expect(end).toHaveFocus();
  expect([end.selectionStart, end.selectionEnd]).toEqual([0, end.value.length]);
});

test('a running entry is stopped instead of continued, and not duplicated', async () => {
  const { bridge, user } = await openTime([RUN]);
  fireEvent.contextMenu(row('RUN'));
  expect(menu().queryByRole('menuitem', { name: /^(Duplicate|Change)/ })).toBeNull();
  await user.click(menu().getByRole('menuitem', { name: /^Stop/ }));
  expect(bridge.payloads('timer.stop')).toEqual([{}]);
});

test('Duplicate opens the form of a new entry with the same task, shown times and note', async () => {
  const timed = { ...timeEntry('mail', local(19, 9) + 7_123, local(19, 10) + 9_456), note: 'Answered Mira' };
  const { bridge, user } = await openTime([timed]);
  row('MAIL').focus();
  await user.keyboard('{Control>}d{/Control}');
  const form = within(screen.getByRole('form', { name: 'New entry' }));
  expect(form.getByRole('textbox', { name: 'Start' })).toHaveValue(clock(local(19, 9)));
  expect(form.getByRole('textbox', { name: 'Start' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('time.add')).toMatchObject([
    { taskId: MAIL.task.taskId, note: 'Answered Mira', startTime: MAIL.startTime, endTime: MAIL.endTime },
  ]);
});

test.each([
  ['Split…', 'Split at'],
  ['Move to task…', 'Search for a task…'],
  ['Move to day…', 'Start day'],
])('%s opens the form at its field', async (name, field) => {
  const { user } = await openTime([MAIL]);
  fireEvent.contextMenu(row('MAIL'));
  await user.click(menu().getByRole('menuitem', { name: new RegExp(`^${name}`) }));
  expect(screen.getByLabelText(field)).toHaveFocus();
});

describe('several entries', () => {
  const bar = () => screen.findByRole('toolbar', { name: /^Actions for \d+ entr/ });
  const selected = () => screen.queryAllByRole('button', { name: /, selected$/ }).map(({ dataset }) => dataset.stop);

  test('are selected like rows of My tasks, and copied, moved and deleted together', async () => {
    const { bridge, user } = await openTime([MAIL, CODE, RUN]);
    row('MAIL').focus();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['mail', 'code']);
    await bar();
    await user.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    row('MAIL').focus();
    await user.keyboard('x');
    await user.keyboard('{Control>}');
    await user.click(row('CODE'));
    await user.keyboard('{/Control}');
    expect(selected()).toEqual(['mail', 'code']);
    const { getByRole } = within(await bar());
    await user.click(getByRole('button', { name: 'Copy as text' }));
    await user.click(getByRole('button', { name: 'Move to day…' }));
    await user.click(await screen.findByRole('menuitem', { name: shortDay(local(18, 12)) }));
    row('CODE').focus();
    await user.keyboard('m');
    await user.click(await screen.findByRole('menuitem', { name: /^RUN / }));
    row('CODE').focus();
    await user.keyboard('{Delete}');
    const entryIds = ['mail', 'code'];
    expect(bridge.payloads('time.copy')).toEqual([{ entryIds }]);
    expect(bridge.payloads('time.move-entries')).toEqual([
      { entryIds, to: { day: localDay(local(18, 12)) } },
      { entryIds, to: { taskId: RUN.task.taskId } },
    ]);
    expect(bridge.payloads('time.delete')).toEqual([{ entryIds }]);
    expect(row('RUN')).toHaveFocus();
  });

  test('are selected in the Day view by X and a click, and deleted together', async () => {
    const { bridge, user } = await openTime([MAIL, CODE, RUN], 'Day');
    row('MAIL').focus();
    await user.keyboard('x{Control>}');
    await user.click(row('CODE'));
    await user.keyboard('{/Control}');
    expect(selected()).toEqual(['mail', 'code']);
    await bar();
    await user.keyboard('{Delete}');
    expect(bridge.payloads('time.delete')).toEqual([{ entryIds: ['mail', 'code'] }]);
    await user.keyboard('{Control>}a{/Control}');
    expect(selected()).toEqual(['mail', 'code', 'run']);
    await user.keyboard('{Escape}');
    expect(selected()).toEqual([]);
  });

  test('that are gone are not selected any more, nor those of a view that was left', async () => {
    const { bridge, user, show } = await openTime([MAIL, CODE]);
    row('MAIL').focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(selected()).toEqual(['mail', 'code']);
    act(() => bridge.publish({ time: timeOf([CODE], new Date(NOW)) }));
    expect(selected()).toEqual(['code']);
    await user.click(screen.getByRole('radio', { name: 'Day' }));
    await user.click(screen.getByRole('radio', { name: 'List' }));
    expect(selected()).toEqual([]);
    await show('tasks');
    expect(screen.queryByRole('toolbar')).toBeNull();
  });
});
