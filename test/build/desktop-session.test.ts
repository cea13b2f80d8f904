import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
  test('gives a display, a bus with a Secret Service and an empty home; passes the exit code; leaves nothing behind', async () => {
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
    // The inner shell outlives the first look, then its parent ends and it becomes an orphan.
    const inside = `env -i setsid bash -c 'trap "" TERM; echo $$; while :; do sleep 0.1; done' & sleep 1.2`;
    const { output } = await run(process.execPath, [script, 'bash', '-c', inside]);
    const pid = output.trim();
    expect(pid).toMatch(/^\d+$/);
    // Where no init reaps orphans, a zombie's id stays, with an empty command line.
    const commandLine = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
    expect(commandLine).toBe('');
  });

  test('two at once have nothing in common, and nothing is left of either', async () => {
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

  test('passes SIGTERM on and tidies up after it', async () => {
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

test.skipIf(process.platform !== 'linux')('a display is gone once it is stopped', async () => {
  const { display, stop } = await startVirtualDisplay();
  const socket = `/tmp/.X11-unix/X${display.slice(1)}`;
  expect(existsSync(socket)).toBe(true);
  await stop();
  expect(existsSync(socket)).toBe(false);
});
