/** Views of Punchcard as a program: updates, window system. */

export type UpdateView =
  /** A package without update checks, and why. */
  | { state: 'none'; why: 'development' | 'no-source' | 'format' }
  /** The person switched update checks off. */
  | { state: 'off' }
  /** `checkedAt` is null before the first check. */
  | { state: 'idle'; checkedAt: string | null }
  | { state: 'checking' }
  /** `percent` is an integer. */
  | { state: 'downloading'; version: string; percent: number }
  /** `onQuit`: it is installed on quit unless a timer runs. `isRefused`: the installation failed. */
  | { state: 'ready'; version: string; onQuit: boolean; isRefused?: true }
  | { state: 'failed'; why: 'unreachable' | 'damaged' | 'other'; at: string };

/** The person's choice; `automatic` leaves it to `chooseWindowSystem`. */
export type WindowSystemChoice = 'automatic' | 'wayland' | 'x11';

/** Number of rows in the database, for diagnostics. */
export interface RowCounts {
  /** Rows by table. */
  rows: Record<string, number>;
  /** Writes by state. */
  outbox: Record<string, number>;
  /** The size of the file (bytes). */
  bytes: number;
}
