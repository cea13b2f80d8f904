/** Several rows or cards at once: selecting them, the bar, and what it sends. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { choose } from '../../../../renderer/features/board/view-state.ts';
import { chooseAccount } from '../../../../renderer/state/main-process.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import type { FakeBridge } from '../../bridge.ts';
import { openWindow, type Window } from '../../render.tsx';
import { openAccount, tasksOf } from '../../state.ts';
import { aBoard, aCard, cardOf, openBoard, PAYMENTS, sendCards } from '../board/open-board.tsx';

/** Five past, as an hour is midnight UTC in one of the time zones: a date without a time. */
const at = (day: number, hour: number, minute = 5) => new Date(2030, 0, day, hour, minute).toISOString();
const TASKS = tasksOf([
  taskView('PAY-1', { title: 'Refund', dueDate: at(1, 9), labels: [{ name: 'bug', color: 'red' }] }),
  taskView('PAY-2', { title: 'Rotate', dueDate: at(2, 17, 15), priority: 'high' }),
  taskView('WEB-3', { title: 'Copy', dueDate: at(3, 8), projectId: 'w', projectName: 'Website' }),
  taskView('WEB-4', { title: 'Menu', dueDate: at(4, 8), projectId: 'w', projectName: 'Website' }),
]);
const place = (name: string) => ({ slug: name.toLowerCase().replace(' ', '-'), name, isFinal: false });

const prepare = (bridge: FakeBridge) => {
  bridge.answer('tasks.choices', {
    people: [{ id: 'mira', name: 'Mira Sol' }],
    labels: [
      { id: 'w-1', name: 'bug', color: 'red' },
      { id: 'w-2', name: 'api', color: 'blue' },
    ],
  });
  bridge.answer('tasks.places', ({ taskId }: { taskId: string }) => ({
    status: 'to-do',
    places: ['To do', taskId.startsWith('PAY') ? 'In review' : 'Live', 'Done'].map(place),
  }));
};

const openList = () => openWindow({ tasks: TASKS }, prepare);
const row = (id: string) => screen.getByRole('button', { name: new RegExp(`^${id} `) });
const selected = () =>
  screen.getAllByRole('button', { name: /, selected$/ }).map(({ dataset }) => dataset.taskId ?? dataset.cardId);
const bar = () => screen.findByRole('toolbar', { name: /^Actions for \d+ tasks?$/ });

test('X selects rows, Shift with an arrow more of them, Ctrl A all, Esc none', async () => {
  const { user } = await openList();
  row('PAY-1').focus();
  await user.keyboard('x');
  expect(await within(await bar()).findByText('1 selected')).toBeVisible();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(selected()).toEqual(['PAY-1', 'PAY-2', 'WEB-3']);
  expect(row('WEB-3')).toHaveFocus();
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(selected()).toEqual(['PAY-1', 'PAY-2']);
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText('4 selected')).toBeVisible();
  await user.keyboard('x');
  expect(selected()).toEqual(['PAY-1', 'WEB-3', 'WEB-4']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(screen.queryByRole('button', { name: /, selected$/ })).toBeNull();
  expect(row('PAY-2')).toHaveFocus();
});

test('Ctrl click selects one more, Shift click a range, a plain click only its row, and nothing opens', async () => {
  const { bridge, user } = await openList();
  await user.keyboard('{Control>}');
  await user.click(row('PAY-2'));
  await user.click(row('WEB-4'));
  await user.keyboard('{/Control}');
  expect(selected()).toEqual(['PAY-2', 'WEB-4']);
  await user.keyboard('{Shift>}');
  await user.click(row('PAY-1'));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(['PAY-1', 'PAY-2', 'WEB-3', 'WEB-4']);
  await user.click(row('WEB-3'));
  expect(selected()).toEqual(['WEB-3']);
  expect(bridge.payloads('tasks.open-page')).toEqual([]);
});

test('a single key changes all that is selected with one command', async () => {
  const { bridge, user } = await openList();
  row('PAY-1').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}p');
  // They differ.
  for (const choice of await screen.findAllByRole('menuitemradio')) expect(choice).not.toBeChecked();
  await user.keyboard('1');
  expect(bridge.payloads('tasks.change')).toEqual([
    {
      changes: [
        { taskId: 'PAY-1', priority: 'urgent' },
        { taskId: 'PAY-2', priority: 'urgent' },
      ],
    },
  ]);
  expect(selected()).toEqual(['PAY-1', 'PAY-2']);
});

