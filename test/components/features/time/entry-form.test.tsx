/** The form of a time entry: editing, adding, splitting, and the question about very long entries. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fillGap, newEntry as openNewEntry } from '../../../../renderer/features/time/show-entry.ts';
import { addAccount } from '../../../../renderer/state/navigation.ts';
import { openEntry, useShownTime } from '../../../../renderer/state/shown-time.ts';
import { hasUnsavedText } from '../../../../renderer/state/unsaved-text.ts';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { HOUR, local, timeEntry } from '../../../shared/time/entries.ts';
import { setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { ACCOUNT, tasksOf, timeOf } from '../../state.ts';

const NOW = local(19, 14);
const iso = (at: number) => new Date(at).toISOString();
const tasks = tasksOf([taskView('PAY-1', { title: 'Refund' }), taskView('PAY-2', { title: 'Chargeback' })]);
/** From 10:50:37 to 12:10:12. */
const WORK: EntryView = { ...timeEntry('work', local(19, 10, 50) + 37_000, local(19, 12, 10) + 12_000), note: 'Mail' };
const RUNNING = timeEntry('run', local(19, 13), null);

beforeEach(() => setClock(NOW));

async function openTime(entries: EntryView[], prepare?: Parameters<typeof openWindow>[1]) {
  const opened = await openWindow({ tasks, time: timeOf(entries, new Date(NOW)) }, prepare);
  await opened.show('time');
  await screen.findByRole('heading', { name: 'Today' });
  return opened;
}

async function edit(entry: EntryView, prepare?: Parameters<typeof openWindow>[1]) {
  const opened = await openTime([entry], prepare);
  const row = () => screen.getByRole('button', { name: new RegExp(`^${entry.task.identifier} `) });
  await opened.user.click(row());
  const form = within(screen.getByRole('form', { name: `Edit ${entry.task.identifier}` }));
  const type = async (label: string, text: string) => {
    const field = form.getByLabelText(label);
    await opened.user.clear(field);
    if (text !== '') await opened.user.type(field, text);
  };
  const more = async (item: string) => {
    await opened.user.click(screen.getByRole('button', { name: 'More' }));
    await opened.user.click(screen.getByRole('menuitem', { name: item }));
  };
  return {
    ...opened,
    row,
    form,
    type,
    more,
    save: () => opened.user.click(form.getByRole('button', { name: 'Save' })),
  };
}

test('The form has the focus on the start, shows the length, and saves what changed with the seconds of the rest', async () => {
  const { bridge, form, type, save, row } = await edit(WORK);
  expect(form.getByLabelText('Start')).toHaveFocus();
  expect(form.getByLabelText('Start')).toHaveValue(clock(local(19, 10, 50)));
  expect(form.getByLabelText('Duration')).toHaveValue('1:20');
  await type('Start', '10:30');
  expect(form.getByLabelText('Duration')).toHaveValue('1:40');
  await type('Note', 'By hand');
  await save();
  expect(bridge.payloads('time.edit')).toEqual([
    { entryId: 'work', startTime: iso(local(19, 10, 30)), endTime: WORK.endTime, note: 'By hand', allowLong: false },
  ]);
  expect(screen.queryByRole('form')).toBeNull();
  expect(row()).toHaveFocus();
});

test('Saving without a change sends nothing', async () => {
  const { bridge, save } = await edit(WORK);
  await save();
  expect(bridge.payloads('time.edit')).toEqual([]);
  expect(screen.queryByRole('form')).toBeNull();
});

