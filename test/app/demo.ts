/**
 * Demonstrates the main features from the first start to a restart, in the whole app with a real keyring and a server on loopback.
 * Run by build/demo.mjs: `demo.ts DIR [GUIDE]` writes NN-name-{light|dark}.png and report.json to DIR, and the pictures of the user
 * guide to GUIDE.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import keytar from 'keytar';
import type { Page } from 'playwright-core';
import { launchApp, makeDataFolder } from './app.ts';
import { makeBrowser } from './browser.ts';
import { inputOf, quickAddPage, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import { startService } from './service.ts';
import { readState, until } from './steps.ts';
import { startTrayHost } from './tray-host.ts';

interface Step {
  name: string;
  ok: boolean;
  /** The result, or the error. */
  result: string;
}

const [, , out = '.', guide] = process.argv;
const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guide.md'), 'utf8');
/** Pictures of the guide that are still missing; none without GUIDE. */
const missingPictures = new Set(
  guide === undefined ? [] : [...text.matchAll(/pictures\/([\w-]+\.png)/g)].map(([, name = '']) => name),
);
const steps: Step[] = [];
let pictures = 0;

/** Takes a picture in light and dark; the elapsed time may change in between. */
async function picture(page: Page, name: string): Promise<void> {
  pictures += 1;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(150);
    await page.screenshot({ path: join(out, `${String(pictures).padStart(2, '0')}-${name}-${colorScheme}.png`) });
    const inGuide = pathInGuide(`${name}-${colorScheme}.png`);
    if (inGuide !== null) await page.screenshot({ path: inGuide, scale: 'css' });
  }
}

/** The path of a picture of the guide; null for others. */
function pathInGuide(file: string): string | null {
  return guide !== undefined && missingPictures.delete(file) ? join(guide, file) : null;
}

