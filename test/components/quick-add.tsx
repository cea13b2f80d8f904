/** Renders the quick-add window as its main.tsx does, on a fake bridge. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, vi } from 'vitest';
import type { QuickAddDirectory, QuickAddMessage } from '../../shared/contract/index.ts';
import type { QuickAddOpening } from '../../shared/contract/quick-add-window.ts';
import { directory } from '../shared/quick-add/directory.ts';
import { eventually } from '../until.ts';
import { type FakeBridge, installBridge } from './bridge.ts';
import { aState } from './state.ts';

/** The moment of the fixture's directory, which the tests set as the current time. */
export const NOW = directory().now;

/** What main answers: the names of the fixture. */
export function names(changes: Partial<QuickAddDirectory> = {}): QuickAddDirectory {
  const { now: _, ...rest } = directory();
  return { ...rest, lastProjectId: 'p-fin', ...changes };
}

export interface QuickAddWindow {
  bridge: FakeBridge;
  user: ReturnType<typeof userEvent.setup>;
  /** Sends a message, as main does. */
  send(message: QuickAddMessage): Promise<void>;
  /** Shows the window, as the shortcut does. */
  show(opening?: QuickAddOpening): Promise<void>;
  /** Waits until the window has been left this many times. */
  left(times?: number): Promise<void>;
}

/** The page of a hidden window. Each has modules of its own, because drafts outlive a showing; they keep to their bridge. */
export async function loadQuickAdd(
  directory: QuickAddDirectory | null = names(),
  prepare: (bridge: FakeBridge) => void = () => {},
): Promise<QuickAddWindow> {
  vi.resetModules();
  const bridge = installBridge(aState());
  bridge.answer('quick-add.directory', directory);
  prepare(bridge);
  const { QuickAddPage } = await import('../../renderer/features/quick-add/quick-add.tsx');
  const { subscribeToMain, useQuickAdd } = await import('../../renderer/features/quick-add/state.ts');
  subscribeToMain();
  render(
    <StrictMode>
      <QuickAddPage />
    </StrictMode>,
  );
  await act(() =>
    eventually(() => {
      const { parser, dates } = useQuickAdd.getState();
      expect(parser !== null && (directory === null || dates !== null)).toBe(true);
    }),
  );
  const send = (message: QuickAddMessage) => act(async () => bridge.sendQuickAdd(message));
  let turn = 0;
  return {
    bridge,
    user: userEvent.setup(),
    send,
    show: (opening = {}) => {
      turn += 1;
      return send({ do: 'show', turn, ...opening });
    },
    left: (times = 1) =>
      act(() => eventually(() => expect(bridge.payloads('quick-add.left').length).toBeGreaterThanOrEqual(times))),
  };
}

/** Opens quick add with an empty line. */
export async function openQuickAdd(...args: Parameters<typeof loadQuickAdd>): Promise<QuickAddWindow> {
  const window = await loadQuickAdd(...args);
  await window.show();
  return window;
}

export const line = (): HTMLElement => screen.getByRole('combobox', { name: 'New task' });

/** The parsed values, as texts. */
export const chips = (): string[] =>
  [...(screen.queryByRole('list', { name: 'Understood' })?.children ?? [])].map((chip) => chip.textContent ?? '');

/** The names of the suggestions. */
export const suggestions = (): string[] =>
  screen.queryAllByRole('option').map((option) => option.querySelector('bdi')?.textContent ?? '');
