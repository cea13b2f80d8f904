/**
 * The global shortcut for quick add. A new one is registered when the person sets it; if the desktop refuses, the previous one stays.
 *
 * The default is Ctrl+Alt+Space: letters with Ctrl+Alt are AltGr characters on Windows (Polish ń is AltGr+N), letters with Ctrl+Shift
 * belong to browsers and editors, Ctrl+Space and Alt+Space to input methods, window menus and launchers, Ctrl+Alt+T to the terminal,
 * and Super to the desktop. On macOS Ctrl+Option is VoiceOver’s and ⌃⌥Space changes the keyboard layout, so it is ⇧⌘Space there. The
 * space bar is in the same place on every layout.
 */

import { globalShortcut } from 'electron';
import type { ShortcutView } from '../../../shared/contract/system-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { isWaylandSession } from '../windows/window-system-choice.ts';
import { APP_ID } from './app-id.ts';
import { createPortalShortcuts } from './portal-shortcuts.ts';

export interface ShortcutOptions {
  /** The person's choice; undefined if they never chose. */
  read: () => string | null | undefined;
  write: (accelerator: string | null) => void;
  onPress: () => void;
  onChange: () => void;
}

export interface Shortcut {
  view(): ShortcutView;
  /** Registers the chosen shortcut. If another program holds it now, it is shown as refused but stays stored. */
  start(): void;
  /** Suspends the shortcut while the person records a new one. */
  record(on: boolean): void;
  /** Registers a new shortcut. False if it is refused; the previous one is then active again. */
  set(requested: string | null): boolean | Promise<boolean>;
  stop(): void;
}

function defaultShortcut(platform: NodeJS.Platform): string {
  return platform === 'darwin' ? 'Command+Shift+Space' : 'Control+Alt+Space';
}

export function createShortcut(options: ShortcutOptions): Shortcut {
  const isWayland = process.platform === 'linux' && isWaylandSession(process.env);
  return isWayland ? createPortalShortcut(options) : createGrabbedShortcut(options);
}

/** X11, macOS, Windows: registering succeeds or fails at once without asking the person, so there is a default. */
function createGrabbedShortcut({ read, write, onPress, onChange }: ShortcutOptions): Shortcut {
  let accelerator: string | null = null;
  let state: 'none' | 'set' | 'refused' = 'none';
  let isProven = false;
  let isRecording = false;

  function pressed(): void {
    if (!isProven) {
      isProven = true;
      onChange();
    }
    onPress();
  }

  /** False if it cannot be registered; Electron throws for an unknown accelerator. */
  function take(requested: string): boolean {
    try {
      return globalShortcut.register(requested, pressed);
    } catch {
      return false;
    }
  }

  function release(): void {
    if (accelerator !== null && state === 'set') globalShortcut.unregister(accelerator);
  }

  function become(next: string | null, how: typeof state): void {
    accelerator = next;
    state = how;
    isProven = false;
    onChange();
  }

  return {
    view: () => ({ accelerator, state, trigger: null, isProven, isWayland: false }),
    start() {
      const chosen = read();
      const requested = chosen === undefined ? defaultShortcut(process.platform) : chosen;
      if (requested === null) become(null, 'none');
      else become(requested, take(requested) ? 'set' : 'refused');
    },
    record(on) {
      if (on === isRecording) return;
      isRecording = on;
      if (on) release();
      else if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'refused');
    },
    set(requested) {
      if (!isRecording) release();
      isRecording = false;
      if (requested === null) {
        write(null);
        become(null, 'none');
        return true;
      }
      if (take(requested)) {
        write(requested);
        become(requested, 'set');
        return true;
      }
      if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'refused');
      return false;
    },
    stop: () => globalShortcut.unregisterAll(),
  };
}

/** Wayland: the desktop decides which keys it grants. Nothing is bound before the person chose keys. */
function createPortalShortcut({ read, write, onPress, onChange }: ShortcutOptions): Shortcut {
  const nothing: ShortcutView = { accelerator: null, state: 'none', trigger: null, isProven: false, isWayland: true };
  let view = nothing;
  const become = (next: Partial<ShortcutView>) => {
    view = { ...view, ...next };
    onChange();
  };
  const portal = createPortalShortcuts({
    appId: APP_ID,
    description: () => messages.app.newTask,
    onPress: () => {
      if (!view.isProven) become({ isProven: true });
      onPress();
    },
    // The portal restarted, or the person removed the keys in the desktop's settings.
    onLost: () => become({ state: 'refused', trigger: null, isProven: false }),
  });

  /** Whether the desktop granted the keys; null if others were requested meanwhile. */
  async function ask(accelerator: string): Promise<boolean | null> {
    become({ ...nothing, accelerator, state: 'asking' });
    const result = await portal.bind(accelerator);
    if (result === null) return null;
    if (result.is !== 'bound') {
      become({ state: result.is });
      return false;
    }
    // Only granted keys are requested again at the next start, because the request may open the desktop's settings.
    write(accelerator);
    become({ state: 'set', trigger: result.trigger || null });
    return true;
  }

  async function change(requested: string): Promise<boolean> {
    const before = read();
    if ((await ask(requested)) !== false) return true;
    // The previous one was released for the request. Without one, the state shows the problem.
    return typeof before === 'string' ? (await ask(before)) === null : true;
  }

  return {
    view: () => view,
    start() {
      const chosen = read();
      if (typeof chosen === 'string') void ask(chosen);
    },
    // The desktop grabs the keys, so a recording window would not see them.
    record: () => undefined,
    set(requested) {
      if (requested !== null) return change(requested);
      write(null);
      portal.release();
      become(nothing);
      return true;
    },
    stop: () => portal.release(),
  };
}