test('Cancel and Escape close the form, keep the entry and return to its row', async () => {
  const { bridge, user, form, type, row } = await edit(WORK);
  await type('Note', 'Gone');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(row()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByLabelText('Note')).toHaveValue('Mail');
  await user.keyboard('{Escape}');
  expect(row()).toHaveFocus();
  expect(bridge.payloads('time.edit')).toEqual([]);
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test.each([
  ['Start', 'early', 'Enter a start time, such as 14:05.'],
  ['End', '', 'Enter an end time, such as 14:05.'],
  ['Start', '15:00', 'It would start in the future.'],
  ['End', '15:00', 'It would end in the future.'],
  ['End', '10:10', 'It would end before it starts.'],
])('%s “%s” is not saved: %s', async (label, text, message) => {
  const { bridge, user, form, type, save } = await edit(WORK);
  await type(label, text);
  expect(form.queryByText(message)).toBeNull();
  await user.tab();
  expect(form.getByText(message)).toBeVisible();
  expect(form.getByLabelText(label)).toBeInvalid();
  await save();
  expect(bridge.payloads('time.edit')).toEqual([]);
  expect(form.getByText(message)).toBeVisible();
});

test('An entry that runs may keep running, or gets an end', async () => {
  const { bridge, form, type, save, user, row } = await edit(RUNNING);
  expect(form.getByLabelText('End')).toHaveValue('');
  expect(form.getByPlaceholderText('running')).toBeVisible();
  await type('Start', '12:45');
  await save();
  await user.click(row());
  const again = within(screen.getByRole('form', { name: 'Edit RUN' }));
  await user.type(again.getByLabelText('End'), '13:40');
  await user.click(again.getByRole('button', { name: 'Save' }));
  const edits = bridge.payloads('time.edit');
  expect(edits[0]).toMatchObject({ startTime: iso(local(19, 12, 45)), endTime: null });
  expect(edits[1]).toMatchObject({ startTime: RUNNING.startTime, endTime: iso(local(19, 13, 40)) });
});

test('What was not changed in the open form follows the entry: its other times on saving, and its end once the timer stops', async () => {
  const { bridge, user, form, type, save, publish, row } = await edit(WORK);
  await type('Start', '10:30');
  await type('Note', 'By hand');
  const moved = { ...WORK, startTime: iso(local(19, 10, 40)), endTime: iso(local(19, 12, 30)), note: 'Elsewhere' };
  publish({ time: timeOf([moved], new Date(NOW)) });
  expect(form.getByLabelText('End')).toHaveValue(clock(local(19, 12, 30)));
  await save();
  expect(bridge.payloads('time.edit')).toMatchObject([
    { startTime: iso(local(19, 10, 30)), endTime: moved.endTime, note: 'By hand' },
  ]);
  publish({ time: timeOf([{ ...RUNNING, id: 'work', task: WORK.task }], new Date(NOW)) });
  await user.click(row());
  const again = within(screen.getByRole('form', { name: 'Edit WORK' }));
  await user.type(again.getByLabelText('Note'), 'Calls');
  publish({ time: timeOf([moved], new Date(NOW)) });
  await user.click(again.getByRole('button', { name: 'Save' }));
  expect(bridge.payloads('time.edit')[1]).toMatchObject({
    startTime: moved.startTime,
    endTime: moved.endTime,
    note: 'Calls',
  });
});

test('A task that another change gave the entry stays, and what was changed back is not kept', async () => {
  const whole = timeEntry('work', local(19, 10), local(19, 12));
  const { bridge, type, save, publish } = await edit(whole);
  await type('Duration', '1:30');
  await type('Duration', '2:00');
  await waitFor(() => expect(useShownTime.getState().edits[whole.id]).toBeUndefined());
  await type('Note', 'By hand');
  publish({ time: timeOf([{ ...whole, task: { ...whole.task, taskId: 'other' } }], new Date(NOW)) });
  await save();
  expect(bridge.payloads('time.edit')).toMatchObject([{ note: 'By hand' }]);
  expect(bridge.payloads('time.edit')[0]?.taskId ?? 'other').toBe('other');
});

test('A kept edit keeps only what was changed', async () => {
  const other = timeEntry('other', local(19, 9), local(19, 10));
  const { bridge, user, publish } = await openTime([other, WORK]);
  const openRow = (name: RegExp) => user.click(screen.getByRole('button', { name }));
  await openRow(/^WORK /);
  await user.type(screen.getByLabelText('Note'), '!');
  await user.clear(screen.getByLabelText('Duration'));
  await user.type(screen.getByLabelText('Duration'), '1:30');
  await openRow(/^OTHER /);
  const moved = { ...WORK, startTime: iso(local(19, 10, 40)), endTime: iso(local(19, 12)) };
  publish({ time: timeOf([other, moved], new Date(NOW)) });
  await openRow(/^WORK /);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(bridge.payloads('time.edit')).toMatchObject([
    { startTime: moved.startTime, endTime: iso(local(19, 12, 20)), note: 'Mail!' },
  ]);
});

test('The task is changed with the search', async () => {
  const { bridge, user, form, save } = await edit(WORK);
  await user.click(form.getByRole('button', { name: /WORK/ }));
  const field = () => form.getByRole('combobox', { name: 'Search for a task…' });
  expect(field()).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(form.getByRole('button', { name: /WORK/ })).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.type(field(), 'charge{Enter}');
  expect(form.getByRole('button', { name: /Chargeback/ })).toBeVisible();
  await save();
  expect(bridge.payloads('time.edit')).toMatchObject([{ entryId: 'work', taskId: 'PAY-2' }]);
});

test('Ctrl+Enter in the note saves', async () => {
  const { bridge, user, form } = await edit(WORK);
  await user.type(form.getByLabelText('Note'), '!{Control>}{Enter}{/Control}');
  expect(bridge.payloads('time.edit')).toMatchObject([{ note: 'Mail!' }]);
});

test('an entry of a closed week is changed after a question', async () => {
  const { bridge, user, save } = await edit(WORK, (bridge) =>
    bridge.fail('time.edit', {
      kind: 'needs-confirmation',
      confirmedBy: 'allowClosed',
      title: 'Week 46 is closed',
    }),
  );
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Other' } });
  await save();
  const question = await screen.findByRole('alert', { name: 'Week 46 is closed' });
  bridge.answer('time.edit', undefined);
  await user.click(within(question).getByRole('button', { name: 'Change it all the same' }));
  expect(bridge.payloads('time.edit')).toMatchObject([{ allowLong: false }, { allowLong: true, allowClosed: true }]);
  expect(screen.queryByRole('form')).toBeNull();
});

test('or the week is opened again first', async () => {
  const { bridge, user, save } = await edit(WORK, (bridge) =>
    bridge.fail('time.edit', {
      kind: 'needs-confirmation',
      confirmedBy: 'allowClosed',
      weekStart: '2026-11-09',
      title: 'Week 46 is closed',
    }),
  );
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Other' } });
  await save();
  const question = await screen.findByRole('alert', { name: 'Week 46 is closed' });
  bridge.answer('time.edit', undefined);
  await user.click(within(question).getByRole('button', { name: 'Open the week again' }));
  expect(bridge.payloads('week.reopen')).toEqual([{ weekStart: '2026-11-09' }]);
  await waitFor(() => expect(bridge.payloads('time.edit')).toHaveLength(2));
  expect(bridge.payloads('time.edit')[1]).not.toHaveProperty('allowClosed');
  expect(screen.queryByRole('form')).toBeNull();
});

test('an entry of a closed week is deleted after the same question', async () => {
  const { bridge, user, more } = await edit(WORK, (bridge) =>
    bridge.fail('time.delete', {
      kind: 'needs-confirmation',
      confirmedBy: 'allowClosed',
      weekStart: '2026-11-09',
      title: 'Week 46 is closed',
    }),
  );
  await more('Delete');
  const question = await screen.findByRole('alert', { name: 'Week 46 is closed' });
  bridge.answer('time.delete', undefined);
  await user.click(within(question).getByRole('button', { name: 'Open the week again' }));
  expect(bridge.payloads('week.reopen')).toEqual([{ weekStart: '2026-11-09' }]);
  await waitFor(() => expect(bridge.payloads('time.delete')).toHaveLength(2));
  expect(screen.queryByRole('alert', { name: 'Week 46 is closed' })).toBeNull();
});

test('“Other day” adds fields for the days; a very long entry is saved after a question', async () => {
  const { bridge, form, user, more, save } = await edit(WORK, (bridge) =>
    bridge.fail('time.edit', { kind: 'needs-confirmation', title: 'Really 25:20 hours?' }),
  );
  expect(form.queryByLabelText('Start day')).toBeNull();
  await more('Move to day…');
  fireEvent.change(form.getByLabelText('Start day'), { target: { value: '2026-11-18' } });
  expect(form.getByLabelText('Duration')).toHaveValue('25:20');
  await save();
  const question = await screen.findByRole('alert', { name: 'Really 25:20 hours?' });
  await user.click(within(question).getByRole('button', { name: 'Correct it' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await save();
  await screen.findByRole('alert');
  bridge.answer('time.edit', undefined);
  await user.click(screen.getByRole('button', { name: 'Yes, keep it' }));
  expect(bridge.payloads('time.edit').map(({ allowLong }) => allowLong)).toEqual([false, false, true]);
  expect(bridge.payloads('time.edit')[2]).toMatchObject({
    startTime: iso(local(18, 10, 50)),
    endTime: WORK.endTime,
  });
  expect(screen.queryByRole('form')).toBeNull();
});

test('An entry past midnight shows the fields for the days at once', async () => {
  const { form, user } = await edit(timeEntry('night', local(18, 23), local(19, 1)));
  expect(form.getByLabelText('Start day')).toHaveValue('2026-11-18');
  expect(form.getByLabelText('End day')).toHaveValue('2026-11-19');
  await user.click(form.getByRole('button', { name: 'More' }));
  expect(screen.queryByRole('menuitem', { name: 'Move to another day…' })).toBeNull();
});

test('An error of the server stays in the form, with what was typed, until it is changed', async () => {
  const { form, type, save } = await edit(WORK, (bridge) => bridge.fail('time.edit'));
  await type('Note', 'Typed');
  await save();
  expect(await form.findByRole('alert', { name: 'It did not work' })).toHaveTextContent('The server said no.');
  expect(form.queryByRole('button', { name: 'Yes, keep it' })).toBeNull();
  expect(form.getByLabelText('Note')).toHaveValue('Typed');
  await type('End', '12:00');
  expect(form.queryByRole('alert')).toBeNull();
});

test('More splits an entry at its middle or where the person says', async () => {
  const { bridge, user, more } = await edit(timeEntry('work', local(19, 10), local(19, 12)));
  await more('Split…');
  const field = screen.getByRole('textbox', { name: 'Split at' });
  expect(field).toHaveValue(clock(local(19, 11)));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Save' })).toBeVisible();
  await more('Split…');
  await user.clear(screen.getByRole('textbox', { name: 'Split at' }));
  await user.keyboard('13:00{Enter}');
  expect(screen.getByText('That is not between start and end.')).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: 'Split at' }));
  await user.keyboard('10:30');
  expect(screen.getByText('0:30 and 1:30')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('time.split')).toEqual([{ entryId: 'work', at: iso(local(19, 10, 30)) }]);
  expect(screen.queryByRole('textbox', { name: 'Split at' })).toBeNull();
});

test('More continues or deletes an entry, and does not offer to continue one that runs', async () => {
  const { bridge, user, more, row } = await edit(WORK);
  await more('Continue');
  expect(bridge.payloads('time.continue')).toEqual([{ entryId: 'work' }]);
  await user.click(row());
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(bridge.payloads('time.delete')).toEqual([{ entryIds: ['work'] }]);
  expect(row()).toHaveFocus();
});

test('The running entry is stopped, not continued', async () => {
  const { form, user } = await edit(RUNNING);
  await user.click(form.getByRole('button', { name: 'More' }));
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['Move to day…', 'Stop', 'Split…', 'Copy as text', 'Delete']);
});

test('“Add entry…” suggests the time since the last entry and needs a task', async () => {
  const { bridge, user } = await openTime([WORK]);
  await user.click(screen.getByRole('button', { name: 'Add and report' }));
  await user.click(screen.getByRole('menuitem', { name: 'Add entry…' }));
  const form = within(screen.getByRole('form', { name: 'New entry' }));
  expect(form.getByRole('combobox', { name: 'Search for a task…' })).toHaveFocus();
  expect(form.getByLabelText('Start')).toHaveValue(clock(local(19, 12, 10)));
  expect(form.getByLabelText('End')).toHaveValue(clock(NOW));
  await user.click(form.getByLabelText('Note'));
  expect(form.getByRole('button', { name: /Choose a task…/ })).toBeVisible();
  await user.click(form.getByRole('button', { name: /^Add( \d|$)/ }));
  expect(form.getByText('Choose a task.')).toBeVisible();
  expect(bridge.payloads('time.add')).toEqual([]);

  await user.click(form.getByRole('button', { name: /Choose a task…/ }));
  await user.click(screen.getByRole('option', { name: /Refund/ }));
  await user.type(form.getByLabelText('Note'), 'Calls');
  await user.click(form.getByRole('button', { name: /^Add( \d|$)/ }));
  expect(bridge.payloads('time.add')).toEqual([
    { taskId: 'PAY-1', startTime: iso(local(19, 12, 10)), endTime: iso(NOW), note: 'Calls', allowLong: false },
  ]);
  expect(screen.queryByRole('form')).toBeNull();
});

test('A very long new entry is added after a question', async () => {
  const { bridge, user } = await openTime([], (bridge) =>
    bridge.fail('time.add', { kind: 'needs-confirmation', title: 'Really 13:30 hours?' }),
  );
  await user.click(screen.getByRole('button', { name: 'Add and report' }));
  await user.click(screen.getByRole('menuitem', { name: 'Add entry…' }));
  await user.keyboard('{Enter}');
  const start = screen.getByLabelText('Start');
  expect(start).toHaveValue(clock(NOW - HOUR / 2));
  await user.clear(start);
  await user.type(start, '0:30{Enter}');
  await screen.findByRole('alert', { name: 'Really 13:30 hours?' });
  bridge.answer('time.add', 'new');
  await user.click(screen.getByRole('button', { name: 'Yes, keep it' }));
  expect(bridge.payloads('time.add')).toMatchObject([
    { startTime: iso(local(19, 0, 30)), allowLong: false },
    { allowLong: true },
  ]);
  expect(screen.queryByRole('form')).toBeNull();
});

test('Time that is not work gets an entry from its own row, and Cancel returns to it', async () => {
  const { bridge, user, publish } = await openTime([WORK, timeEntry('later', local(19, 13), local(19, 13, 30))]);
  const notWork = [{ from: iso(local(19, 12, 10)), to: iso(local(19, 13)) }];
  publish({ timeRules: { ...bridge.state.timeRules, notWork } });
  const name = `Not work 50 min, ${clock(local(19, 12, 10))}–${clock(local(19, 13))}: add an entry`;
  await user.click(screen.getByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name })).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: /^Add( \d|$)/ }));
  expect(bridge.payloads('time.add')).toMatchObject([
    { taskId: 'PAY-1', startTime: iso(local(19, 12, 10)), endTime: iso(local(19, 13)) },
  ]);
});