test('another day keeps the time of each', async () => {
  const { bridge, user } = await openList();
  row('PAY-1').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}d');
  await user.click(await screen.findByRole('menuitemradio', { name: /^Tomorrow/ }));
  const [{ changes = [] } = {}] = bridge.payloads('tasks.change');
  const times = changes.map((change) => ('dueDate' in change ? new Date(change.dueDate ?? '') : new Date(0)));
  expect(times.map((time) => [time.getHours(), time.getMinutes()])).toEqual([
    [9, 5],
    [17, 15],
  ]);
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  expect(times.map((time) => time.toDateString())).toEqual([tomorrow.toDateString(), tomorrow.toDateString()]);
});

test('another day is one of the next thirty', async () => {
  const { bridge, user } = await openList();
  row('PAY-1').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}d');
  await user.click(await screen.findByRole('menuitem', { name: /^Another day/ }));
  const days = await screen.findAllByRole('menuitemradio');
  await user.click(days[1] as HTMLElement);
  const wanted = new Date();
  wanted.setDate(wanted.getDate() + 3);
  const [{ changes = [] } = {}] = bridge.payloads('tasks.change');
  expect(changes.map((change) => 'dueDate' in change && new Date(change.dueDate ?? '').toDateString())).toEqual([
    wanted.toDateString(),
    wanted.toDateString(),
  ]);
});

test('over several projects only the states that all of them have are offered', async () => {
  const { user } = await openList();
  row('PAY-2').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}m');
  const choices = await screen.findAllByRole('menuitemradio');
  expect(choices.map(({ textContent }) => textContent?.replace(/\d$/, ''))).toEqual(['To do', 'Done']);
});

test('a label on some of them is set on all, and one on all is taken off', async () => {
  const { bridge, user } = await openList();
  row('PAY-1').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}l');
  const label = await screen.findByRole('menuitemcheckbox', { name: 'bug' });
  expect(label).toHaveAttribute('aria-checked', 'mixed');
  await user.click(label);
  expect(bridge.payloads('tasks.change')).toEqual([
    {
      changes: [
        { taskId: 'PAY-1', label: 'bug', isOn: true },
        { taskId: 'PAY-2', label: 'bug', isOn: true },
      ],
    },
  ]);
});

