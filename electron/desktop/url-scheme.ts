/**
 * Whether this Punchcard opens punchcard:// links. An installed one only: a copy under development must not take the links of the
 * real one. Where no package of the system did it (AppImage, tar.gz), Punchcard puts itself into the menu for that.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { app } from 'electron';
import { readPrivateFile } from '../files/private-file.ts';
import { DEEP_LINK_SCHEME } from './deep-link-argument.ts';
import { applicationEntry, foldersOf, installedFiles, makeDefault, withoutHandler } from './desktop-entry.ts';
import { programPath } from './program-path.ts';

export interface UrlSchemeOptions {
  /** The icon for the menu (PNG, 256 px). */
  icon: string;
  /** The person wants none; kept, because the default is to have it. */
  isRefused: () => boolean;
  setRefused: (refused: boolean) => void;
}

export interface UrlScheme {
  /** null where it is not for Punchcard to say: under development, or where a package of the system said it. */
  isOn(): boolean | null;
  /** Throws what the disk says. */
  set(on: boolean): void;
  /** At every start: takes the links, unless the person wants none. Never throws. */
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
  // A package's own file says it for everybody on this computer.
  if (installedFiles(process.env).some((file) => existsSync(file))) return null;
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
