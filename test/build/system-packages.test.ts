import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  candidatesIn,
  ensureSystemPackages,
  familyOf,
  findMissing,
  howToInstall,
  pickName,
} from '../../build/system-packages.mjs';

const bookworm = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n';
const trixie = 'VERSION_ID="13"\nID=debian\n';
const jammy = 'NAME="Ubuntu"\nVERSION_ID="22.04"\nID=ubuntu\nID_LIKE=debian\n';
const noble = 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n';
const sid = 'ID=debian\n';

describe('package names', () => {
  const gtk = ['libgtk-3-0t64', 'libgtk-3-0'];

  test('are those that apt can install', () => {
    const policy = `libgtk-3-0t64:
  Installed: (none)
  Candidate: 3.24.41-4ubuntu1
  Version table:
     3.24.41-4ubuntu1 500
libgtk-3-0:
  Installed: (none)
  Candidate: (none)
  Version table:
libnss3:
  Installed: 2:3.98
  Candidate: 2:3.98
`;
    const available = candidatesIn(policy);
    expect([...available]).toEqual(['libgtk-3-0t64', 'libnss3']);
    expect(pickName(gtk, available, noble)).toBe('libgtk-3-0t64');
    expect(pickName(gtk, new Set(['libgtk-3-0']), bookworm)).toBe('libgtk-3-0');
    expect(pickName('xvfb', available, noble)).toBe('xvfb');
  });

  test.each([
    ['Debian 12', bookworm, 'libgtk-3-0'],
    ['Debian 13', trixie, 'libgtk-3-0t64'],
    ['Debian sid', sid, 'libgtk-3-0t64'],
    ['Ubuntu 22.04', jammy, 'libgtk-3-0'],
    ['Ubuntu 24.04', noble, 'libgtk-3-0t64'],
  ])('follow the release while apt has no lists yet: %s', (_, osRelease, expected) => {
    expect(pickName(gtk, new Set(), osRelease)).toBe(expected);
  });

  test('are the first ones if none ends in t64', () => {
    expect(pickName(['fonts-inter', 'fonts-dejavu-core'], new Set(), noble)).toBe('fonts-inter');
    expect(pickName(['fonts-inter', 'fonts-dejavu-core'], new Set(), bookworm)).toBe('fonts-inter');
  });
});

test.each([
  [bookworm, 'debian'],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'debian'],
  ['ID=fedora\n', 'fedora'],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'fedora'],
  ['ID=arch\n', 'arch'],
  ['ID=alpine\n', undefined],
  ['', undefined],
])('knows the family of %j', (osRelease, family) => {
  expect(familyOf(osRelease)).toBe(family);
});

describe('the instructions without permission to install', () => {
  const missing = [
    { need: 'display', what: 'the command Xvfb' },
    { need: 'secret-service', what: 'the command gnome-keyring-daemon' },
  ] as const;

  test('contain the exact command', () => {
    expect(howToInstall([...missing], 'debian', ['xvfb', 'gnome-keyring'])).toBe(`This system lacks:
  the command Xvfb
  the command gnome-keyring-daemon

Install it with:

  sudo apt-get update && sudo apt-get install --no-install-recommends xvfb gnome-keyring

Then run the same line again.`);
    expect(howToInstall([...missing], 'fedora', [])).toContain('sudo dnf install xorg-x11-server-Xvfb gnome-keyring\n');
    expect(howToInstall([...missing], 'arch', [])).toContain(
      'sudo pacman -S --needed xorg-server-xvfb gnome-keyring\n',
    );
  });

  test('name the packages on an unknown system', () => {
    const text = howToInstall([...missing], undefined, []);
    expect(text).toContain('dnf install xorg-x11-server-Xvfb');
    expect(text).toContain('pacman -S --needed xorg-server-xvfb');
  });
});

describe.skipIf(process.platform !== 'linux')('the search for missing packages', () => {
  const path = process.env.PATH;
  const folder = mkdtempSync(join(tmpdir(), 'path-'));
  afterEach(() => {
    process.env.PATH = path;
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  test('names exactly the commands that are not in the PATH', async () => {
    symlinkSync(process.execPath, join(folder, 'dbus-daemon'));
    process.env.PATH = folder;
    expect(await findMissing(['display', 'dbus'], process.execPath)).toEqual([
      { need: 'display', what: 'the command Xvfb' },
      { need: 'dbus', what: 'the command dbus-run-session' },
      { need: 'dbus', what: 'the command dbus-send' },
    ]);
  });

  test('goes on without optional ones that it may not install, not without others', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1_000);
    process.env.PATH = folder;
    const ensure = (needs: ('dbus' | 'shells')[]) =>
      ensureSystemPackages({ needs, electronExecutable: process.execPath });
    expect(await ensure(['shells'])).toBe('without the command zsh, the command fish, the command tmux');
    await expect(ensure(['dbus', 'shells'])).rejects.toThrow('the command dbus-daemon');
  });

  test('finds nothing missing on a machine that runs the tests', async () => {
    const electron = process.env.PUNCHCARD_ELECTRON ?? process.execPath;
    expect(await findMissing(['electron', 'keychain', 'font', 'display', 'dbus', 'secret-service'], electron)).toEqual(
      [],
    );
  });
});
