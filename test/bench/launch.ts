/**
 * Starts Punchcard and the bare app without debugger or Playwright. watch.cjs reports what they show; the session's D-Bus reports the
 * tray icon.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { electronCommand, launchApp, makeDataFolder } from '../app/app.ts';
import { pssOf, readProc, threadsOf, treeOf } from '../app/processes.ts';
import { type Service, startService } from '../app/service.ts';
import { signIn, untilState } from '../app/steps.ts';
import { pause } from './figures.ts';

export interface Subject {
  name: 'bare' | 'punchcard';
  folder: string;
  dataFolder: string;
  /** Another program than the usual one. */
  electron?: string;
}

export interface Launched {
  /** Before the process was created (Unix ms). */
  startedAt: number;
  pid: number;
  /** The time of the first report at or after `since` (Unix ms). */
  at(what: 'list' | 'shown' | 'line' | 'letter' | 'hidden', since?: number): Promise<number>;
  end(): Promise<void>;
}

const TASKS = 100;
const WAIT_MS = 60_000;

/** A data folder of a signed-in person with a hundred tasks in the stored list. `also`: what that person did as well. */
export async function prepare({
  realtime = true,
  also = async () => undefined,
}: {
  realtime?: boolean;
  also?: (page: Page) => Promise<unknown>;
} = {}): Promise<{
  service: Service;
  bare: Subject;
  punchcard: Subject;
  wire: Wire;
  stop(): Promise<void>;
}> {
  const service = await startService({ sample: false, realtime });
  await assignTasks(service, TASKS);
  const wire = await openWire(Number(new URL(service.address).port));
  const dataFolder = makeDataFolder();
  const app = await launchApp({ dataFolder });
  const page = await signIn(app, { ...service, address: wire.url, served: service.served });
  await untilState(page, ({ tasks }) => tasks.tasks.length === TASKS);
  // Otherwise it hides when it loses the focus.
  await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
  await also(page);
  await app.quit();
  const bareData = mkdtempSync(join(tmpdir(), 'bare-data-'));
  return {
    service,
    wire,
    bare: { name: 'bare', folder: join(import.meta.dirname, 'bare'), dataFolder: bareData },
    punchcard: { name: 'punchcard', folder: join(import.meta.dirname, '..', '..'), dataFolder },
    async stop() {
      wire.close();
      await service.stop();
      for (const folder of [dataFolder, bareData]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function assignTasks({ call }: Service, count: number): Promise<void> {
  const request = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const Ids = z.array(z.object({ id: z.string() }));
  const [workspace] = Ids.parse(await request('GET', '/workspace'));
  const [project] = Ids.parse(await request('GET', `/project?workspaceId=${workspace?.id}`));
  const session = z.object({ user: z.object({ id: z.string() }) }).parse(await request('GET', '/auth/get-session'));
  const columns = z.array(z.object({ slug: z.string() })).parse(await request('GET', `/column/${project?.id}`));
  for (let number = 1; number <= count; number += 1) {
    await request('POST', `/task/${project?.id}`, {
      title: `Task ${number}: what there is to do, in as many words as usual`,
      description: '',
      priority: 'medium',
      status: columns[0]?.slug,
      userId: session.user.id,
    });
  }
}

/** A proxy to a port that counts bytes. */
export interface Wire {
  url: string;
  bytes: { up: number; down: number };
  close(): void;
}

async function openWire(port: number): Promise<Wire> {
  const bytes = { up: 0, down: 0 };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to, direction] of [
      [near, far, 'up'],
      [far, near, 'down'],
    ] as const) {
      open.add(from);
      from.on('data', (data) => {
        bytes[direction] += data.length;
      });
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

export function launch({ name, folder, dataFolder, electron }: Subject, args: string[] = []): Launched {
  const { executablePath, args: usual, env } = electronCommand({ dataFolder, args });
  const watch = ['-r', join(import.meta.dirname, 'watch.cjs')];
  const startedAt = Date.now();
  const child = spawn(electron ?? executablePath, [...watch, folder, ...usual.slice(1)], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const reports: { what: string; at: number }[] = [];
  let text = '';
  let onTold: () => void = () => undefined;
  child.stdout.on('data', (chunk) => {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const [, what = '', at] = /^bench:(\w+) (\d+)$/.exec(line) ?? [];
      if (at !== undefined) reports.push({ what, at: Number(at) });
    }
    onTold();
  });
  let isOver = false;
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      isOver = true;
      onTold();
      resolve();
    }),
  );
  return {
    startedAt,
    pid: child.pid ?? 0,
    async at(what, since = 0) {
      const find = () => reports.find((one) => one.what === what && one.at >= since)?.at;
      return new Promise((resolve, reject) => {
        const fail = (why: string) =>
          reject(new Error(`${name}: no “${what}” ${why}; reported: ${reports.map((one) => one.what).join(', ')}`));
        const limit = setTimeout(() => fail(`within ${WAIT_MS} ms`), WAIT_MS);
        onTold = () => {
          const at = find();
          if (at === undefined && !isOver) return;
          clearTimeout(limit);
          if (at === undefined) fail('before its end');
          else resolve(at);
        };
        onTold();
      });
    },
    async end() {
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(limit);
    },
  };
}

/** The program in a copy of its folder, because pages of a shared file would be divided between the apps (PSS). */
export function copyOfElectron(to: string): string {
  const { executablePath } = electronCommand({ dataFolder: '' });
  cpSync(dirname(executablePath), to, { recursive: true });
  return join(to, basename(executablePath));
}

/** An app that needs less of a core than this, so many seconds in a row, has done the work of its start. */
const [IDLE_SHARE, LOOKS, LOOK_MS] = [0.05, 3, 1_000];

/** Waits for the work of the start, which takes as long as the machine is busy. */
export async function untilIdle({ pid }: Launched): Promise<void> {
  let before = usageOf(pid).cpuMs;
  for (let quiet = 0; quiet < LOOKS; ) {
    await pause(LOOK_MS);
    const { cpuMs } = usageOf(pid);
    quiet = cpuMs - before < IDLE_SHARE * LOOK_MS ? quiet + 1 : 0;
    before = cpuMs;
  }
}

/** Memory of the process tree (PSS), in bytes. */
export const memoryOf = (pid: number): number => treeOf(pid).reduce((sum, one) => sum + pssOf(one), 0);

export interface Usage {
  cpuMs: number;
  /** Voluntary context switches by thread. */
  switches: Map<number, number>;
}

/** Of the process tree so far; its processor time includes exited children. */
export function usageOf(pid: number): Usage {
  let ticks = 0;
  const switches: Usage['switches'] = new Map();
  for (const one of treeOf(pid)) {
    // After the name, which may contain any character: state, parent, …, utime, stime, cutime, cstime.
    const fields = readProc(one, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    for (const index of [11, 12, 13, 14]) ticks += Number(fields[index] ?? 0);
    for (const thread of threadsOf(one)) {
      const status = readProc(one, `task/${thread}/status`);
      switches.set(thread, Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    }
  }
  return { cpuMs: ticks * 10, switches };
}

/** Wake-ups between two readings, of the threads that live at the second one. */
export function wakeUps(before: Usage, after: Usage): number {
  return [...after.switches].reduce((sum, [thread, now]) => sum + now - (before.switches.get(thread) ?? 0), 0);
}
