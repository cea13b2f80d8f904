/** General settings: appearance, polling, shortcuts, quick add, window and startup. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { State } from '../../../../shared/contract/index.ts';
import type { ShortcutView } from '../../../../shared/contract/shortcuts.ts';
import { SHORTCUTS, type ShortcutName } from '../../../../shared/settings/shortcuts.ts';
import { moveClock, setClock } from '../../clock.ts';
import { openSettings, settingsOf } from '../../settings.ts';
import { aState } from '../../state.ts';

const choose = (group: string, option: string) =>
  within(screen.getByRole('group', { name: group })).getByRole('radio', { name: option });
const shortcutOf = (changes: Partial<ShortcutView> = {}): ShortcutView => ({
  accelerator: 'Control+Alt+Space',
  state: 'set',
  trigger: null,
  pressedAt: null,
  ...changes,
});
/** One of the list is set. */
const shortcutsOf = (
  name: ShortcutName,
  changes: Partial<ShortcutView>,
  others: Partial<State['shortcuts']> = {},
): State['shortcuts'] => {
  const shortcuts = aState().shortcuts;
  return { ...shortcuts, list: { ...shortcuts.list, [name]: shortcutOf(changes) }, ...others };
};
const app = (changes: Partial<ReturnType<typeof aState>['app']>) => ({ ...aState().app, ...changes });

test('each choice shows the present value and is saved at once', async () => {
  const { bridge, user } = await openSettings('General', { settings: settingsOf({ theme: 'dark' }) });
  expect(choose('Light or dark', 'Dark')).toBeChecked();
  await user.click(choose('Light or dark', 'Light'));
  await user.click(choose('Language', 'Deutsch'));
  await user.click(choose('Zoom', '125%'));
  await user.click(choose('Tray icon', 'Dark panel'));
  await user.click(choose('Check for changes every', '15 min'));
  await user.click(choose('Keep quick add in memory', 'Always'));
  expect(bridge.payloads('settings.change')).toEqual([
    { theme: 'light' },
    { language: 'de' },
    { zoom: 125 },
    { trayIcon: 'dark' },
    { pollSeconds: 900 },
    { quickAddReady: 'always' },
  ]);
});

test('the theme is set on the page, and left to the system', async () => {
  const { publish } = await openSettings('General', { settings: settingsOf({ theme: 'dark' }) });
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  publish({ settings: settingsOf({ theme: 'system' }) });
  expect(document.documentElement).not.toHaveAttribute('data-theme');
});

test('each switch turns its setting around', async () => {
  const { bridge, user } = await openSettings('General', {
    settings: settingsOf({ pinned: true }),
    system: { ...aState().system, autostart: false, links: true },
  });
  const names = [
    'Assign new tasks to me',
    'Notify me when a task is created',
    'Open as a window',
    'Keep open',
    'Keep above other windows',
    'Start when I log in',
    'Open punchcard:// links',
  ];
  for (const name of names) await user.click(screen.getByRole('switch', { name }));
  expect(bridge.payloads('settings.change')).toEqual([
    { assignToMe: true },
    { tellCreated: false },
    { openAsWindow: true },
    { pinned: false },
    { pinnedOnTop: true },
  ]);
  expect(bridge.payloads('system.set-autostart')).toEqual([{ on: true }]);
  expect(bridge.payloads('system.set-links')).toEqual([{ on: false }]);
});