async function newEntry() {
  const opened = await openTime([WORK, timeEntry('late', local(19, 13), local(19, 13, 30))]);
  await opened.user.keyboard('n');
  return { ...opened, form: within(screen.getByRole('form', { name: 'New entry' })) };
}

test('N, letters, Enter, Enter adds forgotten time', async () => {
  const { bridge, user, form } = await newEntry();
  await user.keyboard('charge{Enter}');
  const start = form.getByLabelText<HTMLInputElement>('Start');
  expect(start).toHaveFocus();
  expect([start.selectionStart, start.selectionEnd]).toEqual([0, start.value.length]);
  expect(form.getByRole('button', { name: 'Add 0:30' })).toBeVisible();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('time.add')).toEqual([
    { taskId: 'PAY-2', startTime: iso(local(19, 13, 30)), endTime: iso(NOW), note: '', allowLong: false },
  ]);
  expect(screen.queryByRole('form')).toBeNull();
});

test.each([
  ['1:30', local(19, 12, 20), '1:30'],
  ['1h30', local(19, 12, 20), '1:30'],
  ['-0:20', local(19, 11, 50), '1:00'],
  ['+15', local(19, 12, 25), '1:35'],
])('A duration of %s moves the end with each letter', async (text, end, duration) => {
  const { user, form } = await edit(WORK);
  await user.clear(form.getByLabelText('Duration'));
  await user.type(form.getByLabelText('Duration'), text);
  expect(form.getByLabelText('End')).toHaveValue(clock(end));
  await user.tab();
  expect(form.getByLabelText('Duration')).toHaveValue(duration);
});

