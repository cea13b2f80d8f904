/** The list of all keys. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMANDS, type Command } from '../../../renderer/app/commands.ts';
import { openWindow } from '../render.tsx';
import { aState } from '../state.ts';

const keysOf = (does: string) => screen.getByText(does).nextElementSibling?.textContent;

test('? lists the keys of every place, and Escape leads back', async () => {
  const { user, bridge } = await openWindow();
  await user.keyboard('?');
  expect(await screen.findByRole('heading', { name: 'Keys' })).toBeVisible();
  for (const name of ['Anywhere', 'My tasks', 'Board', 'The day', 'Week', 'Command palette'])
    expect(screen.getByRole('heading', { name })).toBeVisible();
  expect(keysOf('Move the entry')).toBe('Alt↑Alt↓');
  expect(keysOf('Print')).toBe('CtrlP');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('tab', { name: /^My tasks/ })).toBeVisible();
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test('it has the keys of all commands', async () => {
  const { user } = await openWindow();
  await user.keyboard('?');
  const region = within(await screen.findByRole('region', { name: 'Keys' }));
  const shown = region.getAllByRole('definition').map(({ textContent }) => textContent);
  for (const { keys } of Object.values<Command>(COMMANDS))
    if (keys !== undefined) expect(shown).toContain(keys.replace('CommandOrControl', 'Ctrl').replaceAll('+', ''));
});

test('it opens from the day as well, but not while one types', async () => {
  const { user, show } = await openWindow({ app: { ...aState().app, platform: 'darwin' } });
  await user.type(screen.getByRole('combobox'), '?');
  expect(screen.queryByRole('heading', { name: 'Keys' })).toBeNull();
  await user.keyboard('{Escape}');
  await show('time');
  await user.click(await screen.findByRole('radio', { name: 'Day' }));
  await user.keyboard('?');
  expect(await screen.findByRole('heading', { name: 'Keys' })).toBeVisible();
  expect(keysOf('Stop the timer')).toBe('⌘.');
});
