/** Views of Punchcard as a program: shortcut, updates, window system. */

export interface ShortcutView {
  /** In Electron’s words, such as Control+Alt+Space; null where the person wants none. */
  accelerator: string | null;
  /**
   * `asking`: the desktop has not answered, and may be asking the person. `refused`: another program has it, or the desktop does
   * not give it. `unavailable`: this desktop gives programs no shortcuts at all.
   */
  state: 'none' | 'asking' | 'set' | 'refused' | 'unavailable';
  /** The keys that really open it, in the desktop's own words; null where they are the accelerator's. */
  trigger: string | null;
  /** It has opened quick add at least once since it was set: only then is it sure, because a desktop may say yes and stay silent. */
  isProven: boolean;
  /** Under Wayland the desktop decides, and may ask first. */
  isWayland: boolean;
}

export type UpdateView =
  /** A copy that looks for nothing, and why. */
  | { state: 'none'; why: 'development' | 'no-source' | 'format' }
  /** The person switched it off. */
  | { state: 'off' }
  /** `checkedAt`: null before the first look. */
  | { state: 'idle'; checkedAt: string | null }
  | { state: 'checking' }
  /** `percent`: whole. */
  | { state: 'downloading'; version: string; percent: number }
  /** `onQuit`: it is installed when Punchcard is quit, unless a timer runs then. `isRefused`: it was tried, and was not installed. */
  | { state: 'ready'; version: string; onQuit: boolean; isRefused?: true }
  | { state: 'failed'; why: 'unreachable' | 'damaged' | 'other'; at: string };

/** What a person may choose; `automatic` leaves it to `chooseWindowSystem`. */
export type WindowSystemChoice = 'automatic' | 'wayland' | 'x11';
