/**
 * What further accounts cost: memory and requests of an unused second one, the start with ten, one frozen server among
 * them, and the sums of a week over ten. Each is measured beside the same with one account, or with ten whose servers all answer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchApp, makeDataFolder, type RunningApp } from '../app/app.ts';
import { type Service, startService } from '../app/service.ts';
import { resultOf, sendNow, signIn, untilState } from '../app/steps.ts';
import { startTrayHost, type TrayHost } from '../app/tray-host.ts';
import { type Bench, beyondBare, type Figure, figure, pause, timesBare } from './figures.ts';
import { assignTasks, copyOfElectron, launch, memoryOf, type Subject } from './launch.ts';
import { measureTimesheet, OVER } from './week.bench.ts';

const MB = 1024 * 1024;
const MINUTE = 60_000;
const MANY = 10;
/** Of each account. */
const TASKS = 100;
/** Memory varies by a few hundred kB. */
const READINGS = 5;
/** The requests of a start, and after sockets were opened, are done. */
const SETTLED_MS = 65_000;

interface Profile {
  services: Service[];
  subject: Subject;
  stop(): Promise<void>;
}

/** A data folder of a person with so many accounts, each at a server of its own. */
async function prepareAccounts(count: number): Promise<Profile> {
  const services: Service[] = [];
  const dataFolder = makeDataFolder();
  const app = await launchApp({ dataFolder });
  for (let number = 1; number <= count; number += 1) {
    const service = await startService({ sample: false });
    services.push(service);
    await assignTasks(service, TASKS);
    const page = await signIn(app, service);
    await untilState(
      page,
      ({ accounts, tasks }) => accounts.length === number && tasks.tasks.length === number * TASKS,
    );
    // Otherwise it hides when it loses the focus.
    await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
  }
  await app.quit();
  return {
    services,
    subject: { name: 'punchcard', folder: join(import.meta.dirname, '..', '..'), dataFolder },
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const isOfApp = ({ headers }: { headers: Record<string, string> }) =>
  headers['user-agent']?.startsWith('Punchcard') === true;
const requestsOf = ({ services }: Profile): number =>
  services.reduce((sum, { served }) => sum + served.requests.filter(isOfApp).length, 0);

export const accounts: Bench = {
  name: 'accounts',
  async run(_folder, { isQuick }) {
    const profiles: Profile[] = [];
    const prepared = async (count: number) => {
      const profile = await prepareAccounts(count);
      profiles.push(profile);
      return profile;
    };
    const host = await startTrayHost();
    try {
      const [one, two, ten] = [await prepared(1), await prepared(2), await prepared(MANY)];
      return [
        ...(await starts(one, ten, isQuick)),
        ...(await besideFrozen(ten, isQuick)),
        ...(await atRest(one, two, host, isQuick)),
        ...(await timesheets(one, ten, isQuick)),
      ];
    } finally {
      await host.stop();
      for (const { stop } of profiles) await stop();
    }
  },
};

// ---- Starting ------------------------------------------------------------------------------------------------------

/** Starts with one account, with ten, and with ten of which the last one's server is frozen, in turn. */
async function starts(one: Profile, ten: Profile, isQuick: boolean): Promise<Figure[]> {
  const turns = isQuick ? 5 : 11;
  const times = {
    one: { list: [] as number[], read: [] as number[] },
    ten: { list: [] as number[], read: [] as number[] },
    frozen: { list: [] as number[], read: [] as number[] },
  };
  const busiest = { one: [] as number[], ten: [] as number[], frozen: [] as number[] };
  for (let turn = -1; turn < turns; turn += 1) {
    for (const name of ['one', 'ten', 'frozen'] as const) {
      const profile = name === 'one' ? one : ten;
      const healthy = name === 'frozen' ? profile.services.slice(0, -1) : profile.services;
      const begins = profile.services.map(({ served }) => served.requests.length);
      if (name === 'frozen') freeze(ten);
      const app = launch(profile.subject);
      const painted = await app.at('list');
      const read = await Promise.all(healthy.map((service, at) => listRead(service, begins[at] ?? 0)));
      // The remaining work of the start is done before the next one.
      await pause(1_500);
      await app.end();
      thaw(ten);
      if (turn < 0) continue;
      const answered = profile.services.flatMap(({ served }, at) => served.requests.slice(begins[at]));
      busiest[name].push(mostInASecond(answered.flatMap(({ answeredAt }) => answeredAt ?? [])));
      times[name].list.push(painted - app.startedAt);
      times[name].read.push(Math.max(...read) - app.startedAt);
    }
  }
  const how = `${turns} starts with one account, with ten, and with ten of which one server does not answer, in turn; ${TASKS} tasks each`;
  return [
    figure('ten accounts: start → last known list painted', {
      unit: 'ms',
      values: times.ten.list,
      bare: times.one.list,
      goal: timesBare(1.2),
      how: `${how}; beside one account.`,
    }),
    figure('ten accounts: start → all lists read again', {
      unit: 'ms',
      values: times.ten.read,
      bare: times.one.read,
      how: `${how}; until the last server has answered, beside one account.`,
    }),
    figure('ten accounts: start, most requests in a second', {
      unit: '',
      values: busiest.ten,
      bare: busiest.one,
      how: `${how}; counted at the servers, beside one account.`,
    }),
    figure('one frozen server of ten: start → last known list painted', {
      unit: 'ms',
      values: times.frozen.list,
      bare: times.ten.list,
      goal: timesBare(1.2),
      how: `${how}; beside ten that answer.`,
    }),
    figure('one frozen server of ten: start → the other lists read again', {
      unit: 'ms',
      values: times.frozen.read,
      bare: times.ten.read,
      goal: timesBare(1.2),
      how: `${how}; until the last of the others has answered, beside ten that answer.`,
    }),
  ];
}

/** `at`: in ms. */
function mostInASecond(at: readonly number[]): number {
  return Math.max(0, ...at.map((from) => at.filter((one) => one >= from && one < from + 1_000).length));
}

/** It accepts connections and requests, and answers none. */
function freeze({ services }: Profile): void {
  const frozen = services.at(-1)?.served;
  if (frozen !== undefined) frozen.intercept = () => new Promise(() => undefined);
}

function thaw({ services }: Profile): void {
  const frozen = services.at(-1)?.served;
  if (frozen !== undefined) frozen.intercept = undefined;
}

/** When the first list after so many requests was answered (Unix ms). */
async function listRead({ served }: Service, after: number): Promise<number> {
  for (;;) {
    const list = served.requests
      .slice(after)
      .find(({ path, answeredAt }) => path.includes('/task/assigned') && answeredAt);
    if (list?.answeredAt != null) return list.answeredAt;
    await pause(10);
  }
}

// ---- Working beside a frozen server --------------------------------------------------------------------------------

async function besideFrozen(ten: Profile, isQuick: boolean): Promise<Figure[]> {
  const turns = isQuick ? 6 : 18;
  const times = { answering: newTimes(), frozen: newTimes() };
  const app = await launchApp({ dataFolder: ten.subject.dataFolder });
  try {
    const page = await app.page();
    await untilState(page, ({ accounts: open, tasks }) => {
      const states = open.map(({ state }) => state);
      return tasks.tasks.length === MANY * TASKS && states.length === MANY && states.every((is) => is === 'signed-in');
    });
    for (const name of ['answering', 'frozen'] as const) {
      if (name === 'frozen') freeze(ten);
      // Something waits for the server that may be frozen.
      await changePriority(page, ten, MANY - 1, 0, name);
      await sendNow(app, page);
      for (let turn = 0; turn < turns; turn += 1) {
        const account = turn % (MANY - 1);
        times[name].write.push(await arrival(app, page, ten, account, turn, name));
        // From the account with the frozen server to another one.
        await startTimer(page, ten, MANY - 1, turn);
        times[name].timer.push(await startTimer(page, ten, account, turn));
      }
    }
  } finally {
    thaw(ten);
    await app.quit();
  }
  const how = (what: string) => `${turns} times ${what}, in turn at the nine others; beside ten servers that answer.`;
  return [
    figure('one frozen server of ten: sending → own write at another server', {
      unit: 'ms',
      values: times.frozen.write,
      bare: times.answering.write,
      goal: timesBare(1.2),
      how: how('a changed task is sent, while a change waits for the frozen server'),
    }),
    figure('one frozen server of ten: timer moved from it to another account', {
      unit: 'ms',
      values: times.frozen.timer,
      bare: times.answering.timer,
      goal: timesBare(1.2),
      how: how('a timer is started, from the command to the answer, while one of the frozen server runs'),
    }),
  ];
}

const newTimes = () => ({ write: [] as number[], timer: [] as number[] });

async function taskOf(page: Page, { services }: Profile, account: number, turn: number): Promise<string> {
  const { accounts: open, tasks } = await untilState(page, (state) => state.accounts.length === MANY);
  const id = open.find(({ server }) => services[account]?.address.endsWith(server))?.id;
  return tasks.tasks.filter(({ accountId }) => accountId === id)[turn + 1]?.id ?? '';
}

/** From sending a new priority at once until the server has the request (ms). */
async function arrival(app: RunningApp, page: Page, ten: Profile, account: number, turn: number, name: string) {
  const { requests } = ten.services[account]?.served ?? { requests: [] };
  const before = requests.length;
  await changePriority(page, ten, account, turn, name);
  const begin = performance.now();
  await sendNow(app, page);
  while (!requests.slice(before).some(({ method }) => method === 'PUT')) await pause(2);
  return performance.now() - begin;
}

/** Another priority in each half, so that every command is a change. */
async function changePriority(page: Page, ten: Profile, account: number, turn: number, name: string): Promise<void> {
  const taskId = await taskOf(page, ten, account, turn);
  const priority = name === 'frozen' ? 'low' : 'urgent';
  await resultOf(page, 'tasks.change', { changes: [{ taskId, priority }] });
}

/** From the command until its answer, in the window (ms). */
async function startTimer(page: Page, ten: Profile, account: number, turn: number): Promise<number> {
  const taskId = await taskOf(page, ten, account, turn);
  const { ms, ok } = await page.evaluate(async (id) => {
    const begin = performance.now();
    const answer = await window.punchcard.send('timer.start', { taskId: id });
    return { ms: performance.now() - begin, ok: answer.ok };
  }, taskId);
  if (!ok) throw new Error('The timer did not start.');
  await untilState(page, ({ time }) => time.running?.task.taskId === taskId);
  return ms;
}

// ---- At rest -------------------------------------------------------------------------------------------------------

/** One account and two in the same minutes, each with a copy of Electron (rest.bench.ts says why). */
async function atRest(one: Profile, two: Profile, host: TrayHost, isQuick: boolean): Promise<Figure[]> {
  const minutes = isQuick ? 1 : 3;
  const copies = mkdtempSync(join(tmpdir(), 'electron-'));
  async function observe(profile: Profile, name: string) {
    const electron = copyOfElectron(join(copies, name));
    const app = launch({ ...profile.subject, electron });
    await app.at('list');
    await pause(SETTLED_MS);
    const open = await readings(app.pid);
    const closedAt = Date.now();
    await (await host.item(app.pid)).click();
    await app.at('hidden', closedAt);
    await pause(SETTLED_MS);
    const closed = await readings(app.pid);
    const before = requestsOf(profile);
    await pause(minutes * MINUTE);
    const requests = (requestsOf(profile) - before) / minutes;
    await app.end();
    return { open, closed, requests };
  }
  try {
    const [bare, further] = await Promise.all([observe(one, 'one'), pause(10_000).then(() => observe(two, 'two'))]);
    const how = `One account and two, ${TASKS} tasks each, in the same minutes`;
    return [
      figure('second account: memory, popover open', {
        unit: 'MB',
        values: further.open,
        bare: bare.open,
        goal: beyondBare(8),
        how: `${how}: all processes (PSS), a minute after the start; beside one account.`,
      }),
      figure('second account: memory, popover closed for a minute', {
        unit: 'MB',
        values: further.closed,
        bare: bare.closed,
        goal: beyondBare(8),
        how: `${how}: all processes (PSS), a minute after the popover was closed; beside one account.`,
      }),
      figure('second account: requests a minute, with sockets, popover closed', {
        unit: '',
        values: further.requests,
        bare: bare.requests,
        goal: beyondBare(1),
        how: `${how}: all requests at the servers in ${minutes} minutes; beside one account.`,
      }),
    ];
  } finally {
    rmSync(copies, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readings(pid: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < READINGS) {
    found.push(memoryOf(pid) / MB);
    await pause(500);
  }
  return found;
}

// ---- Time of all accounts ------------------------------------------------------------------------------------------

async function timesheets(one: Profile, ten: Profile, isQuick: boolean): Promise<Figure[]> {
  const times = isQuick ? ([2, 5] as const) : ([5, 20] as const);
  const bare = await measureTimesheet(one.subject.dataFolder, times);
  const further = await measureTimesheet(ten.subject.dataFolder, times);
  const how = `${OVER}, of ten accounts in turn; beside as many of one account`;
  return [
    figure('ten accounts: timesheet of a year opened', {
      unit: 'ms',
      values: further.opened,
      bare: bare.opened,
      goal: timesBare(1.2),
      how: `${how}, from the choice in the menu until its rows are painted.`,
    }),
    figure('ten accounts: a cell typed over → painted, p95', {
      unit: 'ms',
      values: further.edited,
      bare: bare.edited,
      share: 0.95,
      goal: timesBare(1.2),
      how: `${how}, ${times[1]} cells of a week, from Enter until the new length is painted.`,
    }),
  ];
}
