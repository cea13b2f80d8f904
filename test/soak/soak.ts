/**
 * Run by build/soak.mjs: `soak.ts MINUTES SEED`. A simulated person uses the whole app with a faulty server on loopback: errors, late,
 * missing and lost answers, dropped sockets, outages, sleep and wake-ups. Prints memory, handles and rows every ten seconds. Exits with
 * 1 if a figure grew, a write was left, or the app rejected most commands.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { readCounts } from '../../electron/store/row-counts.ts';
import type { CommandName, Payload } from '../../shared/contract/index.ts';
import { launchApp, type RunningApp } from '../app/app.ts';
import { readProc, treeOf } from '../app/processes.ts';
import { type Service, startService } from '../app/service.ts';
import { signIn, untilState } from '../app/steps.ts';
import { createChance } from '../hostile/chance.ts';
import { judge, type Sample } from './judge.ts';

const SECOND = 1000;
const SAMPLE_MS = 10 * SECOND;
/** So often, a second apart, the last writes are looked for: the app tries again after five minutes at the latest. */
const LAST_LOOKS = 300;
/** The required share of accepted commands: an app that rejects everything would not grow. */
const LEAST_TAKEN = 0.5;
/** Tables with rows for actions. */
const WORK = new Set(['time_entry', 'outbox', 'server_id', 'away_segment', 'away_answer', 'entry_successor']);

const [minutes, seed] = process.argv.slice(2).map(Number);
const endAt = performance.now() + (minutes ?? 30) * 60 * SECOND;
const { next: chance, between } = createChance(seed ?? 1);

const service = await startService();
const port = Number(new URL(service.address).port);
// With garbage collection before each sample, so that only used memory is measured.
const app = await launchApp({ args: ['--js-flags=--expose-gc'] });
let code = 1;
try {
  code = await soak(service, app);
} finally {
  await app.kill();
  await service.stop();
}
process.exit(code);

