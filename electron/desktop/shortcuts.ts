/**
 * The global shortcut that opens quick add: chosen by the person, tried for real when it is set, and put back as it was
 * where the desktop refuses.
 *
 * Ctrl+Alt+Space unless another is chosen: letters with Ctrl+Alt are AltGr characters on Windows (Polish ń is AltGr+N), letters
 * with Ctrl+Shift belong to browsers and editors, Ctrl+Space and Alt+Space to input methods, window menus and launchers,
 * Ctrl+Alt+T to the terminal, and Super to the desktop. On macOS Ctrl+Option is VoiceOver’s and ⌃⌥Space changes the
 * keyboard, so there it is ⇧⌘Space. Space is where it is on every layout.
 */

import { globalShortcut } from 'electron';
import type { ShortcutView } from '../../shared/contract/system-view.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import { APP_ID } from './app-id.ts';
import { createPortalShortcuts } from './portal-shortcuts.ts';
import { isWaylandSession } from './window-system-choice.ts';

export interface ShortcutOptions {
  /** What the person chose; undefined where they never did. */
  read: () => string | null | undefined;
  write: (accelerator: string | null) => void;
  onPress: () => void;
  onChange: () => void;
}

export interface Shortcut {
  view(): ShortcutView;
  /** Takes what was chosen. One that another program has meanwhile is shown as refused, not forgotten. */
  start(): void;
  /** While the person presses keys to choose, the present one must not act. */
  record(on: boolean): void;
  /** Tries it for real. False where it is refused and the one before holds again. */
  set(wanted: string | null): boolean | Promise<boolean>;
  stop(): void;
}

export function defaultShortcut(platform: NodeJS.Platform): string {
  return platform === 'darwin' ? 'Command+Shift+Space' : 'Control+Alt+Space';
}

export function createShortcut(options: ShortcutOptions): Shortcut {
  const isWayland = process.platform === 'linux' && isWaylandSession(process.env);
  return isWayland ? createPortalShortcut(options) : createGrabbedShortcut(options);
}

/** X11, macOS, Windows: a shortcut is grabbed, or is not to be had, at once. Nobody is asked, so there is a default one. */
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

  /** False where it cannot be had; an accelerator that Electron does not know throws in there. */
  function take(wanted: string): boolean {
    try {
      return globalShortcut.register(wanted, pressed);
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
      const wanted = chosen === undefined ? defaultShortcut(process.platform) : chosen;
      if (wanted === null) become(null, 'none');
      else become(wanted, take(wanted) ? 'set' : 'refused');
    },
    record(on) {
      if (on === isRecording) return;
      isRecording = on;
      if (on) release();
      else if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'refused');
    },
    set(wanted) {
      if (!isRecording) release();
      isRecording = false;
      if (wanted === null) {
        write(null);
        become(null, 'none');
        return true;
      }
      if (take(wanted)) {
        write(wanted);
        become(wanted, 'set');
        return true;
      }
      if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'refused');
      return false;
    },
    stop: () => globalShortcut.unregisterAll(),
  };
}

/** Wayland: the desktop is asked, and says itself which keys it gives. Nothing is bound before somebody chose keys. */
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
    // The portal was restarted, or the person took the keys away in the desktop's settings.
    onLost: () => become({ state: 'refused', trigger: null, isProven: false }),
  });

  /** Whether the desktop gave the keys; null where somebody has asked for others meanwhile. */
  async function ask(accelerator: string): Promise<boolean | null> {
    become({ ...nothing, accelerator, state: 'asking' });
    const result = await portal.bind(accelerator);
    if (result === null) return null;
    if (result.is !== 'bound') {
      become({ state: result.is });
      return false;
    }
    // Only what the desktop gave is asked for again at the next start: asking may open its settings.
    write(accelerator);
    become({ state: 'set', trigger: result.trigger || null });
    return true;
  }

  async function change(wanted: string): Promise<boolean> {
    const before = read();
    if ((await ask(wanted)) !== false) return true;
    // The one before was given up for the question. Without one, the state says what is wrong.
    return typeof before === 'string' ? (await ask(before)) === null : true;
  }

  return {
    view: () => view,
    start() {
      const chosen = read();
      if (typeof chosen === 'string') void ask(chosen);
    },
    // The desktop has the keys: it does not hand them to a window that listens.
    record: () => undefined,
    set(wanted) {
      if (wanted !== null) return change(wanted);
      write(null);
      portal.release();
      become(nothing);
      return true;
    },
    stop: () => portal.release(),
  };
}
