/**
 * The global shortcuts. A new one is registered when the person sets it; if the desktop refuses, the previous one stays.
 *
 * Only quick add has default keys, Ctrl+Alt+Space: letters with Ctrl+Alt are AltGr characters on Windows (Polish ń is AltGr+N), letters
 * with Ctrl+Shift belong to browsers and editors, Ctrl+Space and Alt+Space to input methods, window menus and launchers, Ctrl+Alt+T to
 * the terminal, and Super to the desktop. On macOS Ctrl+Option is VoiceOver’s and ⌃⌥Space changes the keyboard layout, so it is ⇧⌘Space
 * there. The space bar is in the same place on every layout.
 */

import { globalShortcut } from 'electron';
import {
  SHORTCUTS,
  type ShortcutName,
  type ShortcutsView,
  type ShortcutView,
} from '../../../shared/contract/shortcuts.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { isWaylandSession } from '../windows/window-system-choice.ts';
import { APP_ID } from './app-id.ts';
import { createPressFilter } from './key-repeat.ts';
import { createPortalShortcuts } from './portal-shortcuts.ts';

export interface ShortcutsOptions {
  /** Punchcard as a word of a command line. */
  program: string;
  monotonic: () => number;
  /** The person's choice; undefined if they never chose. */
  read: (name: ShortcutName) => string | null | undefined;
  write: (name: ShortcutName, accelerator: string | null) => void;
  effects: Record<ShortcutName, () => void>;
  onChange: () => void;
}

export interface Shortcuts {
  view(): ShortcutsView;
  /** Registers the chosen shortcuts. One that another program holds now is shown as refused but stays stored. */
  start(): void;
  /** Suspends the shortcuts while the person records one. */
  record(on: boolean): void;
  /** Registers new keys. False if they are refused; the previous ones are then active again. */
  set(name: ShortcutName, requested: string | null): boolean | Promise<boolean>;
  /** The next press of this shortcut only proves that it arrives. */
  test(name: ShortcutName | null): void;
  stop(): void;
}

type Bindings = Omit<Shortcuts, 'view' | 'test'> & { view(): ShortcutsView['list'] };

interface BindingsOptions extends Pick<ShortcutsOptions, 'read' | 'write' | 'onChange'> {
  onPress: (name: ShortcutName) => void;
}

const COMMANDS: Record<ShortcutName, string> = { 'quick-add': 'add', toggle: 'toggle', switch: 'switch', open: 'open' };
const NONE: ShortcutView = { accelerator: null, state: 'none', trigger: null, isProven: false };

const forEach = <T>(make: (name: ShortcutName) => T): Record<ShortcutName, T> =>
  Object.fromEntries(SHORTCUTS.map((name) => [name, make(name)])) as Record<ShortcutName, T>;

function defaultShortcut(name: ShortcutName, platform: NodeJS.Platform): string | null {
  if (name !== 'quick-add') return null;
  return platform === 'darwin' ? 'Command+Shift+Space' : 'Control+Alt+Space';
}

export function createShortcuts({ program, monotonic, effects, ...options }: ShortcutsOptions): Shortcuts {
  const filters = forEach(createPressFilter);
  const commands = forEach((name) => `${program} ${COMMANDS[name]}`);
  let tested: ShortcutName | null = null;

  function onPress(name: ShortcutName): void {
    if (!filters[name](monotonic())) return;
    if (tested === name) tested = null;
    else effects[name]();
  }

  const isWayland = process.platform === 'linux' && isWaylandSession(process.env);
  const { view, ...bindings } = (isWayland ? createPortalBindings : createGrabs)({ ...options, onPress });
  return {
    ...bindings,
    view: () => ({ list: view(), commands }),
    test(name) {
      tested = name;
    },
  };
}

/** X11, macOS, Windows: registering succeeds or fails at once without asking the person, so there can be a default. */
function createGrabs(options: BindingsOptions): Bindings {
  const grabs = forEach((name) => createGrab(name, options));
  return {
    view: () => forEach((name) => grabs[name].view()),
    start: () => void forEach((name) => grabs[name].start()),
    record: (on) => void forEach((name) => grabs[name].record(on)),
    set: (name, requested) => grabs[name].set(requested),
    stop: () => globalShortcut.unregisterAll(),
  };
}