test('what the system does not offer is not shown', async () => {
  await openSettings('General', {
    app: app({ platform: 'darwin', window: 'ordinary', hasTray: false }),
    system: { ...aState().system, autostart: null, links: null },
  });
  expect(screen.getByText('⌘ + and ⌘ − in any window, ⌘ 0 to reset')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Tray icon' })).not.toBeInTheDocument();
  for (const heading of ['Window', 'Startup'])
    expect(screen.queryByRole('heading', { name: heading })).not.toBeInTheDocument();
});

test('an ordinary window beside a tray can become a popover again; it cannot be kept open', async () => {
  const { bridge, user } = await openSettings('General', {
    app: app({ window: 'ordinary' }),
    settings: settingsOf({ openAsWindow: true }),
  });
  expect(screen.queryByRole('switch', { name: 'Keep open' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'Open as a window' }));
  expect(bridge.payloads('settings.change')).toEqual([{ openAsWindow: false }]);
});

test('under Wayland the window system can be chosen', async () => {
  const { bridge, user } = await openSettings('General', {
    app: app({ window: 'ordinary', hasTray: false, windowSystem: 'automatic' }),
  });
  expect(screen.queryByRole('switch', { name: 'Open as a window' })).not.toBeInTheDocument();
  expect(screen.queryByRole('switch', { name: 'Keep open' })).not.toBeInTheDocument();
  await user.click(choose('Draw windows with', 'XWayland'));
  expect(bridge.payloads('system.set-window-system')).toEqual([{ choice: 'x11' }]);
});

test('on macOS, the way to the window without an icon in the menu bar is said instead of the icon’s colour', async () => {
  await openSettings('General', { app: app({ platform: 'darwin' }) });
  expect(screen.getByText(/^No icon in the menu bar\?.*Opening Punchcard again shows its window\.$/)).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Tray icon' })).not.toBeInTheDocument();
});

describe('the shortcuts in any program', () => {
  const status = (text: string | RegExp) => screen.getByText(text);

  test('are one list: new task, start or stop, switch, show or hide', async () => {
    await openSettings('General', { shortcuts: shortcutsOf('quick-add', {}) });
    for (const name of [
      'New task: Ctrl Alt Space',
      'Start or stop the timer: Record…',
      'Switch task: Record…',
      'Show or hide Punchcard: Record…',
    ])
      expect(screen.getByRole('button', { name })).toBeVisible();
  });

  test('are recorded one by one; a letter needs Ctrl or Alt; while recording the old ones are inactive', async () => {
    const { bridge, user } = await openSettings('General', { shortcuts: shortcutsOf('quick-add', {}) }, (fake) =>
      fake.answer('shortcut.set', true),
    );
    await user.click(screen.getByRole('button', { name: 'Switch task: Record…' }));
    expect(screen.getByRole('button', { name: 'Press the keys' })).toHaveFocus();
    expect(screen.getByText(/^Hold Ctrl or Alt with another key/)).toBeVisible();
    await user.keyboard('k');
    expect(screen.getByText('Letters need Ctrl or Alt as well.')).toBeVisible();
    expect(bridge.payloads('shortcut.set')).toEqual([]);
    await user.keyboard('{Control>}{Alt>}k{/Alt}{/Control}');
    expect(bridge.payloads('shortcut.set')).toEqual([{ name: 'switch', accelerator: 'Control+Alt+K' }]);
    expect(screen.getByRole('button', { name: 'Switch task: Record…' })).toHaveFocus();
    expect(bridge.payloads('shortcut.record').at(0)).toEqual({ on: true });
    expect(bridge.payloads('shortcut.record').at(-1)).toEqual({ on: false });
  });

  test('stay as they are after Escape, or when the recorder loses the focus', async () => {
    const { bridge, user } = await openSettings('General', { shortcuts: shortcutsOf('quick-add', {}) });
    const keys = () => screen.getByRole('button', { name: 'New task: Ctrl Alt Space' });
    await user.click(keys());
    await user.keyboard('{Escape}');
    expect(keys()).toHaveFocus();
    await user.click(keys());
    await user.click(screen.getByRole('tab', { name: 'General' }));
    expect(keys()).toBeVisible();
    expect(screen.getByRole('tab', { name: 'General' })).toHaveFocus();
    expect(bridge.payloads('shortcut.record').at(-1)).toEqual({ on: false });
    expect(bridge.payloads('shortcut.set')).toEqual([]);
  });

  test('that are taken are refused with their keys and the command to use instead, and nothing changes', async () => {
    const { bridge, user } = await openSettings('General', { shortcuts: shortcutsOf('toggle', {}) }, (fake) =>
      fake.answer('shortcut.set', false),
    );
    const keys = screen.getByRole('button', { name: 'Start or stop the timer: Ctrl Alt Space' });
    await user.click(keys);
    await user.keyboard('{Control>}{Alt>}k{/Alt}{/Control}');
    expect(status('Ctrl Alt K is taken by another program or by the desktop. Nothing was changed.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy punchcard toggle' }));
    expect(bridge.payloads('shortcut.copy-line')).toEqual([{ name: 'toggle' }]);
    await user.click(screen.getByRole('button', { name: 'Start or stop the timer: Ctrl Alt Space' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByText(/is taken by/)).not.toBeInTheDocument();
  });

  test('cannot have the same keys twice', async () => {
    const { bridge, user } = await openSettings('General', { shortcuts: shortcutsOf('quick-add', {}) });
    await user.click(screen.getByRole('button', { name: 'Switch task: Record…' }));
    await user.keyboard('{Control>}{Alt>} {/Alt}{/Control}');
    expect(status('Ctrl Alt Space is already the shortcut of “New task”. Nothing was changed.')).toBeVisible();
    expect(bridge.payloads('shortcut.set')).toEqual([]);
  });

  test('can be removed', async () => {
    const { bridge, user, publish } = await openSettings('General', { shortcuts: shortcutsOf('quick-add', {}) });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(bridge.payloads('shortcut.set')).toEqual([{ name: 'quick-add', accelerator: null }]);
    publish({ shortcuts: aState().shortcuts });
    expect(screen.getByRole('button', { name: 'New task: Record…' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  });

  test('are tested by a press that does nothing else: it arrives', async () => {
    setClock(Date.now());
    const { bridge, user, publish } = await openSettings('General', { shortcuts: shortcutsOf('open', {}) });
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(screen.getByText('Press Ctrl Alt Space now')).toBeVisible();
    expect(screen.getByText('10 s')).toBeVisible();
    expect(bridge.payloads('shortcut.test').at(-1)).toEqual({ name: 'open' });
    publish({ shortcuts: shortcutsOf('open', { pressedAt: new Date().toISOString() }) });
    expect(status(/^Works: last pressed today \d/)).toBeVisible();
    expect(bridge.payloads('shortcut.test').at(-1)).toEqual({ name: null });
    expect(screen.getByRole('button', { name: 'Show or hide Punchcard: Ctrl Alt Space' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Test' })).not.toBeInTheDocument();
  });

  test('that do not arrive within ten seconds are said to be lost, with the command to use instead', async () => {
    const at = Date.now();
    setClock(at);
    const { user } = await openSettings('General', { shortcuts: shortcutsOf('switch', {}) });
    await user.click(screen.getByRole('button', { name: 'Test' }));
    moveClock(at + 10_000);
    expect(status('Nothing arrived. Another program may have these keys.')).toBeVisible();
    expect(screen.getByText('punchcard switch')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Other keys…' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Test' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByText(/^Nothing arrived/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Switch task: Ctrl Alt Space' })).toHaveFocus();
  });

  test.each<[string | RegExp, Partial<ShortcutView>, 'wayland' | null, button: string]>([
    [/^Works: last pressed \d+ Nov \d+:\d\d/, { pressedAt: '2026-11-03T14:32:00.000Z' }, null, 'Test'],
    ['Accepted, not yet seen to work.', {}, 'wayland', 'Test'],
    [
      'Accepted, but the desktop named no keys: assign them in its settings.',
      { trigger: '' },
      'wayland',
      'Desktop settings…',
    ],
    ['Waiting for the desktop to confirm. It may be asking you.', { state: 'asking' }, 'wayland', 'Ask again'],
    ['Already used by another program.', { state: 'taken' }, null, 'Other keys…'],
    ['The desktop did not assign these keys.', { state: 'taken' }, 'wayland', 'Desktop settings…'],
    ['The desktop said no.', { state: 'denied' }, 'wayland', 'Ask again'],
  ])('say: %s', async (text, changes, windowSystem, button) => {
    const portal = windowSystem && { version: 2, backend: 'gnome' };
    await openSettings('General', {
      shortcuts: shortcutsOf('toggle', changes, { portal }),
      app: app({ windowSystem }),
    });
    expect(status(text)).toBeVisible();
    expect(screen.getByRole('button', { name: button })).toBeVisible();
  });

  test('ask the desktop again, and open its settings where its portal can', async () => {
    const portal = { version: 2, backend: 'gnome' };
    const { bridge, user, publish } = await openSettings(
      'General',
      { shortcuts: shortcutsOf('toggle', { state: 'denied' }, { portal }), app: app({ windowSystem: 'wayland' }) },
      (fake) => fake.answer('shortcut.set', true),
    );
    expect(screen.getByText('Wayland, through the desktop’s portal, version 2 (gnome)')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(bridge.payloads('shortcut.set')).toEqual([{ name: 'toggle', accelerator: 'Control+Alt+Space' }]);
    publish({ shortcuts: shortcutsOf('toggle', { state: 'taken' }, { portal }) });
    await user.click(screen.getByRole('button', { name: 'Desktop settings…' }));
    expect(bridge.payloads('shortcut.configure')).toEqual([{}]);
    publish({ shortcuts: shortcutsOf('toggle', { state: 'taken' }, { portal: { version: 1, backend: 'kde' } }) });
    expect(screen.queryByRole('button', { name: 'Desktop settings…' })).not.toBeInTheDocument();
  });

  test('show the held keys while they are chosen', async () => {
    const { user } = await openSettings('General', { shortcuts: shortcutsOf('quick-add', {}) });
    await user.click(screen.getByRole('button', { name: 'Switch task: Record…' }));
    await user.keyboard('{Control>}{Shift>}');
    expect(screen.getByRole('button', { name: 'Press the keys' })).toHaveTextContent('Press the keysCtrlShift…');
    await user.keyboard('{/Shift}');
    expect(screen.getByRole('button', { name: 'Press the keys' })).toHaveTextContent('Press the keysCtrl…');
  });

  test.each([
    ['gnome', /^This desktop gives programs no keys\. In Settings, Keyboard/],
    ['sway', /Add to ~\/\.config\/sway\/config:$/],
  ] as const)('on %s without any, are lines for its own settings', async (desktop, text) => {
    const none = { accelerator: null, state: 'unavailable' } as const;
    const list = Object.fromEntries(SHORTCUTS.map((name) => [name, shortcutOf(none)]));
    const shortcuts = { ...aState().shortcuts, list: list as State['shortcuts']['list'], desktop };
    const { bridge, user } = await openSettings('General', { shortcuts });
    expect(screen.getByText(text)).toBeVisible();
    for (const command of ['add', 'toggle', 'switch', 'open'])
      expect(screen.getByText(`punchcard ${command}`)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Record…/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copy punchcard open' }));
    expect(bridge.payloads('shortcut.copy-line')).toEqual([{ name: 'open' }]);
  });

  test('are shown in the desktop’s words', async () => {
    await openSettings('General', { shortcuts: shortcutsOf('quick-add', { trigger: 'Meta+N' }) });
    expect(screen.getByRole('button', { name: 'New task: Meta+N' })).toBeVisible();
  });
});
