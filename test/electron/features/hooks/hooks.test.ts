/** Hooks with real programs, in a folder of their own. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatISO } from 'date-fns';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHooks, MAX_RUNS } from '../../../../electron/features/hooks/hooks-service.ts';
import { MAX_OUTPUT, runHook } from '../../../../electron/features/hooks/run-hook.ts';
import { appendToPrivateLog } from '../../../../electron/files/private-file.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { HookEvent } from '../../../../shared/contract/hooks.ts';
import type { TaskView } from '../../../../shared/contract/task-view.ts';
import type { Entry } from '../../../../shared/time/entry.ts';
import { testContext } from '../context.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'punchcard-hooks-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function program(path: string, script: string): string {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const entryOf = (id: string, task: string, title = task): Entry => ({
  id,
  accountId: 'me',
  task: { taskId: task, identifier: task, title, projectName: 'Payments' },
  startTime: '2026-11-19T13:06:00.000Z',
  endTime: null,
  note: '',
  discardedAt: null,
  createdAt: '2026-11-19T13:06:00.000Z',
});

/** `scripts`: the program of each event. The timer runs as `run` says. */
async function desk(scripts: Partial<Record<HookEvent, string>>, before?: Entry) {
  const dir = folder();
  const logPath = join(dir, 'hooks.log');
  const { database } = openDatabase(':memory:', new Date());
  const context = testContext(database, Date.now);
  let running = before;
  const stored = new Map<string, Entry>();
  let chosen: string | null = null;
  const create = () =>
    createHooks(context, {
      time: { running: () => running, entries: { find: (_: string, id: string) => stored.get(id) } as never },
      chooseFile: async () => chosen,
      writeLog: (text) => appendToPrivateLog(logPath, text, 100_000),
    });
  const hooks = create();
  onTestFinished(() => hooks.part.stop());
  for (const [event, script] of Object.entries(scripts)) {
    chosen = program(join(dir, event), script);
    await hooks.choose(event as HookEvent);
  }
  hooks.part.load(null);
  const run = (next: Entry | undefined) => {
    if (running) stored.set(running.id, { ...running, endTime: '2026-11-19T14:00:00.000Z' });
    running = next;
    hooks.timerChanged();
  };
  const log = () => (existsSync(logPath) ? readFileSync(logPath, 'utf8') : '');
  const last = async (event: HookEvent) => (await hooks.read()).find((one) => one.event === event)?.last ?? null;
  return { dir, logPath, hooks, create, run, log, last, choose: (path: string | null) => (chosen = path) };
}

const PRINT =
  'echo "$# $PUNCHCARD_EVENT $PUNCHCARD_TASK $PUNCHCARD_BEFORE $PUNCHCARD_TITLE $PUNCHCARD_START $PUNCHCARD_END"';
const START = formatISO('2026-11-19T13:06:00.000Z');
const END = formatISO('2026-11-19T14:00:00.000Z');

test('gets the task in variables, whatever its title contains, and no arguments', async () => {
  const title = '$(touch pwned); `id` "quoted" \'too\'\n../x | & é';
  const { run, last, log, logPath } = await desk({ started: PRINT });
  run(entryOf('1', 'PAY-134', title));
  await expect.poll(() => last('started')).toMatchObject({ outcome: 'done' });
  expect(log()).toContain(`0 started PAY-134  ${title} ${START} \n`);
  expect(statSync(logPath).mode & 0o777).toBe(0o600);
});

test.runIf(process.platform === 'linux')(
  'a value that no program can be given is named, and the next hook runs',
  async () => {
    const { run, last } = await desk({ started: PRINT, stopped: PRINT });
    run(entryOf('1', 'PAY-1', 'x'.repeat(200_000)));
    await expect.poll(() => last('started')).toMatchObject({ outcome: 'not-started', text: 'E2BIG' });
    run(undefined);
    run(entryOf('2', 'PAY-2', 'a\0b'));
    await expect.poll(() => last('started')).toMatchObject({ outcome: 'not-started', text: 'ERR_INVALID_ARG_VALUE' });
    run(entryOf('3', 'PAY-3', 'short'));
    run(undefined);
    await expect.poll(() => last('stopped')).toMatchObject({ outcome: 'done' });
  },
);

