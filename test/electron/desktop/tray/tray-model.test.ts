/** The tray's icon, tooltip and menu as a function of the state. */

import { describe, expect, test } from 'vitest';
import { type TrayMenuItem, trayModel } from '../../../../electron/desktop/tray/tray-model.ts';
import type {
  AccountView,
  EntryView,
  OpenAccountView,
  TaskRef,
  TasksView,
  TaskView,
  TimeView,
} from '../../../../shared/contract/index.ts';
import type { AppErrorView } from '../../../../shared/errors/app-error.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { inZone } from '../../../shared/tasks/zone.ts';

// Wednesday 18 November 2026, 14:00 in Berlin.
const NOW = new Date('2026-11-18T13:00:00.000Z');
const LATE = '2026-11-17T00:00:00.000Z';

const ACCOUNT: AccountView = {
  id: 'a',
  kind: 'device',
  status: 'signed-in',
  server: 'pm.example.org',
  address: 'https://pm.example.org',
  clientId: 'service-cli',
  userId: 'u',
  userName: 'Ada',
  userEmail: null,
  workspaces: [{ id: 'w', name: 'Work' }],
  workspaceId: 'w',
  credentialOf: 'a',
  isFurther: false,
  tokenIn: 'keychain',
  error: null,
};
const signedOut: AccountView = { ...ACCOUNT, status: 'signed-out', tokenIn: 'none' };
/** The local workspace could not be opened. */
const closed: AccountView = {
  ...signedOut,
  kind: 'local',
  error: { kind: 'internal', title: 'It needs a newer Punchcard', explanation: '', nextStep: '' },
};

function task(number: number, changed: Partial<TaskView> = {}): TaskView {
  return {
    id: `t${number}`,
    identifier: `PRJ-${number}`,
    title: `Task ${number}`,
    projectId: 'p',
    projectName: 'Project',
    status: 'to-do',
    statusName: 'To do',
    priority: 'low',
    dueDate: null,
    labels: [],
    ...changed,
  };
}
const ref = (number: number, changed: Partial<TaskRef> = {}): TaskRef => ({
  taskId: `t${number}`,
  identifier: `PRJ-${number}`,
  title: `Task ${number}`,
  projectName: 'Project',
  ...changed,
});
const entry = (of: TaskRef): EntryView => ({
  id: 'e',
  task: of,
  startTime: '2026-11-18T12:05:00.000Z',
  endTime: null,
  note: '',
  sync: 'sent',
  why: null,
});

function tray(
  state: {
    account?: AccountView | null;
    tasks?: TaskView[];
    failingSince?: string;
    kind?: AppErrorView['kind'];
    running?: TaskRef;
    recent?: TaskRef[];
    pausedUntil?: string | null;
    isWindow?: boolean;
    accounts?: OpenAccountView[];
    left?: { server: string; total: number; needing: number }[];
    needing?: { server: string | null; count: number }[];
  } = {},
  now = NOW,
) {
  inZone('Europe/Berlin');
  const tasks: TasksView = {
    tasks: state.tasks ?? [],
    total: state.tasks?.length ?? 0,
    fetchedAt: null,
    loading: false,
    error:
      state.failingSince === undefined
        ? null
        : { kind: state.kind ?? 'unreachable', title: '', explanation: '', nextStep: '' },
    failingSince: state.failingSince ?? null,
    nextTryAt: null,
  };
  const time: TimeView = {
    running: state.running ? entry(state.running) : null,
    day: '2026-11-18',
    today: [],
    week: { from: '2026-11-16', to: '2026-11-22', tasks: [], cells: [], tracked: [] },
    weekStartsOn: 1,
    recent: state.recent ?? [],
  };
  const { pausedUntil, isWindow = false, accounts = [], left = [], needing = [] } = state;
  const account = state.account === undefined ? ACCOUNT : state.account;
  return trayModel({ account, accounts, left, needing, tasks, time, pausedUntil, isWindow }, now);
}

