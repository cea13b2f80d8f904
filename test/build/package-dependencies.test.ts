/** A package depends on every library that Electron is linked against, according to the system's package database (Debian, Ubuntu). */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configuration } from '../../build/electron-builder.mjs';

const electron = process.env.PUNCHCARD_ELECTRON ?? process.execPath;
const keytar = join(import.meta.dirname, `../../node_modules/keytar/prebuilds/linux-${process.arch}/keytar.node`);

/** The names in `NEEDED` of a program or a library. */
function neededBy(file: string): string[] {
  const dynamic = execFileSync('readelf', ['--dynamic', '--wide', file]).toString();
  return [...dynamic.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name as string);
}

/** The names in a list such as `libc6 (>= 2.36), libgtk-3-0t64 | libgtk-3-0`. */
function namesIn(list: string): string[] {
  const names = list.split(/[,|]/).map((one) => /^\s*([^\s:(]+)/.exec(one)?.[1]);
  return names.filter((name) => name !== undefined);
}

/** The installed packages with all their dependencies. */
function broughtBy(names: readonly string[]): Set<string> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills it in.
  const format = '${Package}\t${Provides}\t${Depends}, ${Pre-Depends}\n';
  const installed = execFileSync('dpkg-query', ['--show', `--showformat=${format}`]).toString();
  const rows = installed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const wants = new Map(rows.map(([name = '', , depends = '']) => [name, namesIn(depends)]));
  const realNames = new Map(rows.flatMap(([name = '', provides = '']) => namesIn(provides).map((one) => [one, name])));
  const brought = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const real = wants.has(name) ? name : realNames.get(name);
    if (real === undefined || brought.has(real)) continue;
    brought.add(real);
    open.push(...(wants.get(real) ?? []));
  }
  return brought;
}

/** Each library with the packages that contain a file of its name. */
function ownersOf(libraries: readonly string[]): Map<string, string[]> {
  const found = execFileSync('dpkg-query', ['--search', ...libraries.map((library) => `*/${library}`)]).toString();
  const lines = [...found.matchAll(/^([^\s:]+)(?::\S+)?: (.+)$/gm)];
  return new Map(
    libraries.map((library) => [
      library,
      lines.filter(([, , path]) => path?.endsWith(`/${library}`)).map(([, name]) => name as string),
    ]),
  );
}

/** The dependencies that a format declares. */
function dependsOf(format: 'deb' | 'rpm'): string[] {
  const names = configuration()[format]?.depends;
  if (!Array.isArray(names)) throw new Error(`No packages for ${format}`);
  return names;
}

describe.skipIf(!existsSync('/var/lib/dpkg/status'))('a deb', () => {
  test.each([
    ['Electron', electron],
    ['the keychain’s native file', keytar],
  ])('depends on everything that %s needs to start', (_, file) => {
    const brought = broughtBy(dependsOf('deb').flatMap(namesIn));
    const fromSystem = neededBy(file).filter((library) => !existsSync(join(dirname(file), library)));
    expect(fromSystem.length).toBeGreaterThan(3);
    const lost = [...ownersOf(fromSystem)].filter(([, owners]) => !owners.some((owner) => brought.has(owner)));
    expect(lost).toEqual([]);
  });
});

test('an rpm has as many dependencies as a deb', () => {
  expect(dependsOf('rpm')).toHaveLength(dependsOf('deb').length);
  expect(dependsOf('rpm')).toEqual(expect.arrayContaining(['mesa-libgbm', 'alsa-lib']));
});
