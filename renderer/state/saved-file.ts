import { messages } from '../../shared/i18n/generated/window.ts';
import { showToast } from './notices.ts';

/** Says where a file was saved. `path`: null or undefined if it was not. */
export function showSavedFile(path: string | null | undefined): void {
  if (path !== null && path !== undefined) showToast(savedFileText(path));
}

/** "report.pdf is in ~/Documents". */
export function savedFileText(path: string): string {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return messages.savedFile({ file: path.slice(at + 1), folder: homeShort(path.slice(0, Math.max(0, at))) || null });
}

/** Shortens the home folder: "~/Documents". */
const homeShort = (folder: string): string => folder.replace(/^\/(?:home|Users)\/[^/]+/, '~');
