/**
 * The global shortcuts. A new one is registered when the person sets it; if the desktop refuses, the previous one stays.
 *
 * Only quick add has default keys, Ctrl+Alt+Space: letters with Ctrl+Alt are AltGr characters on Windows (Polish ń is AltGr+N), letters
 * with Ctrl+Shift belong to browsers and editors, Ctrl+Space and Alt+Space to input methods, window menus and launchers, Ctrl+Alt+T to
 * the terminal, and Super to the desktop. On macOS Ctrl+Option is VoiceOver’s and ⌃⌥Space changes the keyboard layout, so it is ⇧⌘Space
 * there. The space bar is in the same place on every layout.
 */

import { globalShortcut } from 'electron';
import type { PortalView, ShortcutsView, ShortcutView } from '../../../shared/contract/shortcuts.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { SHORTCUTS, type ShortcutName } from '../../../shared/settings/shortcuts.ts';
import { isWaylandSession } from '../windows/window-system-choice.ts';
import { APP_ID } from './app-id.ts';
import { desktopLine, shortcutDesktop } from './desktop-line.ts';
import { createPressFilter } from './key-repeat.ts';
import { createPortalShortcuts } from './portal-shortcuts.ts';

export interface ShortcutsOptions {
  /** Punchcard as a word of a command line. */
  program: string;
  monotonic: () => number;
  now: () => number;
  /** By shortcut: when it last arrived (instant), and with which keys. */
  readPresses: () => Presses;
  writePresses: (presses: Presses) => void;
  /** The person's choice; undefined if they never chose. */
  read: (name: ShortcutName) => string | null | undefined;
  write: (name: ShortcutName, accelerator: string | null) => void;
  effects: Record<ShortcutName, () => void>;
  onChange: () => void;
}

type Presses = Record<string, { keys: string; at: string }>;

export interface Shortcuts {
  view(): ShortcutsView;
  /** Registers the chosen shortcuts. One that another program holds now is shown as taken but stays stored. */
  start(): void;
  /** Suspends the shortcuts while the person records one. */
  record(on: boolean): void;
  /** Registers new keys. False if they are refused; the previous ones are then active again. */
  set(name: ShortcutName, requested: string | null): boolean | Promise<boolean>;
  /** The next press of this shortcut only proves that it arrives. */
  test(name: ShortcutName | null): void;
  /** Opens the desktop's settings of these shortcuts. Throws where it has none. */
  configure(): Promise<void>;
  stop(): void;
}

/** A shortcut without its presses. */
type Binding = Omit<ShortcutView, 'pressedAt'>;

interface Bindings extends Omit<Shortcuts, 'view' | 'test'> {
  list(): Record<ShortcutName, Binding>;
  portal(): PortalView | null;
}

interface BindingsOptions extends Pick<ShortcutsOptions, 'read' | 'write' | 'onChange'> {
  onPress: (name: ShortcutName) => void;
}

const COMMANDS: Record<ShortcutName, string> = { 'quick-add': 'add', toggle: 'toggle', switch: 'switch', open: 'open' };
const NONE: Binding = { accelerator: null, state: 'none', trigger: null };
/** The keys that arrive. */
const keysOf = ({ accelerator, trigger }: Binding): string => trigger || (accelerator ?? '');

const forEach = <T>(make: (name: ShortcutName) => T): Record<ShortcutName, T> =>
  Object.fromEntries(SHORTCUTS.map((name) => [name, make(name)])) as Record<ShortcutName, T>;

function defaultShortcut(name: ShortcutName, platform: NodeJS.Platform): string | null {
  if (name !== 'quick-add') return null;
  return platform === 'darwin' ? 'Command+Shift+Space' : 'Control+Alt+Space';
}

export function createShortcuts({ program, monotonic, effects, ...options }: ShortcutsOptions): Shortcuts {
  const { now, readPresses, writePresses, onChange } = options;
  const filters = forEach(createPressFilter);
  const desktop = shortcutDesktop(process.env);
  let tested: ShortcutName | null = null;

  function onPress(name: ShortcutName): void {
    if (!filters[name](monotonic())) return;
    if (tested === name) tested = null;
    else effects[name]();
    // Last, so that nothing waits for the disk.
    writePresses({ ...readPresses(), [name]: { keys: keysOf(list()[name]), at: new Date(now()).toISOString() } });
    onChange();
  }

  const isWayland = process.platform === 'linux' && isWaylandSession(process.env);
  const { list, portal, ...bindings } = (isWayland ? createPortalBindings : createGrabs)({ ...options, onPress });
  return {
    ...bindings,
    view() {
      const presses = readPresses();
      const bound = list();
      const lineOf = (name: ShortcutName) =>
        desktopLine(desktop, name, bound[name].accelerator, `${program} ${COMMANDS[name]}`);
      const isProven = (name: ShortcutName) =>
        bound[name].state === 'set' && presses[name]?.keys === keysOf(bound[name]);
      return {
        list: forEach((name) => ({ ...bound[name], pressedAt: (isProven(name) && presses[name]?.at) || null })),
        lines: forEach(lineOf),
        desktop,
        portal: portal(),
      };
    },
    test(name) {
      tested = name;
    },
  };
}