function createGrab(name: ShortcutName, { read, write, onPress, onChange }: BindingsOptions) {
  let accelerator: string | null = null;
  let state: 'none' | 'set' | 'refused' = 'none';
  let isProven = false;
  let isRecording = false;

  function pressed(): void {
    if (!isProven) {
      isProven = true;
      onChange();
    }
    onPress(name);
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
    view: (): ShortcutView => ({ accelerator, state, trigger: null, isProven }),
    start(): void {
      const chosen = read(name);
      const requested = chosen === undefined ? defaultShortcut(name, process.platform) : chosen;
      if (requested === null) become(null, 'none');
      else become(requested, take(requested) ? 'set' : 'refused');
    },
    record(on: boolean): void {
      if (on === isRecording) return;
      isRecording = on;
      if (on) release();
      else if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'refused');
    },
    set(requested: string | null): boolean {
      if (!isRecording) release();
      isRecording = false;
      if (requested === null) {
        write(name, null);
        become(null, 'none');
        return true;
      }
      if (take(requested)) {
        write(name, requested);
        become(requested, 'set');
        return true;
      }
      if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'refused');
      return false;
    },
  };
}

type Wanted = Partial<Record<ShortcutName, string>>;

/** Wayland: the desktop decides which keys it grants. Nothing is bound before the person chose keys. */
function createPortalBindings({ read, write, onPress, onChange }: BindingsOptions): Bindings {
  const views = forEach(() => NONE);
  const become = (name: ShortcutName, next: Partial<ShortcutView>) => {
    views[name] = { ...views[name], ...next };
    onChange();
  };
  const present = (): Wanted => {
    const bound = SHORTCUTS.filter((name) => ['set', 'asking'].includes(views[name].state));
    return Object.fromEntries(bound.map((name) => [name, views[name].accelerator]));
  };
  const portal = createPortalShortcuts<ShortcutName>({
    appId: APP_ID,
    description: (name) => settingsMessages.shortcuts[name],
    onPress(name) {
      if (!views[name].isProven) become(name, { isProven: true });
      onPress(name);
    },
    // The portal restarted, or the person removed the keys in the desktop's settings.
    onLost() {
      for (const name of Object.keys(present()) as ShortcutName[]) {
        become(name, { state: 'refused', trigger: null, isProven: false });
      }
    },
  });

  /** This desktop has no shortcuts for programs. */
  function withdraw(): void {
    for (const name of SHORTCUTS) become(name, { state: 'unavailable', isProven: false });
  }

  /** The shortcuts that the desktop granted; null if others were requested meanwhile. */
  async function ask(wanted: Wanted): Promise<ReadonlySet<ShortcutName> | null> {
    const names = SHORTCUTS.filter((name) => wanted[name] !== undefined);
    if (names.length === 0) {
      portal.release();
      return new Set();
    }
    for (const name of names) {
      const accelerator = wanted[name] ?? null;
      become(name, { ...(accelerator !== views[name].accelerator && NONE), accelerator, state: 'asking' });
    }
    const result = await portal.bind(wanted);
    if (result === null) return null;
    if (result.is === 'unavailable') withdraw();
    const granted = new Set<ShortcutName>();
    for (const name of names) {
      const trigger = result.is === 'bound' ? result.triggers.get(name) : undefined;
      if (trigger === undefined) {
        if (result.is !== 'unavailable') become(name, { state: 'refused', isProven: false });
        continue;
      }
      granted.add(name);
      // Only granted keys are requested again at the next start, because the request may open the desktop's settings.
      write(name, views[name].accelerator);
      become(name, { state: 'set', trigger: trigger || null });
    }
    return granted;
  }

  return {
    view: () => ({ ...views }),
    start() {
      const chosen = SHORTCUTS.flatMap((name) => {
        const accelerator = read(name);
        return typeof accelerator === 'string' ? [[name, accelerator] as const] : [];
      });
      if (chosen.length > 0) void ask(Object.fromEntries(chosen));
      else void portal.isOffered().then((isOffered) => isOffered || withdraw());
    },
    // The desktop grabs the keys, so a recording window would not see them.
    record: () => undefined,
    async set(name, requested) {
      const before = present();
      if (requested === null) {
        write(name, null);
        become(name, NONE);
        void ask(present());
        return true;
      }
      const granted = await ask({ ...before, [name]: requested });
      if (granted === null || granted.has(name)) return true;
      // The previous ones were released for the request. Without one for this name, the state shows the problem.
      const isLost = SHORTCUTS.some((one) => before[one] !== undefined && !granted.has(one));
      return isLost ? (await ask(before)) === null || before[name] === undefined : true;
    },
    stop: () => portal.release(),
  };
}