test('Shift Enter moves the start by the duration; the end stays', async () => {
  const { bridge, user, form } = await newEntry();
  await user.keyboard('charge{Enter}');
  await user.clear(form.getByLabelText('Duration'));
  await user.type(form.getByLabelText('Duration'), '0:40{Shift>}{Enter}{/Shift}');
  expect(
    [form.getByLabelText('Start'), form.getByLabelText('End')].map((field) => (field as HTMLInputElement).value),
  ).toEqual([clock(local(19, 13, 20)), clock(NOW)]);
  await user.keyboard('{Enter}');
  expect(bridge.payloads('time.add')).toMatchObject([{ startTime: iso(local(19, 13, 20)), endTime: iso(NOW) }]);
});

test('A text that is no duration is not saved', async () => {
  const { bridge, user, form } = await newEntry();
  await user.keyboard('charge{Enter}');
  await user.clear(form.getByLabelText('Duration'));
  await user.type(form.getByLabelText('Duration'), 'long{Enter}');
  expect(form.getByText('Enter a duration, such as 1:30.')).toBeVisible();
  expect(form.getByLabelText('Duration')).toBeInvalid();
  expect(bridge.payloads('time.add')).toEqual([]);
});

test.each(['Start', 'End', 'Duration', 'Note'])('Ctrl Enter in %s adds the entry', async (label) => {
  const { bridge, user, form } = await newEntry();
  await user.keyboard('charge{Enter}');
  await user.click(form.getByLabelText(label));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(bridge.payloads('time.add')).toHaveLength(1);
});