/** X11, macOS, Windows: registering succeeds or fails at once without asking the person, so there can be a default. */
function createGrabs(options: BindingsOptions): Bindings {
  const grabs = forEach((name) => createGrab(name, options));
  return {
    list: () => forEach((name) => grabs[name].view()),
    portal: () => null,
    start: () => void forEach((name) => grabs[name].start()),
    record: (on) => void forEach((name) => grabs[name].record(on)),
    set: (name, requested) => grabs[name].set(requested),
    configure: () => Promise.reject(new Error('Only a portal has settings of shortcuts')),
    stop: () => globalShortcut.unregisterAll(),
  };
}

function createGrab(name: ShortcutName, { read, write, onPress, onChange }: BindingsOptions) {
  let accelerator: string | null = null;
  let state: 'none' | 'set' | 'taken' = 'none';
  let isRecording = false;

  /** False if it cannot be registered; Electron throws for an unknown accelerator. */
  function take(requested: string): boolean {
    try {
      return globalShortcut.register(requested, () => onPress(name));
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
    onChange();
  }

  return {
    view: (): Binding => ({ accelerator, state, trigger: null }),
    start(): void {
      const chosen = read(name);
      const requested = chosen === undefined ? defaultShortcut(name, process.platform) : chosen;
      if (requested === null) become(null, 'none');
      else become(requested, take(requested) ? 'set' : 'taken');
    },
    record(on: boolean): void {
      if (on === isRecording) return;
      isRecording = on;
      if (on) release();
      else if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'taken');
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
      if (accelerator !== null && state === 'set' && !take(accelerator)) become(accelerator, 'taken');
      return false;
    },
  };
}

type Wanted = Partial<Record<ShortcutName, string>>;

/** Wayland: the desktop decides which keys it grants. Nothing is bound before the person chose keys. */
function createPortalBindings({ read, write, onPress, onChange }: BindingsOptions): Bindings {
  const views = forEach(() => NONE);
  let found: PortalView | null = null;
  const become = (name: ShortcutName, next: Partial<Binding>) => {
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
    onPress,
    onTriggers(triggers) {
      for (const [name, trigger] of triggers) become(name, { trigger });
    },
    onLost(why) {
      // A portal that ended is started again by the request, or there is none any more.
      if (why === 'gone') void ask(present());
      else
        for (const name of Object.keys(present()) as ShortcutName[]) become(name, { state: 'denied', trigger: null });
    },
  });

  /** This desktop has no shortcuts for programs. */
  function withdraw(): void {
    for (const name of SHORTCUTS) become(name, { state: 'unavailable' });
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
        if (result.is !== 'unavailable') become(name, { state: result.is === 'denied' ? 'denied' : 'taken' });
        continue;
      }
      granted.add(name);
      // Only granted keys are requested again at the next start, because the request may open the desktop's settings.
      write(name, views[name].accelerator);
      become(name, { state: 'set', trigger });
    }
    return granted;
  }

  return {
    list: () => ({ ...views }),
    portal: () => found,
    async start() {
      const chosen = SHORTCUTS.flatMap((name) => {
        const accelerator = read(name);
        return typeof accelerator === 'string' ? [[name, accelerator] as const] : [];
      });
      if (chosen.length > 0) void ask(Object.fromEntries(chosen));
      found = await portal.find().catch(() => null);
      if (found === null) withdraw();
      else onChange();
    },
    // The desktop grabs the keys, so a recording window would not see them.
    record: () => undefined,
    async set(name, requested) {
      const before = SHORTCUTS.filter((one) => views[one].state === 'set').map((one) => [one, views[one].accelerator]);
      if (requested === null) {
        write(name, null);
        become(name, NONE);
        void ask(present());
        return true;
      }
      const granted = await ask({ ...present(), [name]: requested });
      if (granted === null || granted.has(name)) return true;
      // The previous ones were released for the request. Without one for this name, the state shows the problem.
      const previous: Wanted = Object.fromEntries(before);
      const isLost = SHORTCUTS.some((one) => previous[one] !== undefined && !granted.has(one));
      return isLost ? (await ask(previous)) === null || previous[name] === undefined : true;
    },
    configure: () => portal.configure(),
    stop: () => portal.release(),
  };
}