test('tells starting, switching and stopping apart; a new note or time away is none of them', async () => {
  const { hooks, run, log } = await desk({ started: PRINT, switched: PRINT, stopped: PRINT });
  run(entryOf('1', 'PAY-1'));
  run(entryOf('2', 'PAY-1'));
  run(entryOf('3', 'PAY-2'));
  run({ ...entryOf('4', 'PAY-2'), accountId: 'elsewhere' });
  run(undefined);
  await expect.poll(() => log().match(/^0 .*$/gm)).toHaveLength(4);
  expect(hooks.runs().map(({ event, outcome }) => [event, outcome])).toEqual(
    ['stopped', 'switched', 'switched', 'started'].map((event) => [event, 'done']),
  );
  expect(log().match(/^0 .*$/gm)).toEqual([
    `0 started PAY-1  PAY-1 ${START} `,
    `0 switched PAY-2 PAY-1 PAY-2 ${START} `,
    `0 switched PAY-2 PAY-2 PAY-2 ${START} `,
    `0 stopped PAY-2  PAY-2 ${START} ${END}`,
  ]);
});

test('a task that is due and a closed week have hooks of their own', async () => {
  const { hooks, log } = await desk({
    due: 'echo "$PUNCHCARD_TASK $PUNCHCARD_DUE"',
    'week-closed': 'echo "$PUNCHCARD_FROM $PUNCHCARD_TO"',
  });
  const task = { identifier: 'PAY-1', title: 'One', projectName: 'Payments', dueDate: '2026-11-19T13:00:00.000Z' };
  hooks.due([task as TaskView, { ...task, identifier: 'PAY-2' } as TaskView]);
  hooks.weekClosed('2026-11-16');
  await expect
    .poll(() =>
      log()
        .split('\n')
        .filter((line) => !line.includes('{'))
        .join('|'),
    )
    .toBe(`PAY-1 ${task.dueDate}|PAY-2 ${task.dueDate}|2026-11-16 2026-11-22|`);
});

test('a timer that ran before the start is no event, and hooks survive a restart', async () => {
  const { hooks, create, log, last } = await desk({ started: PRINT, stopped: PRINT }, entryOf('1', 'PAY-1'));
  hooks.timerChanged();
  const again = create();
  again.part.load(null);
  again.timerChanged();
  expect((await again.read()).filter(({ on }) => on).map(({ event }) => event)).toEqual(['started', 'stopped']);
  expect(await last('started')).toBeNull();
  expect(log()).toBe('');
});

test('nothing runs while it is switched off, removed, or the dialog was cancelled', async () => {
  const { hooks, run, choose, log } = await desk({ started: PRINT, stopped: PRINT });
  hooks.switch('started', false);
  hooks.remove('stopped');
  choose(null);
  await hooks.choose('stopped');
  run(entryOf('1', 'PAY-1'));
  run(undefined);
  expect((await hooks.read()).map(({ event, on }) => on && event)).not.toContain('started');
  expect(log()).toBe('');
});

test('says how the last run went, and runs again with the same variables', async () => {
  const { dir, hooks, run, last } = await desk({ started: 'echo began; echo no such token >&2; exit 2' });
  run(entryOf('1', 'PAY-1'));
  await expect.poll(() => last('started')).toMatchObject({ outcome: 'failed', code: 2, text: 'no such token' });
  program(join(dir, 'started'), `echo "$PUNCHCARD_TASK" > ${dir}/again`);
  await hooks.runAgain('started');
  expect(readFileSync(join(dir, 'again'), 'utf8')).toBe('PAY-1\n');
  expect(await last('started')).toMatchObject({ outcome: 'done' });
});

