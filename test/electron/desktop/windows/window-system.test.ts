/** Restarting in place for another window system, and its line in the diagnostics. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const WHY = 'PUNCHCARD_WINDOW_SYSTEM';
const chosen = { use: 'x11', why: 'popover at the tray' } as const;
const { execve, argv } = process;
const execute = vi.fn<NonNullable<typeof process.execve>>();
/** The calls on the lock and the process, in order. */
let events: string[] = [];
let isTakenByAnother = false;
const lock = {
  release: () => void events.push('release'),
  take() {
    events.push('take');
    return !isTakenByAnother;
  },
};

beforeEach(() => {
  events = [];
  isTakenByAnother = false;
  execute.mockReset();
  // The real one does not return.
  execute.mockImplementation(() => {
    events.push('begin again');
    throw new Error('not allowed here');
  });
  process.execve = execute;
  process.argv = ['electron', 'app', '--hidden'];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.doMock('electron', () => ({ app: { commandLine: { getSwitchValue: () => 'x11' } } }));
});
afterEach(() => {
  if (execve === undefined) delete process.execve;
  else process.execve = execve;
  process.argv = argv;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Loads the module as a new process does. */
async function load() {
  vi.resetModules();
  return import('../../../../electron/desktop/windows/window-system.ts');
}

test('starts the same program with the switch and the reason, after releasing the lock', async () => {
  const { restartWithWindowSystem } = await load();
  expect(restartWithWindowSystem(chosen, lock)).toBe(true);
  expect(events).toEqual(['release', 'begin again', 'take']);
  const [file, args, env] = execute.mock.calls[0] ?? [];
  expect(file).toBe(process.execPath);
  expect(args).toEqual([process.execPath, 'app', '--hidden', '--ozone-platform=x11']);
  expect(env).toMatchObject({ PATH: process.env.PATH, [WHY]: chosen.why });
});

test('if the system does not allow it, a process that took the lock meanwhile keeps it', async () => {
  isTakenByAnother = true;
  const { restartWithWindowSystem } = await load();
  expect(restartWithWindowSystem(chosen, lock)).toBe(false);
});

test('restarts only once, and child processes do not get the reason', async () => {
  vi.stubEnv(WHY, chosen.why);
  vi.stubEnv('XDG_SESSION_TYPE', 'wayland');
  const { describeWindowSystem, restartWithWindowSystem } = await load();
  expect(process.env[WHY]).toBeUndefined();
  expect(describeWindowSystem()).toBe('XWayland (popover at the tray)');
  expect(restartWithWindowSystem({ use: 'wayland', why: 'setting' }, lock)).toBe(true);
  // The lock was never released.
  expect(events).toEqual([]);
});

test('does nothing without execve', async () => {
  delete process.execve;
  const { restartWithWindowSystem } = await load();
  expect(restartWithWindowSystem(chosen, lock)).toBe(true);
  expect(events).toEqual([]);
});