test('Ctrl Enter on a task adds the entry with it', async () => {
  const { bridge, user } = await newEntry();
  await user.keyboard('charge{Control>}{Enter}{/Control}');
  expect(bridge.payloads('time.add')).toMatchObject([{ taskId: 'PAY-2' }]);
});

test('A click on another entry keeps what was typed for a new one; N brings it back, Cancel discards it', async () => {
  const { bridge, user } = await openTime([WORK]);
  const form = () => within(screen.getByRole('form', { name: 'New entry' }));
  await user.keyboard('n');
  await user.keyboard('charge{Enter}');
  await user.type(form().getByLabelText('Note'), 'Half a sentence');
  await user.click(screen.getByRole('button', { name: /^WORK / }));
  expect(within(screen.getByRole('contentinfo')).getByTitle('The new entry is kept: N brings it back')).toBeVisible();
  await user.keyboard('{Escape}');
  act(() => openEntry({ kind: 'add', from: local(19, 9), to: local(19, 10), gap: null }));
  expect(form().getByLabelText('Note')).toHaveValue('');
  await user.click(form().getByRole('button', { name: 'Cancel' }));
  await user.keyboard('n');
  expect(form().getByLabelText('Note')).toHaveValue('Half a sentence');
  expect(form().getByRole('button', { name: /Chargeback/ })).toBeVisible();
  await user.click(form().getByRole('button', { name: 'Cancel' }));
  await user.keyboard('n');
  expect(form().getByLabelText('Note')).toHaveValue('');
  expect(bridge.payloads('time.add')).toEqual([]);
});

