/** What every feature gets from the composition root. */
import type { Revisions, State, ToastView } from '../../shared/contract/index.ts';
import type { ViewName } from '../../shared/contract/unreadable.ts';
import type { RunInBackground } from '../../shared/run-in-background.ts';
import type { Undo } from '../outbox/undo.ts';
import type { UnreadableRecords } from '../service/records.ts';
import type { Database } from '../store/database.ts';
import type { SettingsStore } from '../store/settings.ts';

export interface FeatureContext {
  database: Database;
  settings: SettingsStore;
  /** Stores settings and applies them. */
  changeSettings(changed: Parameters<SettingsStore['change']>[0]): void;
  /** The wall clock (ms since 1970). */
  now(): number;
  /** Never goes back, and counts while the computer sleeps (ms). */
  monotonic(): number;
  /** Starts at the wall clock's time and then follows the monotonic clock: for waits and ages (ms). */
  steady(): number;
  /** These slices of the state may have changed. */
  invalidate(...slices: (keyof State)[]): void;
  /** Windows that show answers about the subject read them again. */
  readAgain(subject: keyof Revisions): void;
  showToast(text: string, undo?: ToastView['undo'], openTaskId?: string): void;
  showAnswer(text: string, more: Partial<Pick<ToastView, 'undo' | 'redo' | 'page'>>): void;
  clearToast(): void;
  undo: Undo;
  /** A view was read again: what of it could not be parsed, or undefined. */
  reportUnreadable(view: ViewName, unreadable: UnreadableRecords | undefined): void;
  /** Runs work in the background; an error becomes a toast. */
  runInBackground: RunInBackground;
  /** Opens a page in the browser: https only, or http on the host of `baseUrl`. Throws AppError for anything else. */
  openPage(url: string, baseUrl: string): Promise<void>;
  copyText(text: string): void;
}
