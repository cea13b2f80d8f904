/** Renders the main window as renderer/main.tsx does, on a fake bridge. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { App } from '../../renderer/app/app.tsx';
import { subscribeToMain } from '../../renderer/state/connect.ts';
import { keepUnsavedText } from '../../renderer/state/unsaved-text.ts';
import { watchInput } from '../../renderer/ui/input-modality.ts';
import type { NavigationTarget, State } from '../../shared/contract/index.ts';
import { type FakeBridge, installBridge } from './bridge.ts';
import { lazyPartsLoaded } from './lazy-parts.ts';
import { aState } from './state.ts';

watchInput();
keepUnsavedText();

export interface Window {
  bridge: FakeBridge;
  user: ReturnType<typeof userEvent.setup>;
  /** Publishes changed slices, and renders them. */
  publish(changed: Partial<State>): void;
  /** Navigates, as main does from the tray. */
  show(view: NavigationTarget): Promise<void>;
}

/**
 * Opens the main window with this state; it is complete then.
 * @param prepare sets answers before the window asks for anything
 */
export async function openWindow(
  state: Partial<State> = {},
  prepare: (bridge: FakeBridge) => void = () => {},
): Promise<Window> {
  const bridge = installBridge(aState(state));
  prepare(bridge);
  subscribeToMain();
  const page = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  const { rerender } = render(page);
  await screen.findByRole('main');
  await act(lazyPartsLoaded);
  // React would let those wait that arrived before.
  rerender(page);
  return {
    bridge,
    user: userEvent.setup(),
    publish: (changed) => act(() => bridge.publish(changed)),
    show: async (view) => act(async () => bridge.show(view)),
  };
}