test('What is typed for a second new entry keeps the first one, which N brings back after it', async () => {
  const { user } = await openTime([WORK]);
  const note = () => screen.getByLabelText('Note');
  await user.keyboard('n');
  await user.type(note(), 'First');
  act(() => openEntry({ kind: 'add', from: local(19, 9), to: local(19, 10), gap: null }));
  await user.type(note(), 'Second');
  act(() => openEntry({ kind: 'edit', entryId: 'work' }));
  for (const text of ['Second', 'First', '']) {
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('n');
    expect(note()).toHaveValue(text);
  }
});

test('The same new entry is opened with what was typed for it before, and N does not offer it after it was added', async () => {
  const { bridge, user } = await openTime([WORK]);
  const note = () => screen.getByLabelText('Note');
  const open = (hour: number) =>
    act(() => openEntry({ kind: 'add', from: local(19, hour), to: local(19, hour + 1), gap: null }));
  open(9);
  await user.keyboard('charge{Enter}');
  await user.type(note(), 'Nine');
  open(8);
  await user.type(note(), 'Eight');
  open(9);
  expect(note()).toHaveValue('Nine');
  await user.type(note(), '!{Control>}{Enter}{/Control}');
  expect(bridge.payloads('time.add')).toMatchObject([{ startTime: iso(local(19, 9)), taskId: 'PAY-2', note: 'Nine!' }]);
  for (const text of ['Eight', '']) {
    await user.keyboard('n');
    expect(note()).toHaveValue(text);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
  }
});

test('A gap that is opened from elsewhere keeps what was typed for a new entry', async () => {
  const { user, publish } = await openTime([WORK]);
  // Other tests leave drafts of their account.
  publish({ account: { ...ACCOUNT, id: 'kept-entry' }, accounts: [] });
  await user.keyboard('n');
  await user.type(screen.getByLabelText('Note'), 'Half a sentence');
  act(() => fillGap({ from: local(19, 8), to: local(19, 9) }));
  expect(within(screen.getByRole('contentinfo')).getByTitle('The new entry is kept: N brings it back')).toBeVisible();
  expect(screen.queryByRole('form', { name: 'New entry' })).toBeNull();
  expect(hasUnsavedText()).toBe(true);
  act(() => openNewEntry([], { from: local(19, 0), to: local(20, 0) }));
  expect(screen.getByLabelText('Note')).toHaveValue('Half a sentence');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(hasUnsavedText()).toBe(false);
});

