/**
 * Demonstrates the main features from the first start to a restart, in the whole app with a real keyring and a server on loopback.
 * Run by build/demo.mjs: `demo.ts DIR [GUIDE]` writes NN-name-{light|dark}.png and report.json to DIR, and the pictures of the README
 * and the user guide to GUIDE.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import keytar from 'keytar';
import type { Page } from 'playwright-core';
import { until } from '../until.ts';
import { launchApp, makeDataFolder } from './app.ts';
import { makeBrowser } from './browser.ts';
import { createMovingPicture } from './moving-picture.ts';
import { inputOf, quickAddPage, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import { startService } from './service.ts';
import { untilState } from './steps.ts';
import { startTrayHost } from './tray-host.ts';

interface Step {
  name: string;
  ok: boolean;
  /** The result, or the error. */
  result: string;
}

const [, , out = '.', guide] = process.argv;
const root = join(import.meta.dirname, '..', '..');
const text = ['README.md', 'docs/guide.md'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
/** Pictures of the README and the guide that are still missing; none without GUIDE. */
const missingPictures = new Set(
  guide === undefined ? [] : [...text.matchAll(/pictures\/([\w-]+\.png)/g)].map(([, name = '']) => name),
);
const steps: Step[] = [];
let pictures = 0;
/** The first task of the sample, and the one whose timer runs. */
const [FIRST_TASK, TIMED_TASK] = ['Refund fails for a card past its expiry date', 'Retry a declined card once'];
/** Entries of the week before: the day (Monday is 0), the task's place in My tasks, start and end (minutes of the day). */
const LAST_WEEK = [
  ...[[0, 0, 540, 682] as const, [0, 1, 722, 840] as const, [0, 3, 840, 1030] as const],
  ...[[1, 2, 535, 705] as const, [1, 3, 750, 904] as const, [1, 0, 904, 1045] as const],
  ...[[2, 4, 540, 620] as const, [2, 5, 620, 692] as const, [2, 3, 745, 905] as const, [2, 4, 905, 992] as const],
  ...[[3, 2, 480, 611] as const, [3, 1, 611, 720] as const, [3, 5, 765, 945] as const],
  ...[[4, 0, 540, 700] as const, [4, 2, 745, 900] as const],
];
const NOTE = 'Reproduced with a test card';

/** Takes a picture in light and dark once these texts are on it. They have to stay there for minutes: a busy computer is slow. */
async function picture(page: Page, name: string, ...texts: string[]): Promise<void> {
  pictures += 1;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await untilShown(page, `${name}-${colorScheme}`, texts);
    await page.screenshot({ path: join(out, `${String(pictures).padStart(2, '0')}-${name}-${colorScheme}.png`) });
    const inGuide = pathInGuide(`${name}-${colorScheme}.png`);
    if (inGuide !== null) await page.screenshot({ path: inGuide, scale: 'css' });
  }
}

