import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { startDesktopSession } from '../../build/desktop-session.mjs';
import { startOuterDesktop } from '../../build/outer-desktop.mjs';
import { run } from '../../build/run.mjs';

describe.skipIf(process.platform !== 'linux')('a running desktop', () => {
  test('notices a program that uses its bus, its display or its home folder', async () => {
    const outer = await startOuterDesktop();
    try {
      const ask = ['--session', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListNames'];
      await run('dbus-send', ask, { env: outer.env });
      // Says that it is on the display, and waits there for a window that never appears.
      const waiting = ['xdotool', 'getmouselocation', 'search', '--sync', '--name', 'no such window'];
      const onDisplay = spawn('stdbuf', ['-oL', ...waiting], { env: outer.env });
      await once(onDisplay.stdout, 'data');
      await run('sh', ['-c', 'echo left > "$HOME/left"'], { env: outer.env });
      const seen = await outer.endWatch();
      onDisplay.kill();
      expect(seen.map((one) => one.replace(/:.*/, ''))).toEqual([
        'on the bus',
        '1 more programs at once on the display',
        'left changed in the home folder',
      ]);
    } finally {
      await outer.stop();
    }
  });

  test('is not touched by a session started inside it', async () => {
    const outer = await startOuterDesktop();
    try {
      const inner = await startDesktopSession(outer.env);
      const notify = `dbus-send --session --dest=org.freedesktop.Notifications --print-reply /org/freedesktop/Notifications \\
        org.freedesktop.Notifications.GetServerInformation`;
      const asked = await run('sh', ['-c', `xdotool getmouselocation; touch "$HOME/left"; ${notify}`], {
        env: inner.env,
      });
      await inner.stop();
      expect(asked.output).toContain('org.freedesktop.DBus.Error.ServiceUnknown');
      expect(await outer.endWatch()).toEqual([]);
    } finally {
      await outer.stop();
    }
  });
});