/** A menu as text: disabled entries in brackets, submenus with their entries. */
function lines(menu: TrayMenuItem[]): string[] {
  return menu.flatMap((item) => {
    if (item === 'separator') return '-';
    if ('submenu' in item) return [`${item.label}:`, ...lines(item.submenu).map((line) => `  ${line}`)];
    return 'disabled' in item ? `[${item.label}]` : item.label;
  });
}
/** Every enabled entry. */
function choices(menu: TrayMenuItem[]): { label: string; action: unknown }[] {
  return menu.flatMap((item) => {
    if (item === 'separator' || 'disabled' in item) return [];
    return 'submenu' in item ? choices(item.submenu) : [item];
  });
}

describe('several accounts', () => {
  const opened = (id: string, changed: Partial<OpenAccountView> = {}): OpenAccountView => ({
    id,
    kind: 'device',
    server: `${id}.example`,
    host: `${id}.example`,
    credentialOf: id,
    name: id,
    isLocal: false,
    letter: 'A',
    userId: 'u-ada',
    userName: 'Ada',
    workspace: null,
    workspaceId: null,
    state: 'signed-in',
    failingSince: null,
    tasks: 0,
    waiting: 0,
    missingPermissions: [],
    ...changed,
  });
  const failingSince = '2026-11-18T12:30:00.000Z';
  const away = opened('acme', { state: 'offline', failingSince });
  const out = opened('shop', { state: 'signed-out' });

  test('one that is offline is named in the tooltip, and the icon stays', () => {
    const { icon, tooltip } = tray({ accounts: [opened('own'), away], running: ref(1) });
    expect(icon).toBe('running');
    expect(tooltip.split('\n')[0]).toBe('acme.example: Offline since 1:30 pm');
    expect(tray({ accounts: [away, away] }).icon).toBe('offline');
  });

  test('one that is signed out needs the person: the icon says it, and the menu says which', () => {
    const { icon, tooltip, menu } = tray({ accounts: [opened('own'), away, out], running: ref(1) });
    expect(icon).toBe('signed-out');
    expect(tooltip).toContain('shop.example: Signed out');
    expect(choices(menu)).toContainEqual({
      label: 'shop.example: Sign in again…',
      action: { do: 'sign-in', accountId: 'shop' },
    });
  });

  test('a timer is started in the account of its task; only the task whose timer runs is left out', () => {
    const [ours, theirs] = ['own', 'acme'].map((accountId) => ({ ...ref(1), accountId }));
    const starts = (state: Parameters<typeof tray>[0]) =>
      choices(tray(state).menu).flatMap(({ action }) => (JSON.stringify(action).includes('start') ? [action] : []));
    if (ours === undefined || theirs === undefined) throw new Error('two');
    expect(starts({ recent: [ours, theirs] })).toEqual([
      { do: 'start', taskId: ours.taskId, accountId: 'own' },
      { do: 'start', taskId: ours.taskId, accountId: 'acme' },
    ]);
    expect(starts({ recent: [ours, theirs], running: ours })).toEqual([
      { do: 'start', taskId: ours.taskId, accountId: 'acme' },
    ]);
  });

  test('tasks with the same identifier are told apart by the name of their account', () => {
    const accounts = [opened('own'), opened('acme', { name: 'the-long-name-of-a-workspace' })];
    const [ours, theirs] = accounts.map(({ id: accountId }) => ref(1, { title: 'x'.repeat(80), accountId }));
    if (ours === undefined || theirs === undefined) throw new Error('two');
    expect(lines(tray({ accounts, running: theirs, recent: [ours] }).menu).slice(3, 7)).toEqual([
      `Stop PRJ-1 ${'x'.repeat(25)}… · the-long-name-of-a-…`,
      'Discard PRJ-1 · the-long-name-of-a-…',
      'Switch to:',
      `  PRJ-1 ${'x'.repeat(47)}… · own`,
    ]);
    const [start] = lines(tray({ accounts, recent: [ours] }).menu).slice(3);
    expect(start).toMatch(/^Start PRJ-1 x+… · own$/);
    expect(lines(tray({ accounts: [opened('own')], recent: [ours] }).menu)[3]).toMatch(/x…$/);
  });

  test('a local workspace that cannot be opened is named, and is opened again', () => {
    const local = opened('here', { server: 'This computer', isLocal: true, state: 'signed-out' });
    const { tooltip, menu } = tray({ accounts: [opened('own'), local] });
    const label = 'This computer: Cannot be opened';
    expect(tooltip).toBe(label);
    expect(choices(menu)).toContainEqual({ label, action: { do: 'sign-in', accountId: 'here' } });
  });

  test('what is left of an account that was signed out is named, and leads to the list', () => {
    const left = [{ server: 'old.example', total: 2, needing: 0 }];
    const { icon, menu } = tray({ left });
    expect(choices(menu)).toContainEqual({
      label: '2 unsent changes of old.example',
      action: { do: 'outbox' },
    });
    expect(icon).toBe('idle');
    expect(tray({ left: [{ ...left[0], needing: 1 }] as typeof left })).toMatchObject({
      icon: 'attention',
      tooltip: '2 unsent changes of old.example',
    });
  });

  test('of the only account, what is left is named too: the page that asks to sign in has it', () => {
    const { tooltip, menu } = tray({ account: null, left: [{ server: 'old.example', total: 2, needing: 0 }] });
    const label = '2 unsent changes of old.example';
    expect(tooltip).toBe(`Punchcard: not signed in\n${label}`);
    expect(choices(menu)).toContainEqual({ label, action: { do: 'open' } });
  });

  test('a change that needs the person is in the icon, and the tooltip and the menu say of which account', () => {
    const needing = [{ server: 'acme.example', count: 2 }];
    const { icon, tooltip, menu } = tray({ accounts: [opened('own'), away], needing, running: ref(1) });
    expect(icon).toBe('attention');
    expect(tooltip.split('\n').slice(0, 2)).toEqual([
      'acme.example: Offline since 1:30 pm',
      'acme.example: 2 changes need attention',
    ]);
    expect(choices(menu)).toContainEqual({
      label: 'acme.example: 2 changes need attention',
      action: { do: 'outbox' },
    });
    // Without a sign-in nothing can be decided.
    expect(tray({ accounts: [opened('own'), out], needing }).icon).toBe('signed-out');
  });
});

