/** The requests to a real X server. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import { queryPointer, skipTaskbar } from '../../../../electron/desktop/windows/x11-client.ts';

describe.runIf(process.platform === 'linux')('a real X server', () => {
  test.each([
    [123, 45],
    [0, 0],
    [2000, 1500],
  ])('returns the pointer’s position: %i, %i', async (x, y) => {
    execFileSync('xdotool', ['mousemove', String(x), String(y)]);
    expect(await queryPointer()).toEqual({ x, y });
  });

  test('accepts the message for the window manager', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const root = Buffer.alloc(4);
    root.writeUInt32LE(1);
    await skipTaskbar(root);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

test('a missing display is no error', async () => {
  vi.stubEnv('DISPLAY', ':65000');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await queryPointer()).toBeUndefined();
  expect(warn).toHaveBeenCalled();
  vi.stubEnv('DISPLAY', '');
  expect(await queryPointer()).toBeUndefined();
  warn.mockRestore();
  vi.unstubAllEnvs();
});
