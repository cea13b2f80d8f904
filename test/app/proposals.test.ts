/** Sources of proposals in the whole app: what is opened and asked, and where what they say ends up. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../electron/store/backup.ts';
import type { TaskView } from '../../shared/contract/index.ts';
import { listenOnLoopback } from '../loopback.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { expectOnly } from './net-log.ts';
import { newAddresses } from './new-addresses.ts';
import { at, day, openWithEntries, showPastDay } from './past-day.ts';
import { type Service, startService } from './service.ts';
import { expectState, resultOf, sendNow, untilState } from './steps.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Occurs in whatever a source says. */
const SECRET = 'quetzalcoatl';

/** A new repository with a commit of its person. */
function commitIn(repository: string, date: string, message = `${SECRET} commit`): void {
  mkdirSync(repository, { recursive: true });
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'ignore', env });
  git('init');
  git('config', 'user.email', 'ana@example.org');
  git('config', 'user.name', 'Ana');
  git('commit', '--allow-empty', '--message', message);
}

const chooseInDialog = (app: RunningApp, path: string): Promise<void> =>
  app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, path);

/** Requests and connections that main makes with Node instead of Chromium, which its log does not have. Those to the bus have no port. */
const watchNode = (app: RunningApp): Promise<void> =>
  app.electron.evaluate(() => {
    const seen: string[] = [];
    const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');
    for (const channel of ['http.client.request.start', 'undici:request:create'])
      subscribe(channel, () => seen.push(channel));
    subscribe('net.client.socket', (made) =>
      (made as { socket: NodeJS.EventEmitter }).socket.on('connectionAttempt', (address: string, port?: number) => {
        if (port !== undefined) seen.push(address);
      }),
    );
    Object.assign(globalThis, { seenInNode: seen });
  });

