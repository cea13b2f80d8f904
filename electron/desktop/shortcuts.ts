/**
 * The global shortcut that opens quick add: chosen by the person, tried for real when it is set, and put back as it was
 * where the desktop refuses.
 *
 * Ctrl+Alt+Space unless another is chosen: letters with Ctrl+Alt are AltGr characters on Windows (Polish ń is AltGr+N), letters
 * with Ctrl+Shift belong to browsers and editors, Ctrl+Space and Alt+Space to input methods, window menus and launchers,
 * Ctrl+Alt+T to the terminal, and Super to the desktop. On macOS Ctrl+Option is VoiceOver’s and ⌃⌥Space changes the
 * keyboard, so there it is ⇧⌘Space. Space is where it is on every layout.
 */
import { app, globalShortcut } from 'electron';

export interface ShortcutView {
  /** In Electron’s words, such as Control+Alt+Space; null where the person wants none. */
  accelerator: string | null;
  /** `refused`: another program has it, or the desktop does not give it. */
  state: 'none' | 'set' | 'refused';
  /** It has opened quick add at least once since it was set: only then is it sure, because a desktop may say yes and stay silent. */
  isProven: boolean;
  /** Under Wayland the desktop decides, and may ask first. */
  isWayland: boolean;
}

export interface ShortcutOptions {
  /** What the person chose; undefined where they never did. */
  read: () => string | null | undefined;
  write: (accelerator: string | null) => void;
  onPress: () => void;
  onChange: () => void;
}

export type Shortcut = ReturnType<typeof createShortcut>;

export function defaultShortcut(platform: NodeJS.Platform): string {
  return platform === 'darwin' ? 'Command+Shift+Space' : 'Control+Alt+Space';
}

/** Without this feature Electron asks the X server, which under Wayland says yes and hears nothing. Before the app is ready. */
export function enableShortcutPortal(): void {
  if (process.platform === 'linux') app.commandLine.appendSwitch('enable-features', 'GlobalShortcutsPortal');
}

export function isWaylandSession(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ozone: string): boolean {
  if (platform !== 'linux' || ozone === 'x11') return false;
  return ozone === 'wayland' || env.XDG_SESSION_TYPE === 'wayland' || Boolean(env.WAYLAND_DISPLAY);
}

export function createShortcut({ read, write, onPress, onChange }: ShortcutOptions) {
  const isWayland = isWaylandSession(process.platform, process.env, app.commandLine.getSwitchValue('ozone-platform'));
  let accelerator: string | null = null;
  let state: ShortcutView['state'] = 'none';
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

  function become(next: string | null, how: ShortcutView['state']): void {
    accelerator = next;
    state = how;
    isProven = false;
    onChange();
  }

  return {
    view: (): ShortcutView => ({ accelerator, state, isProven, isWayland }),

    /** Takes what was chosen, or the default. One that another program has meanwhile is shown as refused, not forgotten. */
    start(): void {
      const chosen = read();
      const wanted = chosen === undefined ? defaultShortcut(process.platform) : chosen;
      if (wanted === null) become(null, 'none');
      else become(wanted, take(wanted) ? 'set' : 'refused');
    },

    /** While the person presses keys to choose, the present one must not act. */
    record(on: boolean): void {
      if (on === isRecording) return;
      isRecording = on;
      if (on) release();
      else if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'refused');
    },

    /** Tries it for real. False where the desktop refuses it; the one before holds again. */
    set(wanted: string | null): boolean {
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

    stop: (): void => globalShortcut.unregisterAll(),
  };
}
