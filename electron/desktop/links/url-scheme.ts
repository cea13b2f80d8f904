/**
 * Registers this Punchcard as the handler of punchcard:// links. Installed copies only: a development copy must not take over the links.
 * Without a system package (AppImage, tar.gz), Punchcard installs its own desktop entry for that.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { app } from 'electron';
import { readPrivateFile } from '../../files/private-file.ts';
import { applicationEntry, foldersOf, makeDefault, withoutHandler } from '../system/desktop-entry.ts';
import { isSystemPackage, programPath } from '../system/program-path.ts';
import { DEEP_LINK_SCHEME } from './deep-link-argument.ts';

export interface UrlSchemeOptions {
  /** The icon for the menu (PNG, 256 px). */
  icon: string;
  /** The person switched it off; stored, because it is on by default. */
  isRefused: () => boolean;
  setRefused: (refused: boolean) => void;
}

export interface UrlScheme {
  /** null if Punchcard does not decide: during development, or if a system package did. */
  isOn(): boolean | null;
  /** Throws file system errors. */
  set(on: boolean): void;
  /** At every start: registers the handler unless the person switched it off. Never throws. */
  register(): void;
}

export function createUrlScheme({ icon, isRefused, setRefused }: UrlSchemeOptions): UrlScheme {
  const system = !app.isPackaged ? null : process.platform === 'linux' ? createLinux(icon) : createOther();
  function set(on: boolean): void {
    if (on) system?.add();
    else system?.remove();
  }
  return {
    isOn: () => system?.isThere() ?? null,
    set(on) {
      set(on);
      setRefused(!on);
    },
    register() {
      try {
        if (!isRefused()) set(true);
      } catch (error) {
        console.warn('Links will not find the app:', error);
      }
    },
  };
}

interface System {
  isThere(): boolean;
  add(): void;
  remove(): void;
}

function createOther(): System {
  return {
    isThere: () => app.isDefaultProtocolClient(DEEP_LINK_SCHEME),
    add: () => void app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME),
    remove: () => void app.removeAsDefaultProtocolClient(DEEP_LINK_SCHEME),
  };
}

function createLinux(icon: string): System | null {
  // A system package's file applies to all users of this computer.
  if (isSystemPackage()) return null;
  const files = foldersOf(process.env);

  function put(file: string, content: string | Buffer): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  return {
    isThere: () => existsSync(files.applications),
    add() {
      const entry = applicationEntry(programPath());
      if (existsSync(files.applications) && readPrivateFile(files.applications) === entry) return;
      put(files.icons, readFileSync(icon));
      put(files.applications, entry);
      promisify(execFile)('xdg-mime', makeDefault).catch((error: unknown) =>
        console.warn('xdg-mime did not take the links:', error),
      );
    },
    remove() {
      for (const file of [files.applications, files.icons]) rmSync(file, { force: true });
      if (!existsSync(files.config)) return;
      const list = readPrivateFile(files.config);
      const left = withoutHandler(list);
      if (left !== list) writeFileSync(files.config, left);
    },
  };
}