describe('the sources', () => {
  const dataFolder = makeDataFolder();
  const log = join(dataFolder, 'net.json');
  const evidenceFile = join(dataFolder, 'evidence.sqlite');
  const repository = join(dataFolder, 'sources', 'api');
  const now = Date.now();
  const iso = (minutesAgo: number) => new Date(now - minutesAgo * MINUTE).toISOString();
  let app: RunningApp;
  let page: Page;

  beforeAll(async () => {
    commitIn(repository, iso(30));
    app = await launchApp({ dataFolder, args: [`--log-net-log=${log}`] });
    page = await app.page();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  });
  afterAll(async () => {
    await app?.quit();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('In the settings a folder is added to Git, which is read at once; nothing is opened before', async () => {
    const folder = join(dataFolder, 'sources');
    // Its keys are of no use before.
    await page.getByRole('tab', { name: /^My tasks/ }).waitFor();
    await page.keyboard.press('Control+,');
    expect(existsSync(evidenceFile)).toBe(false);
    await page.getByRole('tab', { name: 'Timer' }).click();
    await page.getByRole('switch', { name: 'Git folders' }).click();
    await chooseInDialog(app, folder);
    await page.getByRole('button', { name: 'Add folder…' }).click();
    await page.getByText(folder, { exact: true }).waitFor();
    await page.getByText(/^Last read/).waitFor();
    await page.getByRole('button', { name: 'Show: All that was read today' }).click();
    await page.getByText(`${SECRET} commit`).waitFor();
    await page.getByRole('button', { name: `Remove ${folder}` }).click();
    await page.getByRole('button', { name: `Remove ${folder}` }).waitFor({ state: 'detached' });
    await page.getByText('Nothing was read of this day').waitFor();
  });

  test('Sources are asked when a gap is opened; what they say stays in its own file, and nobody else is asked', async () => {
    const compact = (minutesAgo: number) => iso(minutesAgo).replace(/[-:]|\.\d+/g, '');
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '', 'http://x').pathname;
      const calendar = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:${SECRET} call\r\nDTSTART:${compact(20)}\r\nDTEND:${compact(10)}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
      const window = { timestamp: iso(50), duration: 600, data: { app: 'Code', title: `${SECRET} window` } };
      if (path === '/a.ics') response.setHeader('Content-Type', 'text/calendar').end(calendar);
      else if (path === '/api/0/buckets/') response.end('{"w": {"id": "w", "type": "currentwindow", "client": "x"}}');
      else response.end(JSON.stringify([window]));
    });
    await listenOnLoopback(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const { tasks, revisions: before } = await untilState(page, (state) => state.tasks.total > 0);

    await watchNode(app);
    await chooseInDialog(app, join(dataFolder, 'sources'));
    await resultOf(page, 'proposals.add-folder', {});
    await resultOf(page, 'proposals.add-calendar', { address: `http://127.0.0.1:${port}/a.ics` });
    await resultOf(page, 'proposals.change', { on: ['punchcard', 'git', 'calendars', 'activityWatch'], port });
    const [known] = tasks.tasks;
    await resultOf(page, 'tasks.open-page', { taskId: known?.id ?? '' });
    const written = { title: 'A task', description: '', priority: 'low' as const, status: 'to-do', labels: [] };
    const place = { projectId: known?.projectId ?? '', projectSlug: known?.identifier.replace(/-.*/, '') ?? '' };
    await resultOf(page, 'quick-add.create', { tasks: [{ ...place, ...written }], startTimer: false });
    await sendNow(app, page);
    await expectState(page, ({ outbox }) => outbox.total).toBe(0);
    const gap = { from: iso(60), to: iso(0) };
    await resultOf(page, 'proposals.refresh', gap);
    const { sources } = await resultOf(page, 'proposals.read', gap);
    expect(sources.flatMap(({ problems }) => problems)).toEqual([]);
    expect(sources.every(({ isOn, lastRead }) => isOn && lastRead !== null)).toBe(true);
    await untilState(page, ({ revisions }) => revisions.proposals > before.proposals + 4);
    const today = new Date(now - 30 * MINUTE).toLocaleDateString('sv-SE');
    const evidence = await resultOf(page, 'proposals.evidence', { day: today });
    const kinds = evidence.map((one) => ('action' in one.evidence ? one.evidence.action : one.evidence.kind));
    expect(kinds.filter((kind) => kind !== 'branch').sort()).toEqual([
      'commit',
      'created',
      'event',
      'opened',
      'window',
    ]);
    const inNode = await app.electron.evaluate(() => Reflect.get(globalThis, 'seenInNode'));
    expect(inNode).toEqual([]);
    const diagnostics = await resultOf(page, 'system.diagnostics', {});
    for (const personal of [SECRET, repository, `127.0.0.1:${port}`]) expect(diagnostics).not.toContain(personal);
    await app.quit();
    await backUp(join(dataFolder, 'punchcard.sqlite'));

    expectOnly(`127.0.0.1:${port}`, log);
    const files = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).map((name) => join(dataFolder, name));
    const telling = files.filter(
      (file) =>
        !file.startsWith(repository) && statSync(file).isFile() && readFileSync(file, 'latin1').includes(SECRET),
    );
    expect(telling).toEqual([evidenceFile]);
  });
});

/** A past day with entries from nine to ten and from twelve to one, and a commit on one of the tasks at half past eleven. */
async function openPastDay(service: Service) {
  const { app, page } = await openWithEntries(
    [
      [9, 10],
      [12, 13],
    ],
    service,
  );
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 2);
  const task = tasks.tasks[2];
  if (task === undefined) throw new Error('No task');
  const folder = join(app.dataFolder, 'sources');
  commitIn(folder, new Date(at(11.5)).toISOString(), `${task.identifier} Retry the card`);
  await chooseInDialog(app, folder);
  await resultOf(page, 'proposals.add-folder', {});
  await resultOf(page, 'proposals.change', { on: ['git'] });
  // Every day is a working day, whatever the past day is.
  const office = { from: 9 * 60, to: 14 * 60, break: null };
  await resultOf(page, 'time-rules.change', { hours: Array(7).fill(office) });
  await page.keyboard.press('Control+3');
  await page.getByText('Day', { exact: true }).click();
  await showPastDay(page);
  return { app, page, task };
}

