/** What a person does next with a file that was saved: see it in its folder, copy it, send it. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { clipboard, shell } from 'electron';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';

/** xdg-email fails sooner than this. With some e-mail programs it runs until they are closed. */
const START_MS = 3_000;

/** All of them throw AppError if the file is no longer there. */
export const savedFiles = {
  showInFolder(path: string): void {
    checkExists(path);
    shell.showItemInFolder(path);
  },

  /** Puts the file itself on the clipboard, for file managers and e-mail programs. */
  async copy(path: string): Promise<void> {
    checkExists(path);
    const { href } = pathToFileURL(path);
    if (process.platform === 'win32') return copyOnWindows(path);
    if (process.platform === 'darwin') return clipboard.writeBuffer('public.file-url', Buffer.from(href));
    // Electron can write one format of its own at a time. Most programs read this one; file managers that know only
    // x-special/gnome-copied-files (Thunar, Nemo, Caja) have nothing to paste.
    clipboard.writeBuffer('text/uri-list', Buffer.from(`${href}\r\n`));
  },

  /** Opens a draft in the person's e-mail program. False if the file could not be handed to it. */
  async email(path: string, draft: { subject: string; text: string }): Promise<boolean> {
    checkExists(path);
    if (process.platform === 'linux' && (await startXdgEmail(path, draft))) return true;
    // A mailto address cannot carry a file.
    const parts = [`subject=${encodeURIComponent(draft.subject)}`, `body=${encodeURIComponent(draft.text)}`];
    await shell.openExternal(`mailto:?${parts.join('&')}`);
    return false;
  },
};

function checkExists(path: string): void {
  if (!existsSync(path)) throw new ValidationError(messages.report.fileGone);
}

/** Electron cannot write the format of Explorer (CF_HDROP). The path is a variable, so that nothing in it runs. */
async function copyOnWindows(path: string): Promise<void> {
  const shellPath = join(
    process.env.SystemRoot ?? 'C:\\Windows',
    'System32',
    'WindowsPowerShell',
    'v1.0',
    'powershell.exe',
  );
  await promisify(execFile)(
    shellPath,
    ['-NoProfile', '-NonInteractive', '-Command', 'Set-Clipboard -LiteralPath $env:PUNCHCARD_FILE'],
    { env: { ...process.env, PUNCHCARD_FILE: path }, windowsHide: true },
  );
}

/** False if there is no xdg-email, or no e-mail program. */
function startXdgEmail(path: string, { subject, text }: { subject: string; text: string }): Promise<boolean> {
  const child = spawn('xdg-email', ['--utf8', '--subject', subject, '--body', text, '--attach', path], {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  return Promise.race([
    once(child, 'exit').then(
      ([code]) => code === 0,
      () => false,
    ),
    delay(START_MS, true, { ref: false }),
  ]);
}