test('of an only account it is not said which', () => {
  const { icon, tooltip, menu } = tray({ needing: [{ server: null, count: 1 }], failingSince: NOW.toISOString() });
  expect(icon).toBe('attention');
  expect(tooltip.split('\n')).toContain('1 change needs attention');
  expect(choices(menu)).toContainEqual({ label: '1 change needs attention', action: { do: 'outbox' } });
});

describe('the icon', () => {
  const failingSince = '2026-11-18T12:30:00.000Z';
  const late = [task(1, { dueDate: LATE })];
  const running = ref(1);

  test.each([
    ['nothing to say', {}, 'idle'],
    ['tasks, none late', { tasks: [task(1), task(2, { dueDate: '2026-11-18T00:00:00.000Z' })] }, 'idle'],
    ['a task is overdue', { tasks: late }, 'attention'],
    ['a timer runs', { running }, 'running'],
    ['the service does not answer', { failingSince }, 'offline'],
    ['signed out', { account: null }, 'signed-out'],
    ['signed out', { account: signedOut }, 'signed-out'],
    ['the keychain is locked', { account: { ...signedOut, status: 'locked' as const } }, 'signed-out'],
    // If several apply.
    ['running before attention', { running, tasks: late }, 'running'],
    ['offline before running', { failingSince, running, tasks: late }, 'offline'],
    ['signed out before offline', { account: signedOut, failingSince, running, tasks: late }, 'signed-out'],
    ['signed out before all', { account: null, failingSince, running, tasks: late }, 'signed-out'],
  ])('%s: %s', (_what, state, icon) => {
    expect(tray(state).icon).toBe(icon);
  });

  test('shows attention when a task is overdue, not in the minute in which it is due', () => {
    const tasks = [task(1, { dueDate: '2026-11-18T13:00:00.000Z' })];
    expect(tray({ tasks }, NOW).icon).toBe('idle');
    expect(tray({ tasks }, new Date(NOW.getTime() + 59_999)).icon).toBe('idle');
    expect(tray({ tasks }, new Date(NOW.getTime() + 60_000)).icon).toBe('attention');
  });
});

