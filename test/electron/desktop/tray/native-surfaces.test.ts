/**
 * The surfaces of Windows and macOS against Electron's documented interface: which calls, in which order, with which arguments. What the
 * systems do with them is on the list in docs/windows-and-macos.md.
 */
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { actionOfStart, jumpList } from '../../../../electron/desktop/tray/jump-list.ts';
import { createNativeSurfaces } from '../../../../electron/desktop/tray/native-surfaces.ts';
import type { TrayHolder } from '../../../../electron/desktop/tray/tray.ts';
import type { TrayAction, TrayModel } from '../../../../electron/desktop/tray/tray-model.ts';

const electron = vi.hoisted(() => {
  const calls: unknown[][] = [];
  const record =
    (name: string, answer?: unknown) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
      return typeof answer === 'function' ? answer(...args) : answer;
    };
  const answers = { removedItems: [] as { args: string }[], jumpList: ['ok'] };
  const windows: unknown[] = [];
  return { calls, record, answers, windows };
});
vi.mock('electron', () => {
  const { record, answers, windows } = electron;
  return {
    app: {
      on: record('app.on'),
      off: record('app.off'),
      getJumpListSettings: record('app.getJumpListSettings', () => ({
        minItems: 2,
        removedItems: answers.removedItems,
      })),
      setJumpList: record('app.setJumpList', () => answers.jumpList.shift() ?? 'ok'),
      dock: { setMenu: record('dock.setMenu') },
    },
    BrowserWindow: { getAllWindows: () => windows },
    Menu: { buildFromTemplate: (template: unknown) => template },
    nativeImage: { createFromPath: (path: string) => path },
    nativeTheme: {},
    screen: {},
    Tray: class {},
  };
});

const START = '2026-11-18T13:00:00.000Z';
const NOW = Date.parse(START) + 42 * 60_000 + 15_000;
const taskOf = (number: number) => ({
  taskId: `t${number}`,
  identifier: `PRJ-${number}`,
  title: `Task ${number}`,
  projectId: 'p',
  projectName: 'Project',
});
const IDLE: TrayModel = {
  icon: 'idle',
  tooltip: 'Punchcard',
  menu: [{ label: 'Open', action: { do: 'open' } }, 'separator', { label: 'Quit', action: { do: 'quit' } }],
  badge: 0,
  running: null,
  starts: [taskOf(2), taskOf(3), taskOf(4), taskOf(5)],
};
const RUNNING: TrayModel = {
  ...IDLE,
  icon: 'running',
  tooltip: 'PRJ-1 Task 1\nsince 14:00',
  running: { task: taskOf(1), startTime: START },
};

function onPlatform(platform: NodeJS.Platform): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', own));
}

/** Calls of one name, or all of them. */
const called = (name?: string) => electron.calls.filter(([one]) => name === undefined || one === name);
const done: TrayAction[] = [];

function create() {
  const surfaces = createNativeSurfaces({
    holder: { tray: { isDestroyed: () => false, setTitle: electron.record('tray.setTitle') } } as unknown as TrayHolder,
    icons: '/icons',
    command: ['C:\\Punchcard.exe'],
    now: () => NOW + (vi.isFakeTimers() ? Date.now() : 0),
    onAction: (action) => done.push(action),
  });
  onTestFinished(surfaces.stop);
  return surfaces;
}

beforeEach(() => {
  electron.calls.length = 0;
  electron.windows.length = 0;
  electron.answers.removedItems = [];
  electron.answers.jumpList = ['ok'];
  done.length = 0;
});

describe('Windows', () => {
  beforeEach(() => onPlatform('win32'));
  const windowOf = () => {
    const listeners: Record<string, () => void> = {};
    const window = {
      on: (event: string, listener: () => void) => {
        listeners[event] = listener;
      },
      setOverlayIcon: electron.record('window.setOverlayIcon'),
    };
    return { window: window as unknown as BrowserWindow, show: () => listeners.show?.() };
  };

  test('follow the model: overlay of each window, then the jump list; nothing again while it is the same', () => {
    electron.windows.push(windowOf().window);
    const surfaces = create();
    surfaces.draw(RUNNING);
    expect(called().map(([name]) => name)).toEqual([
      'app.on',
      'window.setOverlayIcon',
      'app.getJumpListSettings',
      'app.setJumpList',
    ]);
    expect(called('window.setOverlayIcon')[0]?.slice(1)).toEqual([
      expect.stringMatching(/[\\/]running-dark\.ico$/),
      'PRJ-1 Task 1, since 14:00',
    ]);
    surfaces.draw({ ...RUNNING });
    expect(called()).toHaveLength(4);
    surfaces.draw(IDLE);
    expect(called('window.setOverlayIcon')[1]?.slice(1)).toEqual([null, '']);
    expect(called('app.setJumpList')).toHaveLength(2);
  });

  test('give a window its overlay when it is shown, because it has no button before', () => {
    const surfaces = create();
    surfaces.draw(RUNNING);
    const { window, show } = windowOf();
    const [, event, onCreated] = called('app.on')[0] as [
      string,
      string,
      (event: unknown, window: BrowserWindow) => void,
    ];
    expect(event).toBe('browser-window-created');
    onCreated(null, window);
    expect(called('window.setOverlayIcon')).toEqual([]);
    show();
    expect(called('window.setOverlayIcon')).toHaveLength(1);
    surfaces.stop();
    expect(called('app.off')[0]).toEqual(['app.off', 'browser-window-created', onCreated]);
  });

  test('leave out recent tasks where Windows forbids them', () => {
    electron.answers.jumpList = ['customCategoryAccessDeniedError', 'ok'];
    create().draw(RUNNING);
    const lists = called('app.setJumpList').map(([, list]) => (list as { type: string }[]).map(({ type }) => type));
    expect(lists).toEqual([['tasks', 'custom'], ['tasks']]);
  });

  test('leave out what the person removed, which would make Windows refuse all of them', () => {
    electron.answers.removedItems = [{ args: '--start-task=t2' }];
    create().draw(RUNNING);
    const [, list] = called('app.setJumpList')[0] as [string, { items: { args: string }[] }[]];
    expect(list[1]?.items.map(({ args }) => args)).toEqual(['--start-task=t3', '--start-task=t4']);
  });
});