async function soak(service: Service, app: RunningApp): Promise<number> {
  const page = await signIn(app, service);
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  const taskIds = tasks.tasks.map(({ id }) => id);
  const faults = { errors: 0, late: 0, never: 0, dropped: 0, sockets: 0, gone: 0, sleeps: 0, reloads: 0 };
  /** Commands sent, those accepted, and of these those that may leave rows. */
  let asked = 0;
  let taken = 0;
  let done = 0;
  let isWell = false;

  service.served.intercept = meddle;
  async function meddle(request: Request) {
    if (isWell) return undefined;
    const dice = chance();
    if (dice < 0.04) {
      faults.errors += 1;
      return new Response('{"message":"Internal Server Error"}', { status: 500 });
    }
    if (dice < 0.05) {
      faults.errors += 1;
      return new Response('<html>', { status: 200, headers: { 'Content-Type': 'text/html' } });
    }
    if (dice < 0.09) {
      faults.dropped += 1;
      return 'drop' as const;
    }
    if (dice < 0.12 && request.method !== 'GET') {
      faults.dropped += 1;
      return 'commit-then-drop' as const;
    }
    if (dice < 0.2) {
      faults.late += 1;
      await delay(between(200, 3_000));
    } else if (dice < 0.21) {
      faults.never += 1;
      await delay(40 * SECOND);
      return 'drop' as const;
    }
    return undefined;
  }

  /** True if the app accepted it. */
  async function send<N extends CommandName>(name: N, payload: Payload<N>): Promise<boolean> {
    asked += 1;
    const { ok } = await page.evaluate(([command, body]) => window.punchcard.send(command, body as never), [
      name,
      payload,
    ] as const);
    if (ok) taken += 1;
    return ok;
  }

  async function act(): Promise<void> {
    const taskId = taskIds[between(0, taskIds.length)] ?? '';
    const dice = between(0, 12);
    let isTaken = false;
    if (dice < 2) isTaken = await send('timer.start', { taskId });
    else if (dice < 4) isTaken = await send('timer.stop', {});
    else if (dice === 4) isTaken = await send('timer.set-note', { note: `note ${between(0, 1000)}` });
    else if (dice === 5) await send('tasks.refresh', {});
    else if (dice === 6) await send('board.open', {});
    else if (dice === 7) await send('tasks.open-page', { taskId });
    else if (dice === 8) {
      await service.call('PUT', `/task/priority/${taskId}`, { priority: chance() < 0.5 ? 'high' : 'low' });
    } else if (dice === 9) {
      for (const tab of ['Time', 'Board', 'My tasks'])
        await page.getByRole('tab', { name: tab }).click({ timeout: 3_000 });
    } else if (dice === 10) await send('window.hide', {});
    else await app.electron.evaluate(({ app: main }) => main.emit('activate'));
    if (isTaken) done += 1;
  }

  const power = (event: 'suspend' | 'resume') =>
    app.electron.evaluate(({ powerMonitor }, name) => powerMonitor.emit(name), event);

  async function disturb(): Promise<void> {
    const dice = between(0, 4);
    if (dice === 0) {
      faults.sockets += 1;
      service.served.dropSockets();
    } else if (dice === 1) {
      faults.gone += 1;
      await service.served.close();
      await delay(between(2, 8) * SECOND);
      await service.reopen(port);
      service.served.intercept = meddle;
    } else if (dice === 2) {
      faults.sleeps += 1;
      await power('suspend');
      await delay(3 * SECOND);
      await power('resume');
    } else {
      faults.reloads += 1;
      await page.reload();
      await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    }
  }

  const samples: Sample[] = [];
  const start = performance.now();
  console.info('    min  memory MB  handles  rows  rows of work  things done');
  let sampleAt = start + SAMPLE_MS;
  let disturbAt = start + 5 * SECOND;
  while (performance.now() < endAt) {
    // The page may be reloading; a person would click again.
    await act().catch(() => undefined);
    if (performance.now() > disturbAt) {
      await disturb();
      disturbAt = performance.now() + between(8, 20) * SECOND;
    }
    if (performance.now() > sampleAt) {
      const sample = await look(page, app, performance.now() - start, done);
      samples.push(sample);
      console.info(line(sample));
      sampleAt = performance.now() + SAMPLE_MS;
    }
    await delay(between(100, 900));
  }

  isWell = true;
  await send('timer.stop', {}).catch(() => undefined);
  await untilState(page, ({ time }) => time.running === null);
  await send('outbox.send-now', {});
  const countLeft = async () =>
    (await untilState(page, () => true)).outbox.items.filter(({ state }) => state !== 'needs-you').length;
  let left = await countLeft();
  for (let look = 0; look < LAST_LOOKS && left > 0; look += 1) {
    await delay(SECOND);
    left = await countLeft();
  }

  console.info(
    `faults: ${Object.entries(faults)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  );
  const verdicts = judge(samples);
  for (const { name, before, after, limit, ok } of verdicts) {
    console.info(
      `${ok ? 'steady' : 'GREW  '} ${name}: ${before.toFixed(0)} → ${after.toFixed(0)} (at most ${limit.toFixed(0)})`,
    );
  }
  console.info(left === 0 ? 'every write has left' : 'NOT every write has left');
  const hasWorked = taken >= asked * LEAST_TAKEN;
  console.info(`${hasWorked ? 'took' : 'took ONLY'} ${taken} of ${asked} commands`);
  return verdicts.every(({ ok }) => ok) && left === 0 && hasWorked ? 0 : 1;
}

async function look(page: Page, app: RunningApp, at: number, done: number): Promise<Sample> {
  const tidy = () => Reflect.get(globalThis, 'gc')?.();
  await page.evaluate(tidy).catch(() => undefined);
  await app.electron.evaluate(() => Reflect.get(globalThis, 'gc')?.());
  const database = new DatabaseSync(join(app.dataFolder, 'punchcard.sqlite'), { readOnly: true });
  const { rows } = readCounts(database);
  database.close();
  const sum = (isWork: boolean) =>
    Object.entries(rows).reduce((total, [name, count]) => total + (WORK.has(name) === isWork ? count : 0), 0);
  return {
    at,
    memory: treeOf(app.pid).reduce((total, pid) => total + ownMemoryOf(pid), 0),
    handles: handlesOf(app.pid),
    rows: sum(false),
    doneRows: sum(true),
    done,
  };
}

/** Private memory (MB), without mapped files, whose share depends on other processes. 0 for an exited process. */
function ownMemoryOf(pid: number): number {
  const rollup = readProc(pid, 'smaps_rollup');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0);
  return (of('Pss_Anon') + of('Pss_Shmem')) / 1024;
}

/** Without the handles of the test's own connection. */
function handlesOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(join(folder, fd)) !== '';
    } catch {
      return false;
    }
  }).length;
}

function line({ at, memory, handles, rows, doneRows, done }: Sample): string {
  const cells: [string, number][] = [
    [(at / 60_000).toFixed(1), 7],
    [memory.toFixed(0), 11],
    [String(handles), 9],
    [String(rows), 6],
    [String(doneRows), 14],
    [String(done), 13],
  ];
  return cells.map(([text, width]) => text.padStart(width)).join('');
}