test('the bar has the same actions, and asks before it deletes', async () => {
  const { bridge, user } = await openList();
  row('WEB-3').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  const { getByRole } = within(await bar());
  await user.click(getByRole('button', { name: 'Assignee' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Mira Sol/ }));
  await user.click(getByRole('button', { name: 'Delete tasks…' }));
  expect(await screen.findByText(/^Delete 2 tasks with their comments/)).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(bridge.payloads('tasks.change')).toEqual([
    { changes: ['WEB-3', 'WEB-4'].map((taskId) => ({ taskId, userId: 'mira' })) },
    { changes: ['WEB-3', 'WEB-4'].map((taskId) => ({ taskId, isDeleted: true })) },
  ]);
  await user.click(getByRole('button', { name: 'Select none' }));
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('the menu of a selected row is about the selection, that of another row only about it', async () => {
  const { user } = await openList();
  row('PAY-1').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await user.pointer({ keys: '[MouseRight]', target: row('PAY-2') });
  expect(await screen.findByRole('dialog', { name: 'Actions for 2 tasks' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(selected()).toEqual(['PAY-1', 'PAY-2']);
  await user.pointer({ keys: '[MouseRight]', target: row('WEB-4') });
  expect(await screen.findByRole('menuitem', { name: /^Start timer/ })).toBeVisible();
});

test('what a filter hides stays selected, and the bar says so', async () => {
  const { user } = await openList();
  row('PAY-1').focus();
  await user.keyboard('{Control>}a{/Control}/');
  await user.keyboard('Website');
  expect(await screen.findByText('4 selected, 2 hidden')).toBeVisible();
});

test('what is not of the shown account counts as hidden', async () => {
  const accounts = [openAccount('a', 'one.example'), openAccount('b', 'two.example')];
  const tasks = tasksOf([taskView('PAY-1', { accountId: 'a' }), taskView('PAY-2', { accountId: 'b' })]);
  const settings = { ...DEFAULT_SETTINGS, accountsTogether: true };
  const { user } = await openWindow({ accounts, tasks, settings });
  row('PAY-1').focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText('2 selected')).toBeVisible();
  act(() => chooseAccount('a'));
  expect(await screen.findByText('2 selected, 1 hidden')).toBeVisible();
});

test('cards that a filter, their description or a hidden column leaves out count as hidden', async () => {
  const label = { name: 'bug', color: '' };
  const cards = [aCard(1, 'One', { labels: [label] }), aCard(2, 'Two'), aCard(3, 'Three')];
  const window = await openBoard(cards, {
    prepare: (bridge) => bridge.answer('board.search-descriptions', ['task-2']),
  });
  const { user } = window;
  cardOf('One').focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText('3 selected')).toBeVisible();
  await sendCards(window, { cards: [aCard(3, 'Three', { status: 'planned' })] });
  expect(await screen.findByText('3 selected, 1 hidden')).toBeVisible();
  act(() => choose({ labels: ['bug'] }));
  expect(await screen.findByText('3 selected, 2 hidden')).toBeVisible();
  act(() => choose({ labels: [] }));
  await user.keyboard('/');
  await user.keyboard('Nothing');
  // The description of one of them matches.
  expect(await screen.findByText('3 selected, 2 hidden')).toBeVisible();
});

test('the selection stays while another tab is shown', async () => {
  const { user } = await openList();
  row('PAY-1').focus();
  await user.keyboard('x');
  await bar();
  await user.keyboard('{Control>}2{/Control}');
  // Once the board is loaded.
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  await user.keyboard('{Control>}1{/Control}');
  expect(await bar()).toBeVisible();
});

test('no more are selected than can be changed at once', async () => {
  const many = Array.from({ length: 510 }, (_, index) => aCard(index + 1, `Card ${index + 1}`));
  const { user } = await openBoard(many, { prepare });
  cardOf('Card 1').focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(await within(await bar()).findByText('500 selected')).toBeVisible();
});

test('once the selected tasks are done, the keys and clicks are about one row again', async () => {
  const { bridge, user, publish } = await openList();
  row('PAY-1').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await bar();
  const hint = () => screen.queryByText('none');
  expect(hint()).toBeInTheDocument();
  publish({ tasks: tasksOf(TASKS.tasks.filter(({ identifier }) => identifier.startsWith('WEB'))) });
  await waitFor(() => expect(hint()).toBeNull());
  row('WEB-3').focus();
  await user.keyboard('p');
  await screen.findAllByRole('menuitemradio');
  await user.keyboard('1');
  expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'WEB-3', priority: 'urgent' }] }]);
  await user.click(row('WEB-4'));
  expect(await screen.findByRole('region', { name: 'Task' })).toBeVisible();
});

test('once the selected cards are gone, a click opens a card again', async () => {
  const window = await openBoard([aCard(1, 'One'), aCard(2, 'Two')], { prepare });
  cardOf('One').focus();
  await window.user.keyboard('x');
  await bar();
  window.publish({ board: { ...(window.bridge.state.board ?? aBoard()), progress: { read: 0, total: 2 } } });
  await sendCards(window, { removed: ['task-1'] });
  // It may come back until the whole board is read, but Escape has nothing to do.
  await window.user.keyboard('{Escape}');
  expect(window.bridge.payloads('window.hide')).toHaveLength(1);
  await window.user.click(cardOf('Two'));
  expect(window.bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'task-2' });
});