describe('the tooltip', () => {
  /** A time of that day in Berlin, in this computer's 12 or 24 hour format. */
  const at = (time: string) => {
    inZone('Europe/Berlin');
    return clock(new Date(`2026-11-18T${time}:00+01:00`).toISOString());
  };
  const dueAt = (dueDate: string) => [task(7, { dueDate })];

  test.each([
    ['nobody', { account: null }, 'Punchcard: not signed in'],
    ['signed out', { account: signedOut }, 'Punchcard: signed out'],
    ['no account on this computer', { account: closed }, 'It needs a newer Punchcard'],
    ['nothing to say', {}, 'Punchcard'],
    ['a due date today', { tasks: dueAt('2026-11-18T15:30:00.000Z') }, 'PRJ-7 is due at 16:30'],
    ['due this very minute', { tasks: dueAt('2026-11-18T12:59:01.000Z') }, 'PRJ-7 is due now'],
    ['a due date of the whole day', { tasks: dueAt('2026-11-18T00:00:00.000Z') }, 'PRJ-7 is due today'],
    ['a due date tomorrow', { tasks: dueAt('2026-11-19T15:30:00.000Z') }, 'PRJ-7 is due tomorrow'],
    ['a due date this week', { tasks: dueAt('2026-11-22T00:00:00.000Z') }, 'PRJ-7 is due Sunday'],
    ['a due date next month', { tasks: dueAt('2026-12-24T00:00:00.000Z') }, 'PRJ-7 is due 24 Dec'],
    [
      'several, the soonest counts',
      {
        tasks: [
          task(1, { dueDate: '2026-11-20T00:00:00.000Z' }),
          task(2, { dueDate: '2026-11-18T18:00:00.000Z' }),
          task(3),
        ],
      },
      'PRJ-2 is due at 19:00',
    ],
    [
      'overdue ones are counted',
      { tasks: [task(1, { dueDate: LATE }), task(2, { dueDate: LATE }), ...dueAt('2026-11-19T00:00:00.000Z')] },
      '2 tasks overdue\nPRJ-7 is due tomorrow',
    ],
    ['one overdue', { tasks: [task(1, { dueDate: LATE })] }, '1 task overdue'],
    ['running', { running: ref(1), tasks: dueAt(LATE) }, 'PRJ-1 Task 1\nsince 13:05'],
    [
      'running while signed out',
      { account: signedOut, running: ref(1) },
      'Punchcard: signed out\nPRJ-1 Task 1\nsince 13:05',
    ],
    ['offline', { failingSince: '2026-11-18T12:30:00.000Z' }, 'Offline since 13:30'],
    ['refused', { failingSince: '2026-11-18T12:30:00.000Z', kind: 'rejected' as const }, 'Not updated since 13:30'],
    [
      'offline and running',
      { failingSince: '2026-11-18T12:30:00.000Z', running: ref(1) },
      'Offline since 13:30\nPRJ-1 Task 1\nsince 13:05',
    ],
    ['signed out knows no due dates', { account: signedOut, tasks: dueAt(LATE) }, 'Punchcard: signed out'],
  ])('%s', (_what, state, tooltip) => {
    expect(tray(state).tooltip).toBe(tooltip.replace(/\d\d:\d\d/g, at));
  });

  test('never shows "in 3 h", which would soon be wrong, not even across midnight', () => {
    // 23:00 in Berlin; the task is due at 1:00.
    const evening = new Date('2026-11-18T22:00:00.000Z');
    expect(tray({ tasks: dueAt('2026-11-19T00:00:00.001Z') }, evening).tooltip).toBe('PRJ-7 is due tomorrow');
  });

  test('stays the same during an hour of a running timer, so no timer has to tick', () => {
    const state = { running: ref(1) };
    expect(tray(state, new Date(NOW.getTime() + 3_599_000))).toEqual(tray(state));
  });

  test('is at most 127 characters long, the limit of Windows', () => {
    const long = ref(1, { title: 'x'.repeat(500) });
    expect(tray({ running: long, failingSince: '2026-11-18T12:30:00.000Z' }).tooltip.length).toBeLessThanOrEqual(127);
  });
});

