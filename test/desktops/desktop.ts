/** A running desktop, as a person has it: a screen to look at, a pointer and a keyboard. */
import type { Rect } from './geometry.ts';
import type { Session, SessionOptions } from './session.ts';

/** A window as the compositor or window manager knows it, in the pixels of its screenshots. */
export interface SeenWindow extends Rect {
  title: string;
  /** Wayland's app id or X11's class. */
  appId: string;
  hasFocus: boolean;
  /** Connected by X11, on a Wayland desktop through XWayland. */
  isX11: boolean;
}

export interface Input {
  move(x: number, y: number): Promise<void>;
  click(x: number, y: number, button?: 1 | 3): Promise<void>;
  /** Keys pressed together, by their names in X11: Control_L, Alt_L, space, a. */
  key(...names: string[]): Promise<void>;
  type(text: string): Promise<void>;
}

export interface RunningDesktop extends Input {
  session: Session;
  /** In the format that the end of the file's name says: always png, and what `quickPictures` names. */
  screenshot(file: string): Promise<void>;
  /** A picture that is made without being compressed takes a fraction of the time. */
  quickPictures: 'ppm' | 'png';
  /** Windows that are on screen: mapped, on the current workspace, not minimised. */
  windows(): Promise<SeenWindow[]>;
  /** Opens the search of the desktop, which waits for letters. */
  openSearch?(): Promise<void>;
  /** Presses a button of the notification on screen by its action's key, where buttons are not drawn on it. */
  pressButton?(action: string): Promise<void>;
}

/** What a desktop can do; a text says why it cannot. */
type Can = true | string;

export interface DesktopKind {
  /** As in --only. */
  name: string;
  /** As in the table. */
  title: string;
  /** Parts of the screen that belong to the panel, in pixels: where the tray icon appears. null: no tray. */
  panel: Rect | null;
  screens: Rect[];
  /** Device pixels per logical pixel. */
  scale: 1 | 2;
  isWayland: boolean;
  /** What a click on the tray icon does: opens the window, or a menu whose first entry does. */
  trayClick: 'window' | 'menu';
  /** Prints the version of the desktop. */
  version: string[];
  can: {
    /** A tray icon is shown. */
    tray: Can;
    /** A program that is connected by X11 may put its window at the icon; Wayland allows it nowhere. */
    place: Can;
    /** A program can learn for how long nobody touched anything. */
    idle: Can;
    /** A program can have a key that works everywhere. */
    shortcut: Can;
    /** Notifications have buttons. */
    buttons: Can;
  };
  /** Where a bar shows what `punchcard status` prints, in pixels; without one the desktop has no such bar. */
  statusBar?: Rect;
  /** Brings it up in a new session. */
  start(options: Omit<SessionOptions, 'services'>): Promise<RunningDesktop>;
}
