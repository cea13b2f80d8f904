/** Sources of proposals in the whole app: what is opened and asked, and where what they say ends up. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../loopback.ts';
import { launchApp, makeDataFolder } from './app.ts';
import { expectOnly } from './net-log.ts';
import { resultOf, untilState } from './steps.ts';

const MINUTE = 60_000;
/** Occurs in whatever a source says. */
const SECRET = 'quetzalcoatl';

test('Sources are asked when a gap is opened; what they say stays in its own file, and nobody else is asked', async () => {
  const dataFolder = makeDataFolder();
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  const now = Date.now();
  const iso = (minutesAgo: number) => new Date(now - minutesAgo * MINUTE).toISOString();
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
  const repository = join(dataFolder, 'sources', 'api');
  mkdirSync(repository, { recursive: true });
  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'ignore' });
  git('init');
  git('config', 'user.email', 'ana@example.org');
  git('config', 'user.name', 'Ana');
  git('commit', '--allow-empty', '--message', `${SECRET} commit`, '--date', iso(30));

  const log = join(dataFolder, 'net.json');
  const app = await launchApp({ dataFolder, args: [`--log-net-log=${log}`] });
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
  const evidenceFile = join(dataFolder, 'evidence.sqlite');
  expect(existsSync(evidenceFile)).toBe(false);

  await app.electron.evaluate(
    ({ dialog }, folder) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] });
    },
    join(dataFolder, 'sources'),
  );
  await resultOf(page, 'proposals.add-folder', {});
  await resultOf(page, 'proposals.add-calendar', { address: `http://127.0.0.1:${port}/a.ics` });
  await resultOf(page, 'proposals.change', { on: ['punchcard', 'git', 'calendars', 'activityWatch'], port });
  await resultOf(page, 'tasks.open-page', { taskId: tasks.tasks[0]?.id ?? '' });
  const gap = { from: iso(60), to: iso(0) };
  await resultOf(page, 'proposals.refresh', gap);
  const { sources } = await resultOf(page, 'proposals.read', gap);
  expect(sources.flatMap(({ problems }) => problems)).toEqual([]);
  expect(sources.every(({ isOn, lastRead }) => isOn && lastRead !== null)).toBe(true);
  await untilState(page, ({ revisions }) => revisions.proposals > 4);
  const day = new Date(now - 30 * MINUTE).toLocaleDateString('sv-SE');
  const evidence = await resultOf(page, 'proposals.evidence', { day });
  const kinds = evidence.map((one) => one.evidence.kind).filter((kind) => kind !== 'branch');
  expect(kinds.sort()).toEqual(['commit', 'event', 'task', 'window']);
  await app.quit();

  expectOnly(`127.0.0.1:${port}`, log);
  const files = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).map((name) => join(dataFolder, name));
  const telling = files.filter(
    (file) => !file.startsWith(repository) && statSync(file).isFile() && readFileSync(file, 'latin1').includes(SECRET),
  );
  expect(telling).toEqual([evidenceFile]);
});
