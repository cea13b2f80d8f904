/** Sends thousands of entries created offline through the outbox to the local workspace in the same process. */

import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { openLocalWorkspace } from '../../electron/local/local-workspace.ts';
import { createClient } from '../../electron/service/client.ts';
import { createHttp, DEFAULT_TIMEOUT_MS } from '../../electron/service/http.ts';
import { Task, Workspace } from '../../electron/service/records.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { atMost, type Bench, figure, timesBare } from './figures.ts';
import { ACCOUNT, countRows, entryOf, openParts } from './parts.ts';

const ENTRIES = 2_500;
const TASKS = 200;
const MINUTE = 60_000;
const MB = 1024 * 1024;

export const drain: Bench = {
  name: 'drain',
  async run(folder) {
    const workspace = openLocalWorkspace({ path: ':memory:' });
    const { token, user } = workspace.openSession();
    const http = createHttp({
      baseUrl: 'http://punchcard.local/api',
      transport: async (url, init) => workspace.fetch(new Request(url, init)),
      userAgent: 'Punchcard/bench',
      credential: () => token,
    });
    const tasks = await makeTasks(http.baseUrl, token, (request) => workspace.fetch(request));
    const { database, outbox, changes } = openParts(folder, { userId: user.id });

    const first = Date.now() - ENTRIES * MINUTE - MINUTE;
    const batch = Array.from({ length: ENTRIES }, (_, index) => {
      const start = first + index * MINUTE;
      return entryOf(`entry-${index}`, tasks[index % tasks.length] ?? never(), start, start + MINUTE - 1);
    });
    changes.apply({ accountId: ACCOUNT, entries: batch, notBefore: first, toast: 'Done' });
    batch.length = 0;

    const heapBefore = heapUsed();
    const pssBefore = pss();
    let pssPeak = pssBefore;
    const watch = setInterval(() => {
      pssPeak = Math.max(pssPeak, pss());
    }, 500);
    const start = performance.now();
    outbox.startSending({ accountId: ACCOUNT, userId: user.id, server: 'pm.example.org', client: createClient(http) });
    await outbox.idle();
    const seconds = (performance.now() - start) / 1000;
    clearInterval(watch);
    const left = outbox.count(ACCOUNT);
    if (left > 0) throw new Error(`${left} entries are still waiting`);

    // The timer of each request's time limit stays until it expires.
    await delay(DEFAULT_TIMEOUT_MS + 1_000);
    const heapAfter = heapUsed();
    const how = `${ENTRIES.toLocaleString('en')} entries made offline are sent to the local workspace in the same process`;
    const figures = [
      figure('drain: time per entry', { unit: 'ms', values: (seconds * 1000) / ENTRIES, how: `${how}.` }),
      figure('drain: outbox rows per entry', {
        unit: '',
        values: countRows(database, 'outbox') / ENTRIES,
        goal: atMost(1),
        how: `${how}; rows afterwards.`,
      }),
      figure('drain: memory at most', {
        unit: 'MB',
        values: pssPeak / MB,
        bare: pssBefore / MB,
        how: `${how}; read every half second (PSS), beside the same process before.`,
      }),
      figure('drain: heap after', {
        unit: 'MB',
        values: heapAfter / MB,
        bare: heapBefore / MB,
        goal: timesBare(1.5),
        how: `${how}; after garbage collection, beside the same process before.`,
      }),
    ];
    outbox.close();
    database.close();
    workspace.close();
    return figures;
  },
};

async function makeTasks(
  baseUrl: string,
  token: string,
  fetch: (request: Request) => Promise<Response> | Response,
): Promise<TaskRef[]> {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return (await fetch(new Request(baseUrl + path, init))).json();
  };
  const [workspace] = z.array(Workspace).parse(await ask('GET', '/workspace'));
  const [project] = z.array(Workspace).parse(await ask('GET', `/project?workspaceId=${workspace?.id}`));
  const tasks: TaskRef[] = [];
  for (let number = 0; number < TASKS; number += 1) {
    const body = { title: `Task ${number}`, description: '', priority: 'medium', status: 'to-do' };
    const task = Task.parse(await ask('POST', `/task/${project?.id}`, body));
    tasks.push({
      taskId: task.id,
      identifier: `ME-${task.number ?? number}`,
      title: `Task ${number}`,
      projectName: 'Personal',
    });
  }
  return tasks;
}

let collect: (() => void) | undefined;

/** Used heap after garbage collection, in bytes. */
function heapUsed(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Proportional set size of this process in bytes; elsewhere than on Linux the resident set. */
function pss(): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux.
  }
  return process.memoryUsage.rss();
}

function never(): never {
  throw new Error('there is no task');
}