describe('the gaps of a day', () => {
  let service: Service;
  let app: RunningApp;
  let page: Page;
  let task: TaskView;

  beforeAll(async () => {
    service = await startService();
    ({ app, page, task } = await openPastDay(service));
  });
  afterAll(async () => {
    await app?.quit();
    await service?.stop();
  });

  const entriesOfTask = async () => {
    const { entries } = await resultOf(page, 'time.day', { day });
    return entries.filter((entry) => entry.task.taskId === task.id);
  };

  test('F on a gap proposes the task of a commit; Enter adds its entry once, and the service gets nothing else', async () => {
    await sendNow(app, page);
    await expectState(page, ({ outbox }) => outbox.total).toBe(0);
    const before = service.served.requests.length;
    const loaded = () => page.locator('link[href*="/fill-gap-"]').count();
    await expect.poll(loaded).toBe(0);
    await page.locator('.day-blocks__gap').first().focus();
    await page.keyboard.press('f');
    await expect.poll(loaded).toBeGreaterThan(0);
    // On a slow machine Git answers after the first proposals, and its own stands below them.
    const proposed = page.getByRole('option', { name: new RegExp(task.identifier) });
    await proposed.click();
    await expect.poll(() => proposed.textContent()).toContain(`Commit “${task.identifier} Retry the card”`);
    // Held, as by somebody who presses a little too long.
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect.poll(entriesOfTask).toHaveLength(1);
    await page.getByRole('dialog', { name: /of the gap left|^Gap of 1 h$/ }).waitFor();
    await sendNow(app, page);
    // The service has it by then.
    await expectState(page, ({ outbox }) => outbox.total).toBe(0);
    await expect.poll(entriesOfTask).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { requests } = service.served;
    const writes = requests.slice(before).filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/time-entry']);
    expect(newAddresses(requests, before)).toEqual([]);
  });

  test('What a slow source says later stands below, and moves no row', async () => {
    for (const { id } of await entriesOfTask()) await resultOf(page, 'time.delete', { entryIds: [id] });
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 3);
    const window = { timestamp: new Date(at(10)).toISOString(), duration: HOUR / 1_000 };
    const windows = [{ ...window, data: { app: 'Code', title: tasks.tasks[3]?.identifier } }];
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    const server = createServer(({ url = '' }, response) => {
      const said = url.includes('/events') ? windows : { w: { id: 'w', type: 'currentwindow' } };
      void late.then(() => response.end(JSON.stringify(said)));
    });
    await listenOnLoopback(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    await resultOf(page, 'proposals.change', { on: ['git', 'activityWatch'], port });
    // The source is given up after five seconds, which a busy computer may need to show the panel.
    await app.electron.evaluate(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await page.locator('.day-blocks__gap').first().focus();
    await page.keyboard.press('f');
    const row = page.getByRole('option').first();
    await row.waitFor();
    // It moves while it unfolds.
    const panel = page.locator('.fill-gap__panel');
    await panel.evaluate(async (one) => {
      for (const { finished } of one.getAnimations()) await finished;
    });
    const before = await row.boundingBox();
    await page.getByText(/^Still reading/).waitFor();
    await expect.poll(() => row.boundingBox()).toEqual(before);
    answer();
    await page.getByRole('option', { name: tasks.tasks[3]?.identifier ?? '' }).waitFor();
    await page.getByText(/^Still reading/).waitFor({ state: 'detached' });
    await expect.poll(() => row.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('A review walks through the gaps of the day to the end', async () => {
    // The time of a commit would be a part of the gap, and on a slow machine come later.
    await resultOf(page, 'proposals.change', { on: [] });
    await page.getByRole('button', { name: 'Add and report' }).click();
    await page.getByRole('menuitem', { name: 'Review the day’s gaps' }).click();
    await page.getByRole('dialog', { name: 'Gap of 2 h 1 of 2' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: /2 of 2$/ }).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: /^1 gap is left|^\d gaps are left/ }).waitFor();
    await expectState(page, ({ timeRules }) => timeRules.notWork.length).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
