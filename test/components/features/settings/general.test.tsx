/** General settings: appearance, polling, quick add with its shortcut, window and startup. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ShortcutView } from '../../../../shared/contract/system-view.ts';
import { openSettings, settingsOf } from '../../settings.ts';
import { aState } from '../../state.ts';

const choose = (group: string, option: string) =>
  within(screen.getByRole('group', { name: group })).getByRole('radio', { name: option });
const shortcutOf = (changes: Partial<ShortcutView> = {}): ShortcutView => ({
  ...aState().shortcut,
  accelerator: 'Control+Alt+Space',
  state: 'set',
  ...changes,
});
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

describe('the global shortcut', () => {
  test('is recorded; a letter needs Ctrl or Alt; while recording the old one is inactive', async () => {
    const { bridge, user } = await openSettings('General', { shortcut: shortcutOf() }, (fake) =>
      fake.answer('shortcut.set', true),
    );
    expect(['Ctrl', 'Alt', 'Space'].map((key) => screen.getByText(key, { selector: 'kbd' }).textContent)).toHaveLength(
      3,
    );
    await user.click(screen.getByRole('button', { name: 'Change…' }));
    expect(screen.getByRole('button', { name: 'Press the keys' })).toHaveFocus();
    expect(screen.getByText(/^Hold Ctrl or Alt with another key/)).toBeVisible();
    await user.keyboard('k');
    expect(screen.getByText('Letters need Ctrl or Alt as well.')).toBeVisible();
    expect(bridge.payloads('shortcut.set')).toEqual([]);
    await user.keyboard('{Control>}{Alt>}k{/Alt}{/Control}');
    expect(bridge.payloads('shortcut.set')).toEqual([{ accelerator: 'Control+Alt+K' }]);
    expect(screen.getByRole('button', { name: 'Change…' })).toBeVisible();
    expect(bridge.payloads('shortcut.record').at(0)).toEqual({ on: true });
    expect(bridge.payloads('shortcut.record').at(-1)).toEqual({ on: false });
  });

  test('stays as it is after Escape, or when the recorder loses the focus', async () => {
    const { bridge, user } = await openSettings('General', { shortcut: shortcutOf() });
    await user.click(screen.getByRole('button', { name: 'Change…' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('tab', { name: 'General' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change…' }));
    await user.click(screen.getByRole('tab', { name: 'General' }));
    expect(screen.getByRole('button', { name: 'Change…' })).toBeVisible();
    expect(bridge.payloads('shortcut.record').at(-1)).toEqual({ on: false });
    expect(bridge.payloads('shortcut.set')).toEqual([]);
  });

  test('that is taken is refused with its keys, and nothing changes', async () => {
    const { user } = await openSettings('General', { shortcut: shortcutOf() }, (fake) =>
      fake.answer('shortcut.set', false),
    );
    await user.click(screen.getByRole('button', { name: 'Change…' }));
    await user.keyboard('{Control>}{Alt>}k{/Alt}{/Control}');
    expect(
      screen.getByText('Ctrl Alt K is taken by another program or by the desktop. Nothing was changed.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change…' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByText(/is taken by/)).not.toBeInTheDocument();
  });

  test('can be removed, and recorded when there is none', async () => {
    const { bridge, user, publish } = await openSettings('General', { shortcut: shortcutOf() });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(bridge.payloads('shortcut.set')).toEqual([{ accelerator: null }]);
    publish({ shortcut: shortcutOf({ accelerator: null, state: 'none' }) });
    expect(screen.getByText('None')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Record…' }));
    expect(screen.getByRole('button', { name: 'Press the keys' })).toHaveFocus();
  });

  test.each<[string, Partial<ShortcutView>, boolean]>([
    ['It works.', { isProven: true }, false],
    ['Press it once, in any program, to be sure that it works.', {}, false],
    ['Press it once, in any program, to be sure that it works.', { isWayland: true }, false],
    ['Waiting for the desktop to confirm. It may be asking you.', { state: 'asking' }, false],
    ['Already used by another program.', { state: 'refused' }, false],
    ['Already used by another program. Give a key to “punchcard add” in Settings.', { state: 'refused' }, true],
    [
      'The desktop did not assign these keys. Choose others, or give a key to “punchcard add” in its keyboard settings.',
      { state: 'refused', isWayland: true },
      false,
    ],
    [
      'This desktop does not let apps set shortcuts. Give a key to “punchcard add” in its keyboard settings.',
      { state: 'unavailable' },
      false,
    ],
  ])('says: %s', async (text, changes, isGnome) => {
    await openSettings('General', { shortcut: shortcutOf(changes), app: app({ isGnome }) });
    expect(screen.getByText(text)).toBeVisible();
  });

  test('shows the keys in the desktop’s words', async () => {
    await openSettings('General', { shortcut: shortcutOf({ trigger: 'Meta+N' }) });
    expect(screen.getByText('Meta+N', { selector: 'kbd' })).toBeVisible();
    expect(screen.queryByText('Ctrl', { selector: 'kbd' })).not.toBeInTheDocument();
  });
});