/** Waits until these texts are in the visible part of the window and what moves or fades has come to rest. */
async function untilShown(page: Page, name: string, texts: readonly string[]): Promise<void> {
  let shown = '';
  const missing = () => texts.find((one) => !shown.includes(one.replace(/\s/g, '')));
  await until(
    async () => {
      shown = await page.evaluate(visibleText);
      return missing();
    },
    (one) => one === undefined,
  ).catch(() => {
    throw new Error(`The picture “${name}” lacks “${missing()}”. Without spaces, it shows: ${shown}`);
  });
  // Spinners never end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

/** Runs in the window. Without white space, because the letters of a code are separate elements. */
function visibleText(): string {
  const isOnScreen = ({ top, left, bottom, right, width, height }: DOMRect) =>
    width > 1 && height > 1 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  const parts: string[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (nodes.nextNode()) {
    const { currentNode: node } = nodes;
    const element = node.parentElement;
    if (element === null || element.closest('.visually-hidden') !== null) continue;
    range.selectNodeContents(node);
    const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (isVisible && [...range.getClientRects()].some(isOnScreen)) parts.push(node.textContent ?? '');
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    if (isOnScreen(field.getBoundingClientRect())) parts.push(field.value);
  return parts.join(' ').replace(/\s/g, '');
}

/** The size of the window's page. */
async function resize(width: number, height: number): Promise<void> {
  await app.electron.evaluate(
    ({ BrowserWindow }, { url, width, height }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL() === url)
        ?.setContentSize(width, height),
    { url: page.url(), width, height },
  );
  await until(
    () => page.evaluate(() => innerWidth),
    (seen) => seen === width,
  );
}

/** The path of a picture of the guide; null for others. */
function pathInGuide(file: string): string | null {
  return guide !== undefined && missingPictures.delete(file) ? join(guide, file) : null;
}

/** A light picture of a zoomed window, reduced to `width`. Playwright's screenshots ignore the zoom. */
async function zoomedPicture(name: string, width: number, ...texts: string[]): Promise<void> {
  pictures += 1;
  await page.emulateMedia({ colorScheme: 'light' });
  await untilShown(page, name, texts);
  const [whole, small] = await app.electron.evaluate(
    async ({ BrowserWindow }, { url, width }) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === url);
      const image = await window?.webContents.capturePage();
      return [image, image?.resize({ width, quality: 'best' })].map((one) => one?.toPNG().toString('base64') ?? '');
    },
    { url: page.url(), width },
  );
  const write = (path: string, png = '') => writeFileSync(path, Buffer.from(png, 'base64'));
  write(join(out, `${String(pictures).padStart(2, '0')}-${name}-light.png`), whole);
  const inGuide = pathInGuide(`${name}-light.png`);
  if (inGuide !== null) write(inGuide, small);
}

/** Runs a step; after a failure the remaining steps are only listed. */
async function step(name: string, work: () => Promise<string>): Promise<void> {
  const hasFailed = steps.some(({ ok }) => !ok);
  const outcome = hasFailed
    ? { name, ok: false, result: 'Not tried: an earlier step failed.' }
    : await work().then(
        (result) => ({ name, ok: true, result }),
        (error: unknown) => ({ name, ok: false, result: error instanceof Error ? error.message : String(error) }),
      );
  steps.push(outcome);
  console.info(`${outcome.ok ? 'ok    ' : 'FAILED'} ${name}: ${outcome.result}`);
}

const service = await startService();
const trayHost = await startTrayHost();
const browser = makeBrowser();
const env = { ...browser.env, LC_ALL: 'en_GB.UTF-8', LANGUAGE: 'en_GB' };
const dataFolder = makeDataFolder();
let app = await launchApp({ dataFolder, env, scale: 2 });
let page = await app.page();
const tour = createMovingPicture(page, 720, 620);
const versions = await app.electron.evaluate(({ app: main }) => ({
  punchcard: main.getVersion(),
  electron: process.versions.electron,
  chrome: process.versions.chrome,
  node: process.versions.node,
}));

await step('first window', async () => {
  await picture(page, 'first-window', 'Where are your tasks?', 'Use an API key', 'Try it now');
  return 'first run';
});

await step('device sign-in: code', async () => {
  await page.getByLabel('Server address').fill(service.address);
  await picture(page, 'address', service.address, 'Continue');
  await page.getByRole('button', { name: 'Continue' }).click();
  const { signIn } = await untilState(page, (state) => state.signIn.step === 'waiting');
  const userCode = signIn.step === 'waiting' ? signIn.userCode : '';
  await picture(page, 'code', 'Enter this code in your browser', userCode.replaceAll('-', ''), 'Open browser');
  return `code of ${userCode.length} characters`;
});

await step('device sign-in: approved in the browser', async () => {
  await page.getByRole('button', { name: 'Open browser' }).click();
  const [url = ''] = await until(browser.opened, (pages) => pages.length > 0);
  const answer = await service.press(url, 'approve');
  if (!answer.includes('Approved')) throw new Error('The page did not say that it approved.');
  await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  return `approved at ${new URL(url).pathname}`;
});

await step('token in the keychain', async () => {
  await untilState(page, ({ account }) => account?.tokenIn === 'keychain');
  const { length } = await keytar.findCredentials('Punchcard');
  if (length !== 1) throw new Error(`${length} credentials`);
  return 'one entry “Punchcard”';
});

await step('list of assigned tasks', async () => {
  const { total } = await service.assigned();
  const { tasks } = await untilState(page, (state) => state.tasks.total === total);
  await picture(page, 'my-tasks', `My tasks ${total}`, 'Overdue', FIRST_TASK, 'Today', TIMED_TASK);
  return `${tasks.tasks.length} of ${tasks.total} tasks, as the service has them`;
});

await step('task page', async () => {
  const row = page.getByRole('button', { name: /^[A-Z]+-\d+ / }).first();
  await row.focus();
  await row.press('Space');
  // Its properties, then its description.
  await picture(page, 'task-page', FIRST_TASK, 'Urgent', 'To see it', 'Buy with the test card');
  await page.keyboard.press('Escape');
  return 'of the first task';
});

await step('board', async () => {
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  await page.keyboard.press('Control+2');
  const projectId = tasks.tasks[0]?.projectId ?? '';
  await page.evaluate((payload) => window.punchcard.send('board.open', payload), { projectId });
  const { board } = await untilState(
    page,
    (state) => state.board?.progress === null && state.board.project.id === projectId,
  );
  const [name = '', columns = []] = [board?.project.name, board?.columns];
  await picture(page, 'board', name, ...columns.slice(0, 2).map((column) => column.name), 'Refund fails for a card');
  return `${name}, ${columns.length} columns`;
});

await step('project', async () => {
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Project…' }).click();
  await picture(page, 'project', 'Payments', 'Progress', 'Done', 'About this project', 'Public board');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.keyboard.press('Control+1');
  return 'its page';
});

await step('quick add', async () => {
  await untilDirectoryLoaded(page);
  // Otherwise the window closes when quick add takes the focus.
  await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
  await page.keyboard.press('Control+n');
  const line = await quickAddPage(app);
  await untilVisible(app);
  const words = 'Call the bank about the invoice tomorrow 15:00 !high #Payments'.split(/(?= )/);
  for (const [index] of words.entries()) {
    await inputOf(line).fill(words.slice(0, index + 1).join(''));
    await tour.add(line, 220);
  }
  await tour.add(line, 1500);
  await picture(line, 'quick-add', 'Call the bank', 'Payments PAY', 'High', 'Tomorrow 15:00', 'create and start timer');
  await line.keyboard.press('Escape');
  await untilVisible(app, false);
  await page.evaluate(() => window.punchcard.send('settings.change', { pinned: false }));
  return 'understood as it is typed';
});

let taskId = '';
let identifier = '';
await step('start', async () => {
  const row = page.getByRole('button', { name: new RegExp(`^[A-Z]+-\\d+ .*${TIMED_TASK}`) });
  await row.focus();
  await row.press('Enter');
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  const { time } = await untilState(page, (state) => state.time.running !== null);
  taskId = time.running?.task.taskId ?? '';
  identifier = time.running?.task.identifier ?? '';
  await picture(page, 'running', TIMED_TASK, '0:0');
  await tour.add(page, 2500);
  return (await (await trayHost.item()).tooltip()).replace('\n', ', ');
});

await step('running entry at the service', async () => {
  const [entry] = await until(
    () => service.entries(taskId),
    (entries) => entries.length > 0,
  );
  if (entry?.endTime != null) throw new Error('It has an end.');
  return `started ${entry?.startTime}, no end`;
});

await step('start moved to 10 minutes ago', async () => {
  const { time } = await untilState(page, (state) => state.time.running !== null);
  await page.getByRole('button', { name: 'Timer menu' }).click();
  await page.getByRole('menuitem', { name: /^10 min ago/ }).click();
  const moved = await untilState(page, (state) => state.time.running?.startTime !== time.running?.startTime);
  await picture(page, 'start-moved', TIMED_TASK, '0:1');
  return `${time.running?.startTime} became ${moved.time.running?.startTime}`;
});

await step('note', async () => {
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill(NOTE);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Timer menu' }).click();
  await picture(page, 'timer-menu', '10 min ago', NOTE, 'Discard');
  await page.keyboard.press('Escape');
  const { time } = await untilState(page, (state) => state.time.running?.note === NOTE);
  return `“${time.running?.note}”`;
});

await step('stop', async () => {
  await (await trayHost.item()).choose(`Stop ${identifier}`);
  await page.getByRole('combobox').waitFor();
  return 'from the tray’s menu';
});

await step('entry at the service', async () => {
  const [entry, ...others] = await until(
    () => service.entries(taskId),
    ([first]) => first?.endTime != null,
  );
  if (others.length > 0) throw new Error(`${others.length + 1} entries`);
  await untilState(page, (state) => state.outbox.total === 0);
  await page.getByRole('tab', { name: 'Time' }).click();
  await page.mouse.move(200, 560);
  await picture(page, 'entry', 'Today', TIMED_TASK, NOTE, 'This week', 'Mon');
  return `${entry?.duration} s, note “${entry?.description}”`;
});

await step('a week', async () => {
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  const monday = new Date();
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7) - 7);
  const at = (day: number, minutes: number) =>
    new Date(new Date(monday).setHours(24 * day, minutes, 0, 0)).toISOString();
  for (const [day, task, start, end] of LAST_WEEK) {
    const payload = { taskId: tasks.tasks[task]?.id ?? '', startTime: at(day, start), endTime: at(day, end), note: '' };
    await page.evaluate((one) => window.punchcard.send('time.add', one), payload);
  }
  await untilState(page, (state) => state.outbox.total === 0);
  // Random ids can give both projects the same colour.
  for (const { projectId: projectKey, projectName } of [tasks.tasks[0], tasks.tasks[1]].flatMap((task) => task ?? [])) {
    const hue = projectName === 'Payments' ? 'blue' : 'orange';
    const payload = { projectKey, projectName, hue } as const;
    await page.evaluate((one) => window.punchcard.send('time-rules.set-project', one), payload);
  }
  await resize(720, 620);
  await page.getByRole('tab', { name: 'Week' }).click();
  await page.getByRole('button', { name: 'The week before' }).click();
  await page.getByRole('gridcell', { name: /Wednesday.*2:47, 2 entries/ }).focus();
  await tour.add(page, 1500);
  for (const key of '2:30') {
    await page.keyboard.type(key);
    await tour.add(page, 350);
  }
  await tour.add(page, 2500);
  if (guide !== undefined && missingPictures.delete('tour.png')) tour.write(join(guide, 'tour.png'));
  await resize(1040, 690);
  await picture(page, 'week', 'Payments', 'Website', '2:47 becomes 2:30', 'Tracked');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Wed/ }).click();
  await page.mouse.move(700, 20);
  await picture(page, 'wide', 'My tasks', 'Wednesday', 'Gap of', 'Projects', 'Gaps');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or do anything' }).fill('Report of last week');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('h1') != null);
  await picture(page, 'report', 'Report', 'Period', 'Projects', 'Save as PDF');
  await page.keyboard.press('Escape');
  await resize(400, 620);
  await page.keyboard.press('Control+3');
  await picture(page, 'time', 'Wednesday', 'Gap of', 'Back to today', '34:09');
  await page.keyboard.press('Control+1');
  return `${LAST_WEEK.length} entries by hand, typed over, as a report`;
});