describe('the jump list', () => {
  const titles = (model: TrayModel, command = ['C:\\Punchcard.exe']) =>
    jumpList(model, command, new Set(), 5).map(({ items = [] }) => items.map(({ title, args }) => [title, args]));

  test('has a new task, start or stop, and Open; then recent tasks', () => {
    expect(titles(IDLE)).toEqual([
      [
        ['New task…', 'punchcard://add'],
        ['Start PRJ-2 Task 2', '--start-task=t2'],
        ['Open Punchcard', ''],
      ],
      [
        ['Start PRJ-3 Task 3', '--start-task=t3'],
        ['Start PRJ-4 Task 4', '--start-task=t4'],
        ['Start PRJ-5 Task 5', '--start-task=t5'],
      ],
    ]);
    expect(titles(RUNNING)[0]?.[1]).toEqual(['Stop PRJ-1 Task 1', '--stop-timer']);
  });

  test('has no tasks without an account, and none whose id would be several arguments', () => {
    expect(titles({ ...IDLE, starts: [] })).toHaveLength(1);
    expect(JSON.stringify(titles({ ...IDLE, starts: [{ ...taskOf(6), taskId: 't6 --hidden' }] }))).not.toContain('t6');
  });

  test('names the account of a task if several are open', () => {
    const ours = { ...IDLE, starts: [{ ...taskOf(2), accountId: 'acme' }] };
    expect(titles(ours)[0]?.[1]).toEqual(['Start PRJ-2 Task 2', '--start-task=t2@acme']);
  });

  test('starts a development copy with its folder', () => {
    expect(titles(RUNNING, ['electron.exe', 'C:\\my app'])[0]?.[1]?.[1]).toBe('"C:\\my app" --stop-timer');
  });

  test.each<[string[], TrayAction | null]>([
    [['Punchcard.exe', '--stop-timer'], { do: 'stop' }],
    [['Punchcard.exe', '--start-task=t2'], { do: 'start', taskId: 't2' }],
    [['Punchcard.exe', '--start-task=t2@acme'], { do: 'start', taskId: 't2', accountId: 'acme' }],
    [['Punchcard.exe', '--start-task='], null],
    [['Punchcard.exe'], null],
    [['Punchcard.exe', 'punchcard://add', '--start-task=t2'], null],
  ])('a start with %j asks for %j', (args, action) => {
    expect(actionOfStart(args)).toEqual(action);
  });
});

describe('macOS', () => {
  beforeEach(() => onPlatform('darwin'));

  test('has the running time in the menu bar, minute by minute, and none without a timer', () => {
    vi.useFakeTimers({ now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const surfaces = create();
    surfaces.draw(IDLE);
    expect(called('tray.setTitle')).toEqual([]);
    surfaces.draw(RUNNING);
    vi.advanceTimersByTime(44_000);
    expect(called('tray.setTitle')).toEqual([['tray.setTitle', '0:42', { fontType: 'monospacedDigit' }]]);
    vi.advanceTimersByTime(61_000);
    expect(called('tray.setTitle').map(([, title]) => title)).toEqual(['0:42', '0:43', '0:44']);
    surfaces.draw(IDLE);
    vi.advanceTimersByTime(600_000);
    expect(called('tray.setTitle').map(([, title]) => title)).toEqual(['0:42', '0:43', '0:44', '']);
  });

  test('has the tray’s menu in the dock, without Quit, set again only when it changes', () => {
    const surfaces = create();
    surfaces.draw(IDLE);
    surfaces.draw({ ...IDLE });
    const menus = called('dock.setMenu') as [string, { label?: string; click?: () => void }[]][];
    expect(menus).toHaveLength(1);
    expect(menus[0]?.[1].map(({ label }) => label)).toEqual(['Open']);
    menus[0]?.[1][0]?.click?.();
    expect(done).toEqual([{ do: 'open' }]);
  });
});

test('Linux has none of them', () => {
  onPlatform('linux');
  create().draw(RUNNING);
  expect(called()).toEqual([]);
});