test('the board has the same keys, within a column', async () => {
  const cards = [
    aCard(1, 'One'),
    aCard(2, 'Two'),
    aCard(3, 'Three', { status: 'done' }),
    aCard(4, 'Four', { isNotCreatedYet: true }),
  ];
  const { bridge, user } = await openBoard(cards, { prepare });
  cardOf('One').focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(selected()).toEqual(['task-1', 'task-2']);
  await user.keyboard('p');
  await user.keyboard('2');
  expect(bridge.payloads('tasks.change')).toEqual([
    { changes: ['task-1', 'task-2'].map((taskId) => ({ taskId, priority: 'high' })) },
  ]);
  await user.keyboard('{Control>}');
  await user.click(cardOf('Three'));
  await user.keyboard('{/Control}');
  expect(await within(await bar()).findByText('3 selected')).toBeVisible();
  expect(bridge.payloads('tasks.open-page')).toEqual([]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

/** Carries the focused card to the next column, and with it the second one. */
async function carryTwo({ bridge, user }: Window): Promise<void> {
  await user.keyboard(' ');
  expect(await screen.findByText('+1')).toBeVisible();
  await user.keyboard('{ArrowRight}');
  await user.keyboard(' ');
  expect(bridge.payloads('tasks.change')).toEqual([
    { changes: ['task-1', 'task-2'].map((taskId) => ({ taskId, status: 'in-progress' })) },
  ]);
}

test('a selected card takes the others along to another column, but not within its own', async () => {
  const opened = await openBoard([aCard(1, 'One'), aCard(2, 'Two'), aCard(3, 'Three')], { prepare });
  const { bridge, user } = opened;
  cardOf('One').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await carryTwo(opened);
  expect(bridge.payloads('board.move')).toEqual([]);
});

test('a card that left the board does not come along', async () => {
  const opened = await openBoard([aCard(1, 'One'), aCard(2, 'Two'), aCard(3, 'Three')], { prepare });
  cardOf('One').focus();
  await opened.user.keyboard('{Control>}a{/Control}');
  await sendCards(opened, { removed: ['task-3'] });
  cardOf('One').focus();
  await carryTwo(opened);
});

test('the board of another project begins without a selection', async () => {
  const window = await openBoard([aCard(1, 'One'), aCard(2, 'Two')], { prepare });
  const { bridge, user, publish } = window;
  cardOf('One').focus();
  await user.keyboard('{Control>}a{/Control}');
  publish({ board: aBoard({ project: { ...PAYMENTS, id: 'project-2' } }) });
  await sendCards(window, { reset: true, cards: [aCard(3, 'Three')] });
  await user.click(cardOf('Three'));
  expect(bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'task-3' });
});

describe('a row moved to another group', () => {
  const days = (from: number, hour: number, minute = 5) => {
    const day = new Date();
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() + from, hour, minute).toISOString();
  };
  const wholeDay = (from: number) => days(from, 0, 0);
  const GROUPED = tasksOf([
    taskView('PAY-1', { dueDate: days(-2, 17, 15) }),
    taskView('PAY-2', { dueDate: days(-1, 9) }),
    taskView('PAY-3', { dueDate: wholeDay(1) }),
    taskView('PAY-4'),
  ]);
  /** Each group is 100 px high, in the order on screen, and `height` of them are in sight. */
  function layOut(height = 400) {
    const groups = [...document.querySelectorAll('[data-group]')];
    const at = (_: number, y: number) => (y < height ? groups[Math.floor(y / 100)] : document.body) ?? null;
    vi.spyOn(document, 'elementFromPoint').mockImplementation(at);
  }
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const over = (name: string) => {
    const index = [...document.querySelectorAll<HTMLElement>('[data-group]')].findIndex(
      ({ dataset }) => dataset.group === name,
    );
    return { clientX: 40, clientY: index * 100 + 50, button: 0, buttons: 1, pointerId: 1 };
  };
  async function lift(id: string, group: string) {
    const window = await openWindow({ tasks: GROUPED });
    layOut();
    fireEvent.pointerDown(row(id), { ...over(group), clientX: 10 });
    return window;
  }
  const slot = () => document.querySelector('[class*=slot]');

  test('gets its due date and keeps its time, which the slot says before', async () => {
    const { bridge } = await lift('PAY-1', 'overdue');
    fireEvent.pointerMove(row('PAY-1'), over('tomorrow'));
    await waitFor(() => expect(slot()).toHaveTextContent(/^Due tomorrow, .*, (17:15|5:15 pm)$/));
    expect(bridge.payloads('tasks.change')).toEqual([]);
    fireEvent.pointerUp(row('PAY-1'), over('tomorrow'));
    await waitFor(() =>
      expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'PAY-1', dueDate: days(1, 17, 15) }] }]),
    );
    expect(slot()).toBeNull();
  });

  test('has no due date in the group without one', async () => {
    const { bridge } = await lift('PAY-3', 'tomorrow');
    fireEvent.pointerMove(row('PAY-3'), over('no-date'));
    fireEvent.pointerUp(row('PAY-3'), over('no-date'));
    await waitFor(() =>
      expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'PAY-3', dueDate: null }] }]),
    );
  });

  test('goes back from its own group, from what is overdue, and with Escape', async () => {
    const { bridge, user } = await lift('PAY-3', 'tomorrow');
    fireEvent.pointerMove(row('PAY-3'), over('no-date'));
    fireEvent.pointerMove(row('PAY-3'), over('overdue'));
    fireEvent.pointerUp(row('PAY-3'), over('overdue'));
    fireEvent.pointerDown(row('PAY-3'), { ...over('tomorrow'), clientX: 10 });
    fireEvent.pointerMove(row('PAY-3'), over('no-date'));
    await waitFor(() => expect(slot()).toHaveTextContent('No due date'));
    await user.keyboard('{Escape}');
    expect(slot()).toBeNull();
    fireEvent.pointerUp(row('PAY-3'), over('no-date'));
    expect(bridge.payloads('tasks.change')).toEqual([]);
    expect(bridge.payloads('window.hide')).toEqual([]);
  });

  test('goes back from a group that is scrolled out of sight', async () => {
    const { bridge } = await lift('PAY-3', 'tomorrow');
    layOut(200);
    fireEvent.pointerMove(row('PAY-3'), over('no-date'));
    fireEvent.pointerUp(row('PAY-3'), over('no-date'));
    expect(bridge.payloads('tasks.change')).toEqual([]);
  });

  test('takes the rest of the selection along', async () => {
    const { bridge, user } = await openWindow({ tasks: GROUPED });
    layOut();
    row('PAY-1').focus();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    fireEvent.pointerDown(row('PAY-2'), { ...over('overdue'), clientX: 10 });
    fireEvent.pointerMove(row('PAY-2'), over('tomorrow'));
    expect(await screen.findByText('+1')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(selected()).toEqual(['PAY-1', 'PAY-2']);
    fireEvent.pointerDown(row('PAY-2'), { ...over('overdue'), clientX: 10 });
    fireEvent.pointerMove(row('PAY-2'), over('tomorrow'));
    fireEvent.pointerUp(row('PAY-2'), over('tomorrow'));
    await waitFor(() =>
      expect(bridge.payloads('tasks.change')).toEqual([
        {
          changes: [
            { taskId: 'PAY-1', dueDate: days(1, 17, 15) },
            { taskId: 'PAY-2', dueDate: days(1, 9) },
          ],
        },
      ]),
    );
  });

  test('moves with Alt and an arrow key to the next group, shown or not, and keeps the focus', async () => {
    const { bridge, user } = await openWindow({ tasks: GROUPED });
    row('PAY-3').focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() =>
      expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'PAY-3', dueDate: wholeDay(2) }] }]),
    );
    act(() =>
      bridge.publish({
        tasks: {
          ...GROUPED,
          tasks: GROUPED.tasks.map((task) => (task.id === 'PAY-3' ? { ...task, dueDate: wholeDay(2) } : task)),
        },
      }),
    );
    expect(row('PAY-3')).toHaveFocus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() =>
      expect(bridge.payloads('tasks.change').at(-1)).toEqual({
        changes: [{ taskId: 'PAY-3', dueDate: wholeDay(1) }],
      }),
    );
  });

  test('to today at a time that has passed is due the whole day', async () => {
    const { bridge, user } = await openWindow({ tasks: tasksOf([taskView('PAY-1', { dueDate: days(-1, 0, 1) })]) });
    row('PAY-1').focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const [date] = await waitFor(() => {
      const [{ changes = [] } = {}] = bridge.payloads('tasks.change');
      expect(changes).toHaveLength(1);
      return changes.map((change) => ('dueDate' in change ? change.dueDate : null));
    });
    expect(date).toBe(wholeDay(0));
  });
});