test('a file that is missing or not executable is named, and running it fails without an error', async () => {
  const { dir, hooks, run, last } = await desk({ started: 'true', stopped: 'true' });
  chmodSync(join(dir, 'started'), 0o644);
  rmSync(join(dir, 'stopped'));
  expect((await hooks.read()).slice(0, 2).map(({ problem }) => problem)).toEqual(['not-executable', 'missing']);
  run(entryOf('1', 'PAY-1'));
  run(undefined);
  await expect.poll(() => last('started')).toMatchObject({ outcome: 'not-started', text: 'EACCES' });
  await expect.poll(() => last('stopped')).toMatchObject({ outcome: 'not-started', text: 'ENOENT' });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A killed process that nobody has waited for yet.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};
const never = new AbortController().signal;

test('one that takes too long is killed with its children', async () => {
  const dir = folder();
  const path = program(join(dir, 'slow'), `sleep 60 & echo $! > ${dir}/child; echo waiting; wait`);
  const { result, output } = await runHook(path, {}, never, 1_000);
  expect(result).toEqual({ outcome: 'too-long' });
  expect(output).toBe('waiting\n');
  const child = Number(readFileSync(join(dir, 'child'), 'utf8'));
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('what is left in the background counts, and one that detached itself is not waited for', async () => {
  const dir = folder();
  const path = program(join(dir, 'left'), `sleep 60 & echo $! > ${dir}/child`);
  expect((await runHook(path, {}, never, 1_000)).result).toEqual({ outcome: 'too-long' });
  await expect.poll(() => isAlive(Number(readFileSync(join(dir, 'child'), 'utf8')))).toBe(false);
  const detached = program(join(dir, 'detached'), `setsid sleep 5 & echo on; exit 0`);
  expect((await runHook(detached, {}, never, 500)).result).toEqual({ outcome: 'too-long' });
});

test('keeps the beginning of a long output, and a program that floods still ends', async () => {
  const path = program(join(folder(), 'flood'), 'yes 0123456789 | head -c 20000000; exit 0');
  const { result, output } = await runHook(path, {}, never);
  expect(result).toEqual({ outcome: 'done' });
  expect(output).toHaveLength(MAX_OUTPUT);
});

test('the last line of a failure is the last one of a long output', async () => {
  const path = program(join(folder(), 'long'), 'yes 0123456789 | head -c 22000; echo no such token; exit 1');
  expect((await runHook(path, {}, never)).result).toEqual({ outcome: 'failed', code: 1, text: 'no such token' });
});

test('one runs after the other, and quitting ends them', async () => {
  const { dir, hooks, run, log } = await desk({ started: 'touch began; sleep 60', stopped: 'touch too-late' });
  program(join(dir, 'started'), `echo $$ > ${dir}/began; sleep 60`);
  program(join(dir, 'stopped'), `touch ${dir}/too-late`);
  run(entryOf('1', 'PAY-1'));
  run(undefined);
  await expect.poll(() => existsSync(join(dir, 'began')) && readFileSync(join(dir, 'began'), 'utf8')).toMatch(/\d/);
  hooks.part.stop();
  await expect.poll(() => isAlive(Number(readFileSync(join(dir, 'began'), 'utf8')))).toBe(false);
  await expect.poll(log).toContain('too-long');
  expect(existsSync(join(dir, 'too-late'))).toBe(false);
});

test('what a hook changes by a command of its own runs no hook', async () => {
  const { hooks, run, log } = await desk({ started: PRINT, stopped: PRINT });
  await hooks.fromHook(async () => {
    await Promise.resolve();
    // As entry changes tell their listeners.
    await new Promise<void>((resolve) =>
      queueMicrotask(() => {
        run(entryOf('1', 'PAY-1'));
        resolve();
      }),
    );
  });
  run(undefined);
  await expect.poll(log).toContain('0 stopped');
  expect(log()).not.toContain('0 started');
});

test('what an alarm does that was set by a command of a hook runs hooks', async () => {
  const { hooks, run, log } = await desk({ stopped: PRINT }, entryOf('1', 'PAY-1'));
  const rang = Promise.withResolvers<void>();
  await hooks.fromHook(async () => {
    setTimeout(() => {
      run(undefined);
      rang.resolve();
    }, 50);
  });
  await rang.promise;
  await expect.poll(log).toContain('0 stopped');
});

test('programs that set each other off end after a while, which is logged once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  const { hooks, log } = await desk({ due: 'echo ran' });
  const task = { identifier: 'PAY-1', title: 'One', projectName: 'Payments', dueDate: null } as TaskView;
  hooks.due(Array.from({ length: 3 * MAX_RUNS }, () => task));
  await expect.poll(() => log().match(/^ran$/gm)?.length).toBe(MAX_RUNS);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('too many in five minutes'));
});
