/** Opens a tab of the settings, as a person does. */
import { screen } from '@testing-library/react';
import type { Settings, State } from '../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts';
import type { FakeBridge } from './bridge.ts';
import { openWindow, type Window } from './render.tsx';

export async function openSettings(
  tab: 'General' | 'Account' | 'Timer' | 'Reminders' | 'About',
  state: Partial<State> = {},
  prepare?: (bridge: FakeBridge) => void,
): Promise<Window> {
  const window = await openWindow(state, prepare);
  await window.user.click(screen.getByRole('button', { name: 'Settings' }));
  await window.user.click(await screen.findByRole('tab', { name: tab }));
  return window;
}

export const settingsOf = (changes: Partial<Settings>): Settings => ({ ...DEFAULT_SETTINGS, ...changes });
