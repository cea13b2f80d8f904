/** Starting at login, without a window. The system's own setting is the only source; Punchcard stores nothing. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { app } from 'electron';
import { readPrivateFile } from '../../files/private-file.ts';
import { autostartEntry, foldersOf, isSwitchedOff } from './desktop-entry.ts';
import { HIDDEN_FLAG, hasHiddenFlag, isStartedByNotification, willStart } from './log-in-start.ts';
import { programPath } from './program-path.ts';

export interface Autostart {
  /** null if not available: a development copy must not start at login. */
  isOn(): boolean | null;
  /** Throws file system errors. */
  set(on: boolean): void;
  /** Updates the path, because the program may have moved. */
  refresh(): void;
}

const HIDDEN = { args: [HIDDEN_FLAG] };

export function createAutostart(): Autostart {
  if (!app.isPackaged) return { isOn: () => null, set: () => undefined, refresh: () => undefined };
  return process.platform === 'linux' ? createLinux() : createLoginItem();
}

function createLoginItem(): Autostart {
  return {
    isOn: () => willStart(app.getLoginItemSettings(HIDDEN), process.platform),
    // macOS passes no arguments: main asks how it was opened (wasOpenedAtLogin).
    set: (on) => app.setLoginItemSettings({ ...HIDDEN, openAtLogin: on }),
    refresh: () => undefined,
  };
}

function createLinux(): Autostart {
  const file = foldersOf(process.env).autostart;

  function read(): string | undefined {
    try {
      return readPrivateFile(file);
    } catch {
      return undefined;
    }
  }

  function isOn(): boolean {
    const entry = read();
    return entry !== undefined && !isSwitchedOff(entry);
  }

  function write(): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, autostartEntry(programPath()));
  }

  return {
    isOn,
    set(on) {
      if (on) write();
      else rmSync(file, { force: true });
    },
    refresh() {
      if (isOn() && read() !== autostartEntry(programPath())) write();
    },
  };
}

/** True if this start must not open a window. */
export function isStartedHidden(): boolean {
  if (hasHiddenFlag(process.argv) || isStartedByNotification(process.argv)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