describe('the menu', () => {
  test('while signed out without an account', () => {
    const { menu } = tray({ account: null, tasks: [task(1)], running: ref(1) });
    expect(lines(menu)).toEqual(['Open Punchcard', '-', 'Sign in…', '-', 'Quit Punchcard']);
    expect(choices(menu).map(({ action }) => action)).toEqual([{ do: 'open' }, { do: 'open' }, { do: 'quit' }]);
  });

  test('with nothing to start', () => {
    expect(lines(tray().menu)).toEqual([
      'Open Punchcard',
      'New task…',
      '-',
      '[No task to start]',
      '-',
      'Open as a window',
      'Settings…',
      '-',
      'Quit Punchcard',
    ]);
  });

  test('with one task to start', () => {
    expect(lines(tray({ tasks: [task(1)] }).menu)).toEqual([
      'Open Punchcard',
      'New task…',
      '-',
      'Start PRJ-1 Task 1',
      '-',
      'Open as a window',
      'Settings…',
      '-',
      'Quit Punchcard',
    ]);
  });

  test('with several tasks: the most recent first, without duplicates', () => {
    const { menu } = tray({
      recent: [ref(3), ref(9, { title: 'Not mine any more' })],
      tasks: [task(1), task(2), task(3, { title: 'Task 3, renamed' })],
    });
    expect(lines(menu).slice(3, -5)).toEqual([
      'Start PRJ-3 Task 3, renamed',
      'Start another:',
      '  PRJ-9 Not mine any more',
      '  PRJ-1 Task 1',
      '  PRJ-2 Task 2',
    ]);
    expect(choices(menu).find(({ label }) => label.startsWith('PRJ-9'))?.action).toEqual({ do: 'start', taskId: 't9' });
  });

  test('while a timer runs: stop, discard, and switch to any other', () => {
    const { menu } = tray({ running: ref(2), recent: [ref(2), ref(3)], tasks: [task(1), task(2)] });
    expect(lines(menu)).toEqual([
      'Open Punchcard',
      'New task…',
      '-',
      'Stop PRJ-2 Task 2',
      'Discard PRJ-2',
      'Switch to:',
      '  PRJ-3 Task 3',
      '  PRJ-1 Task 1',
      '-',
      'Open as a window',
      'Settings…',
      '-',
      'Quit Punchcard',
    ]);
    expect(choices(menu).map(({ action }) => action)).toEqual([
      { do: 'open' },
      { do: 'new-task' },
      { do: 'stop' },
      { do: 'discard' },
      { do: 'start', taskId: 't3' },
      { do: 'start', taskId: 't1' },
      { do: 'open-as-window', on: true },
      { do: 'settings' },
      { do: 'quit' },
    ]);
  });

  test('as an ordinary window: it offers the popover again', () => {
    expect(choices(tray({ isWindow: true }).menu)).toContainEqual({
      label: 'Open at the tray icon',
      action: { do: 'open-as-window', on: false },
    });
  });

  test('while a timer runs without other tasks: no empty submenu', () => {
    expect(lines(tray({ running: ref(1), tasks: [task(1)] }).menu)).not.toContain('Switch to:');
  });

  test('while signed out: the timer works, and signing in again is offered', () => {
    const { menu } = tray({ account: signedOut, running: ref(1) });
    expect(lines(menu)).toEqual(expect.arrayContaining(['Stop PRJ-1 Task 1', 'Sign in again…']));
    expect(choices(menu)).toContainEqual({ label: 'Sign in again…', action: { do: 'sign-in' } });
    expect(lines(tray().menu)).not.toContain('Sign in again…');
    expect(lines(tray({ account: closed }).menu)).not.toContain('Sign in again…');
  });

  test('names an untitled task by the message for that', () => {
    const untitled = ref(7, { title: '' });
    expect(tray({ running: untitled }).tooltip).toContain('PRJ-7 (no title)');
    expect(lines(tray({ recent: [untitled, ref(8)] }).menu).join()).toContain('PRJ-7 (no title)');
  });

  test('offers at most eight tasks', () => {
    const tasks = Array.from({ length: 100 }, (_, index) => task(index));
    const starts = ({ menu }: { menu: TrayMenuItem[] }) =>
      choices(menu).filter(({ action }) => (action as { do: string }).do === 'start');
    expect(starts(tray({ tasks }))).toHaveLength(8);
    expect(starts(tray({ tasks, running: ref(0) }))).toHaveLength(8);
  });

  test('has labels of at most 60 characters, none of them cut in half', () => {
    const title = `${'x'.repeat(52)}🎉🎉`;
    const { menu } = tray({
      running: ref(1, { title }),
      tasks: [task(2, { title }), task(3, { title: '🎉'.repeat(99) })],
    });
    for (const { label } of choices(menu)) {
      expect(label.length).toBeLessThanOrEqual(60);
      expect(label.isWellFormed()).toBe(true);
    }
    expect(choices(menu)[2]?.label).toMatch(/^Stop PRJ-1 x+…$/);
    expect(choices(menu).find(({ label }) => label.startsWith('PRJ-2'))?.label).toBe(`PRJ-2 ${'x'.repeat(52)}…`);
  });

  test('does not change without a change of the state', () => {
    const state = { running: ref(1), tasks: [task(2, { dueDate: LATE })] };
    expect(tray(state, new Date(NOW.getTime() + 86_400_000)).menu).toEqual(tray(state).menu);
  });
});