test('The way back to unsaved text opens the form of a new entry on its day, and leaves an open one as it is', async () => {
  // Other tests leave drafts of their account.
  const account = { ...ACCOUNT, id: 'way-to-entry' };
  const { user, publish, show } = await openTime([WORK], (fake) =>
    fake.answer('time.day', ({ day }) => ({ day, entries: [], week: timeOf([], new Date(NOW)).week })),
  );
  publish({ account, accounts: [] });
  const form = () => within(screen.getByRole('form', { name: 'New entry' }));
  await user.keyboard('n');
  await user.keyboard('charge{Enter}');
  await user.clear(form().getByLabelText('Start'));
  await show('unsavedText');
  expect(form().getByLabelText('Start')).toHaveValue('');
  act(() => openEntry({ kind: 'add', from: local(18, 9), to: local(18, 10), gap: null }));
  await user.type(form().getByLabelText('Note'), 'Yesterday');
  await show('outbox');
  act(() => addAccount());
  await show('unsavedText');
  expect(screen.getByRole('heading', { name: 'Wednesday' })).toBeVisible();
  expect(form().getByLabelText('Note')).toHaveValue('Yesterday');
  await show('tasks');
  await show('unsavedText');
  expect(form().getByLabelText('Note')).toHaveValue('Yesterday');
  await user.click(form().getByRole('button', { name: 'Cancel' }));
  await show('unsavedText');
  expect(form().getByRole('button', { name: /Chargeback/ })).toBeVisible();
});

test('A click on another entry keeps what was typed over one; opening that again goes on, Cancel discards it', async () => {
  const { bridge, user } = await openTime([WORK, RUNNING]);
  const row = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} `) });
  await user.click(row('RUN'));
  await user.clear(screen.getByLabelText('Start'));
  await user.type(screen.getByLabelText('Start'), '13:20');
  await user.click(row('WORK'));
  expect(screen.getByLabelText('Note')).toHaveValue('Mail');
  await user.type(screen.getByLabelText('Note'), ' to Mira');
  await user.click(row('RUN'));
  expect(
    within(screen.getByRole('contentinfo')).getByTitle('The change is kept: open the entry again to continue'),
  ).toBeVisible();
  expect(screen.getByLabelText('Start')).toHaveValue(clock(local(19, 13, 20)));
  expect(screen.getByLabelText('End')).toHaveValue('');
  await user.click(row('WORK'));
  expect(screen.getByLabelText('Note')).toHaveValue('Mail to Mira');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(row('WORK'));
  expect(screen.getByLabelText('Note')).toHaveValue('Mail');
  await user.click(row('RUN'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(bridge.payloads('time.edit')).toMatchObject([{ entryId: 'run', startTime: iso(local(19, 13, 20)) }]);
});

test('What was typed over an entry is unsaved text, as long as the entry is there; the way back opens its form', async () => {
  // Other tests leave drafts of their account.
  const account = { ...ACCOUNT, id: 'way-to-edit' };
  const { user, publish, show } = await openTime([WORK, RUNNING]);
  publish({ account, accounts: [] });
  await user.click(screen.getByRole('button', { name: /^WORK / }));
  await user.type(screen.getByLabelText('Note'), ' to Mira');
  await user.click(screen.getByRole('button', { name: /^RUN / }));
  expect(hasUnsavedText()).toBe(true);
  await show('outbox');
  await show('unsavedText');
  expect(screen.getByLabelText('Note')).toHaveValue('Mail to Mira');
  await show('outbox');
  publish({ time: timeOf([RUNNING], new Date(NOW)) });
  expect(hasUnsavedText()).toBe(false);
});

test('Time that another entry has too is said before it is added', async () => {
  const { user } = await openTime([WORK]);
  await user.keyboard('n');
  const form = within(screen.getByRole('form', { name: 'New entry' }));
  expect(form.queryByText(/counted twice/)).toBeNull();
  await user.clear(form.getByLabelText('Start'));
  await user.type(form.getByLabelText('Start'), '12:00');
  expect(form.getByText('10 min counted twice')).toBeVisible();
});