await step('restart with the token from the keychain', async () => {
  await app.quit();
  app = await launchApp({ dataFolder, env, scale: 2 });
  page = await app.page();
  const { account, tasks } = await untilState(
    page,
    (state) => state.account?.tokenIn === 'keychain' && state.tasks.fetchedAt !== null && !state.tasks.loading,
  );
  await picture(page, 'restarted', `My tasks ${tasks.total}`, FIRST_TASK);
  return `${account?.userName} signed in, ${tasks.total} tasks`;
});

await step('settings', async () => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  await picture(page, 'settings', 'Signed in', 'In the system keychain', 'Sign out');
  await page.getByRole('tab', { name: 'Reminders' }).click();
  await picture(page, 'reminders', 'Remind me about due dates', 'Quiet hours');
  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('button', { name: 'Zurück' }).click();
  await picture(page, 'german', 'Meine Aufgaben', 'Überfällig', FIRST_TASK);
  await page.evaluate(() => window.punchcard.send('settings.change', { language: 'en' }));
  await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  await page.evaluate(() => window.punchcard.send('settings.change', { zoom: 150 }));
  await until(
    () => page.evaluate(() => devicePixelRatio),
    (ratio) => ratio === 3,
  );
  await zoomedPicture('zoom', 600, 'My tasks', FIRST_TASK);
  await page.evaluate(() => window.punchcard.send('settings.change', { zoom: 100 }));
  return 'account, notifications, another language, another size, and back';
});

await step('offline', async () => {
  const row = page.getByRole('button', { name: /^[A-Z]+-\d+ / }).first();
  await row.focus();
  await row.press('Enter');
  await service.served.close();
  await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
  const { tasks } = await untilState(page, (state) => state.tasks.failingSince !== null && !state.tasks.loading);
  await picture(page, 'offline', 'Can’t reach', 'Kept on this computer', 'Try now', FIRST_TASK);
  return `${tasks.error?.title}; ${tasks.total} tasks still shown`;
});

await app.quit();
await trayHost.stop();
await service.stop();

for (const file of missingPictures)
  steps.push({ name: `picture ${file}`, ok: false, result: 'The guide shows it, but no step made it.' });

const report = { versions, steps };
writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
const failed = steps.filter(({ ok }) => !ok).length;
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
console.info(`${name}: ${steps.length - failed} of ${steps.length} steps done, ${pictures * 2} pictures in ${out}`);
process.exitCode = failed === 0 ? 0 : 1;