describe('reminders', () => {
  const pause = (length: string) => ({ do: 'pause', length });

  test('can be paused for an hour or until tomorrow morning, and resumed', () => {
    const actions = (pausedUntil?: string | null) =>
      choices(tray({ ...(pausedUntil !== undefined && { pausedUntil }) }).menu).map(({ action }) => action);
    expect(actions(null)).toEqual(expect.arrayContaining([pause('1-hour'), pause('tomorrow')]));
    expect(actions(null)).not.toContainEqual({ do: 'resume' });
    expect(actions('2026-11-18T14:00:00.000Z')).toContainEqual({ do: 'resume' });
    expect(actions('2026-11-18T14:00:00.000Z')).not.toContainEqual(pause('1-hour'));
    expect(JSON.stringify(actions())).not.toMatch(/pause|resume/);
  });

  test('the tooltip shows the end of the pause', () => {
    expect(tray({ pausedUntil: '2026-11-18T14:00:00.000Z' }).tooltip).toBe(
      `Reminders paused until ${clock('2026-11-18T14:00:00.000Z')}`,
    );
    expect(tray({ pausedUntil: '2026-11-19T08:00:00.000Z' }).tooltip).toContain('until tomorrow, ');
  });

  test('the badge counts overdue tasks, none without an account', () => {
    const tasks = [task(1, { dueDate: LATE }), task(2), task(3, { dueDate: '2026-11-18T12:59:00.000Z' })];
    expect(tray({ tasks }).badge).toBe(2);
    expect(tray({ tasks, account: null }).badge).toBe(0);
  });
});
