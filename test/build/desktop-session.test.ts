import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { watchDescendants } from '../../build/descendants.mjs';
import { runInDesktopSessions } from '../../build/desktop-session.mjs';
import { run } from '../../build/run.mjs';
import { startVirtualDisplay } from '../../build/virtual-display.mjs';

const script = join(import.meta.dirname, '..', '..', 'build', 'desktop-session.mjs');

/** Processes whose environment names this session's folder. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`PUNCHCARD_SESSION=${folder}`)
      );
    } catch {
      return false;
    }
  });
}

describe.skipIf(process.platform !== 'linux')('a desktop session', () => {
  test('provides a display, a bus with a Secret Service and an empty home, returns the exit code and leaves nothing behind', async () => {
    const inside = `
      [ -n "$DISPLAY" ] && [ -S "/tmp/.X11-unix/X\${DISPLAY#:}" ] || exit 10
      dbus-send --session --dest=org.freedesktop.DBus --print-reply /org/freedesktop/DBus \\
        org.freedesktop.DBus.GetNameOwner string:org.freedesktop.secrets >/dev/null || exit 11
      [ "$HOME" = "$PUNCHCARD_SESSION/home" ] || exit 12
      sleep 600 & # forgotten by the command
      echo "$PUNCHCARD_SESSION"
      exit 7`;
    const { code, output } = await run(process.execPath, [script, 'bash', '-c', inside]);
    expect(code, output).toBe(7);
    const folder = output.trim();
    expect(folder).toMatch(/^\//);
    expect(existsSync(folder)).toBe(false);
    expect(processesOf(folder)).toEqual([]);
  });

  test('ends a detached process that hides its environment and ignores SIGTERM, as a hung Electron does', async () => {
    const inside = `env -i setsid bash -c 'trap "" TERM; echo $$; while :; do sleep 0.1; done' & read`;
    const parent = spawn('bash', ['-c', inside], { stdio: ['pipe', 'pipe', 'inherit'] });
    const descendants = watchDescendants(parent.pid ?? 0);
    const [output] = await once(parent.stdout, 'data');
    const pid = Number(String(output));
    expect(descendants.look()).toContain(pid);
    // Its parent ends, and it becomes an orphan.
    parent.stdin.end();
    await once(parent, 'exit');
    await descendants.endLeftBehind();
    // Where no init reaps orphans, a zombie's id stays, with an empty command line.
    const commandLine = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
    expect(commandLine).toBe('');
  });

  test('inherits only the time zone of a running desktop', async () => {
    const foreign: Record<string, string> = {
      DISPLAY: ':4711',
      XAUTHORITY: '/nowhere/xauthority',
      WAYLAND_DISPLAY: 'wayland-4711',
      SWAYSOCK: '/nowhere/sway.sock',
      XDG_SESSION_TYPE: 'wayland',
      XDG_SESSION_ID: '4711',
      XDG_CURRENT_DESKTOP: 'KDE',
      XDG_DATA_DIRS: '/nowhere/share:/usr/share',
      XDG_CONFIG_DIRS: '/nowhere/xdg',
      DESKTOP_SESSION: 'plasmawayland',
      KDE_FULL_SESSION: 'true',
      GTK_MODULES: 'nowhere-module',
      GTK_THEME: 'Adwaita:dark',
      GTK_USE_PORTAL: '1',
      QT_QPA_PLATFORM: 'wayland',
      XMODIFIERS: '@im=fcitx',
      ACCESSIBILITY_ENABLED: '1',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus',
      DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nowhere/system-bus',
      SSH_AUTH_SOCK: '/nowhere/ssh',
      GNOME_KEYRING_CONTROL: '/nowhere/keyring',
      LANG: 'de_DE.UTF-8',
      LANGUAGE: 'de',
      LC_ALL: 'de_DE.UTF-8',
      LC_TIME: 'de_DE.UTF-8',
      http_proxy: 'http://127.0.0.1:9',
      NODE_OPTIONS: '--no-warnings',
      npm_config_registry: 'http://127.0.0.1:9',
      ELECTRON_OZONE_PLATFORM_HINT: 'wayland',
      ELECTRON_ENABLE_LOGGING: '1',
    };
    const look = `console.log(JSON.stringify({ env: process.env, ...Intl.DateTimeFormat().resolvedOptions() }))`;
    const { code, output } = await run(process.execPath, [script, process.execPath, '-e', look], {
      env: { ...process.env, ...foreign, TZ: 'Pacific/Auckland' },
    });
    expect(code, output).toBe(0);
    const { env, locale, timeZone } = JSON.parse(output);
    const left = Object.entries(foreign).filter(([name, value]) => env[name] === value);
    expect(left).toEqual([]);
    expect({ locale, timeZone }).toEqual({ locale: expect.stringMatching(/^en/), timeZone: 'Pacific/Auckland' });
  });

  test('starts no service that a program requests by name on the bus', async () => {
    const ask = ['--session', '--dest=org.freedesktop.DBus', '--print-reply', '/org/freedesktop/DBus'];
    const { code, output } = await run(process.execPath, [
      script,
      'dbus-send',
      ...ask,
      'org.freedesktop.DBus.ListActivatableNames',
    ]);
    expect(code, output).toBe(0);
    expect([...output.matchAll(/string "(.*)"/g)].map(([, name]) => name)).toEqual(['org.freedesktop.DBus']);
  });

  test('sees none of the installed applications', async () => {
    const inside = 'IFS=:; for folder in $XDG_DATA_DIRS; do ls "$folder" "$folder/applications" 2>/dev/null; done';
    const { output } = await run(process.execPath, [script, 'bash', '-c', inside]);
    expect(output).toContain('icons\n');
    expect(output).not.toContain('.desktop');
  });

  test('two sessions at once share nothing and leave nothing behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'punchcard-two-'));
    const said = join(folder, 'said');
    const code = await runInDesktopSessions(2, 'bash', ['-c', `printf %s "$PUNCHCARD_SESSIONS" > '${said}'`]);
    expect(code).toBe(0);
    const [one, other, ...more]: Record<string, string>[] = JSON.parse(readFileSync(said, 'utf8'));
    rmSync(folder, { recursive: true });
    expect(more).toEqual([]);
    for (const name of ['DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'HOME', 'XDG_RUNTIME_DIR', 'TMPDIR']) {
      expect(one?.[name]).toMatch(/./);
      expect(other?.[name]).toMatch(/./);
      expect(one?.[name]).not.toBe(other?.[name]);
    }
    for (const session of [one, other]) {
      expect(existsSync(session?.PUNCHCARD_SESSION ?? '/')).toBe(false);
      expect(processesOf(session?.PUNCHCARD_SESSION ?? '')).toEqual([]);
    }
  });

  test('passes SIGTERM on and cleans up', async () => {
    const inside = 'trap "echo told; exit 5" TERM; echo "$PUNCHCARD_SESSION"; while :; do sleep 0.1; done';
    const session = spawn(process.execPath, [script, 'bash', '-c', inside], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    session.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.endsWith('\n') && !output.includes('told')) session.kill('SIGTERM');
    });
    const [code] = await once(session, 'close');
    const [folder = '', told] = output.trim().split('\n');
    expect({ code, told }).toEqual({ code: 5, told: 'told' });
    expect(existsSync(folder)).toBe(false);
    expect(processesOf(folder)).toEqual([]);
  });
});

test.skipIf(process.platform !== 'linux')('a stopped display is gone', async () => {
  const { display, stop } = await startVirtualDisplay();
  // Another display may take the number at once, with a socket of its own.
  const socket = () => statSync(`/tmp/.X11-unix/X${display.slice(1)}`, { throwIfNoEntry: false })?.ino;
  const before = socket();
  expect(before).toBeDefined();
  await stop();
  expect(socket()).not.toBe(before);
});