/** A light picture of a zoomed window, reduced to `width`. Playwright's screenshots ignore the zoom. */
async function zoomedPicture(name: string, width: number): Promise<void> {
  pictures += 1;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForTimeout(300);
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
const versions = await app.electron.evaluate(({ app: main }) => ({
  punchcard: main.getVersion(),
  electron: process.versions.electron,
  chrome: process.versions.chrome,
  node: process.versions.node,
}));

await step('first window', async () => {
  await page.getByRole('button', { name: /Connect to your server/ }).waitFor();
  await page.getByRole('button', { name: /Use an API key/ }).waitFor();
  await page.getByRole('button', { name: /Try it now/ }).waitFor();
  await picture(page, 'first-window');
  return 'first run';
});

await step('device sign-in: code', async () => {
  await page.getByRole('button', { name: /Connect to your server/ }).click();
  await page.getByLabel('Server address').fill(service.address);
  await picture(page, 'address');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter this code in your browser').waitFor();
  await picture(page, 'code');
  const { signIn } = await readState(page);
  return signIn.step === 'waiting' ? `code of ${signIn.userCode.length} characters` : signIn.step;
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
  const { account } = await readState(page);
  const credentials = await keytar.findCredentials('Punchcard');
  if (account?.tokenIn !== 'keychain' || credentials.length !== 1)
    throw new Error(`${account?.tokenIn}, ${credentials.length} credentials`);
  return 'one entry “Punchcard”';
});

await step('list of assigned tasks', async () => {
  const { total } = await service.assigned();
  const { tasks } = await until(
    () => readState(page),
    (state) => state.tasks.total === total,
  );
  await page
    .getByRole('button', { name: /^[A-Z]+-\d+ / })
    .first()
    .waitFor();
  await picture(page, 'my-tasks');
  return `${tasks.tasks.length} of ${tasks.total} tasks, as the service has them`;
});

await step('details', async () => {
  const row = page.getByRole('button', { name: /^[A-Z]+-\d+ / }).first();
  await row.focus();
  await row.press('Space');
  await page.getByRole('button', { name: 'Back' }).waitFor();
  await page.waitForTimeout(500);
  await picture(page, 'details');
  await page.keyboard.press('Escape');
  return 'of the first task';
});

await step('board', async () => {
  const { tasks } = await readState(page);
  await page.keyboard.press('Control+2');
  const projectId = tasks.tasks[0]?.projectId ?? '';
  await page.evaluate((payload) => window.punchcard.send('board.open', payload), { projectId });
  await page.locator('[data-card-id]').first().waitFor();
  const { board } = await until(
    () => readState(page),
    (state) => state.board?.progress === null && state.board.project.id === projectId,
  );
  await picture(page, 'board');
  return `${board?.project.name}, ${board?.columns.length} columns`;
});

await step('project', async () => {
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Project…' }).click();
  await page.getByText('Progress').waitFor();
  await page.waitForTimeout(300);
  await picture(page, 'project');
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
  await inputOf(line).fill('Call the bank about the invoice tomorrow 15:00 !high #Payments');
  await line.waitForTimeout(500);
  await picture(line, 'quick-add');
  await line.keyboard.press('Escape');
  await untilVisible(app, false);
  await page.evaluate(() => window.punchcard.send('settings.change', { pinned: false }));
  return 'understood as it is typed';
});

let taskId = '';
let identifier = '';
await step('start', async () => {
  const row = page.getByRole('button', { name: /^[A-Z]+-\d+ / }).nth(2);
  await row.focus();
  await row.press('Enter');
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  const { time } = await readState(page);
  taskId = time.running?.task.taskId ?? '';
  identifier = time.running?.task.identifier ?? '';
  await picture(page, 'running');
  return (await (await trayHost.item()).tooltip()).replace('\n', ', ');
});

await step('running entry at the service', async () => {
  const [entry] = await until(
    () => service.entries(taskId),
    (entries) => entries.length > 0,
    25_000,
  );
  if (entry?.endTime != null) throw new Error('It has an end.');
  return `started ${entry?.startTime}, no end`;
});

await step('start moved to 10 minutes ago', async () => {
  const { time } = await readState(page);
  await page.getByRole('button', { name: 'Timer menu' }).click();
  await page.getByRole('button', { name: /^10 min ago/ }).click();
  const moved = await until(
    () => readState(page),
    (state) => state.time.running?.startTime !== time.running?.startTime,
  );
  await picture(page, 'start-moved');
  return `${time.running?.startTime} became ${moved.time.running?.startTime}`;
});

await step('note', async () => {
  await page.getByRole('button', { name: 'Timer menu' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Reproduced with a test card');
  await picture(page, 'timer-menu');
  await page.keyboard.press('Escape');
  const { time } = await until(
    () => readState(page),
    (state) => state.time.running?.note === 'Reproduced with a test card',
  );
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
  await until(
    () => readState(page),
    (state) => state.unsent.total === 0,
  );
  await page.getByRole('tab', { name: 'Time' }).click();
  await page.mouse.move(200, 560);
  await picture(page, 'time');
  return `${entry?.duration} s, note “${entry?.description}”`;
});

await step('restart with the token from the keychain', async () => {
  await app.quit();
  app = await launchApp({ dataFolder, env, scale: 2 });
  page = await app.page();
  const { account, tasks } = await until(
    () => readState(page),
    (state) => state.account?.tokenIn === 'keychain' && state.tasks.fetchedAt !== null && !state.tasks.loading,
  );
  await picture(page, 'restarted');
  return `${account?.userName} signed in, ${tasks.total} tasks`;
});

await step('settings', async () => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  await picture(page, 'settings');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await picture(page, 'reminders');
  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('button', { name: 'Zurück' }).click();
  await page.getByRole('tab', { name: /Meine Aufgaben/ }).waitFor();
  await picture(page, 'german');
  await page.evaluate(() => window.punchcard.send('settings.change', { language: 'en' }));
  await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  await page.evaluate(() => window.punchcard.send('settings.change', { zoom: 150 }));
  await until(
    () => page.evaluate(() => devicePixelRatio),
    (ratio) => ratio === 3,
  );
  await zoomedPicture('zoom', 600);
  await page.evaluate(() => window.punchcard.send('settings.change', { zoom: 100 }));
  return 'account, notifications, another language, another size, and back';
});

await step('offline', async () => {
  const row = page.getByRole('button', { name: /^[A-Z]+-\d+ / }).first();
  await row.focus();
  await row.press('Enter');
  await service.served.close();
  await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
  const { tasks } = await until(
    () => readState(page),
    (state) => state.tasks.failingSince !== null && !state.tasks.loading,
  );
  await picture(page, 'offline');
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
const { name } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));
console.info(`${name}: ${steps.length - failed} of ${steps.length} steps done, ${pictures * 2} pictures in ${out}`);
process.exitCode = failed === 0 ? 0 : 1;
