/** Views of questions and failures, for `everyView`. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { sendToApp } from '../../electron/cli/socket-client.ts';
import { CHANNEL } from '../../electron/ipc/channels.ts';
import { startKeyringSession } from '../electron/features/account/keyring-session.ts';
import { until } from '../until.ts';
import { type AppOptions, launchApp, type RunningApp } from './app.ts';
import type { Service } from './service.ts';
import { resultOf, sendNow, untilState } from './steps.ts';
import type { Catalog, PageCheck, ViewCheck } from './view-check.ts';

const MINUTE = 60_000;

/** Advances the app's clock; the machine's cannot be set. */
async function advanceClock(app: RunningApp, ms: number): Promise<void> {
  await app.electron.evaluate((_electron, ms) => {
    const real = Date.now;
    Date.now = () => real() + ms;
  }, ms);
}

/** Simulates a wake-up in its own turn, so that its work does not delay the answer. */
async function wake(app: RunningApp): Promise<void> {
  await app.electron.evaluate(({ powerMonitor }) => {
    setTimeout(() => powerMonitor.emit('resume'));
  });
}

/** Questions about a running timer; a timer runs. */
export async function questionViews(
  app: RunningApp,
  page: Page,
  service: Service,
  check: PageCheck,
  texts: Catalog,
): Promise<void> {
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  const change = (settings: { askIdle?: boolean; idleMinutes?: number }) =>
    page.evaluate((changed) => window.punchcard.send('settings.change', changed), settings);
  await change({ askIdle: false });

  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 1);
  await service.call('POST', '/time-entry', {
    taskId: tasks.tasks[1]?.id,
    startTime: new Date(Date.now() - 90 * MINUTE).toISOString(),
    description: randomUUID(),
  });
  // By then the last search for remote timers is out of date, and a window that opens starts another.
  await advanceClock(app, 5 * MINUTE);
  await app.electron.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL().endsWith('/index.html')) {
        window.hide();
        window.show();
      }
  });
  await button(texts.timePage.elsewhere.takeOver).waitFor();
  await check('running elsewhere', page);
  await button(texts.timePage.elsewhere.endedAt).click();
  await button(texts.timePage.elsewhere.set).waitFor();
  await check('running elsewhere: ended at', page);
  await button(texts.window.cancel).click();
  await button(texts.timePage.elsewhere.leave).click();

  const startTime = new Date(Date.now() - 5 * 60 * MINUTE).toISOString();
  await page.evaluate((payload) => window.punchcard.send('timer.set-start', payload), { startTime });
  await button(texts.questions.stillWorking.yes).waitFor();
  await check('still working', page);
  // The countdown ends without an answer. One that ended a minute ago would begin again.
  const { stillWorking } = await untilState(page, (state) => state.stillWorking !== null);
  const now = await app.electron.evaluate(() => Date.now());
  await advanceClock(app, Math.max(0, Date.parse(stillWorking?.countdownEndsAt ?? '') - now));
  await change({ idleMinutes: 120 });
  await button(texts.questions.stoppedTimer.leave).waitFor();
  await check('stopped unanswered', page);
  await button(/./).and(page.locator('.question__question .button__button').first()).click();
  await untilState(page, ({ time, stoppedTimer }) => time.running !== null && stoppedTimer === null);

  await change({ askIdle: true });
  await app.electron.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
  });
  await advanceClock(app, 180 * MINUTE);
  await wake(app);
  await page.locator('.answers__answer').first().waitFor();
  await check('away', page);
  await besideQuestionViews(page, check, texts);
  await page.locator('.answers__answer').last().click();
  await button(texts.questions.away.otherAnswers).waitFor();
  await check('away: task search', page);
  await button(texts.questions.away.otherAnswers).click();
  await page.locator('.answers__answer').first().click();
  await untilState(page, ({ away }) => away === null);

  // Main's clock is far ahead; by the page's clock this is in the future.
  const setStart = (ms: number) =>
    page.evaluate((payload) => window.punchcard.send('timer.set-start', payload), {
      startTime: new Date(Date.now() + ms).toISOString(),
    });
  await setStart(40 * MINUTE);
  await button(texts.questions.clockBack.enterTimes).waitFor();
  await check('clock set back', page);
  await button(texts.questions.clockBack.enterTimes).click();
  const times = page.locator('.question__question form');
  await times.waitFor();
  await check('clock set back: times', page);
  await times.getByRole('button', { name: texts.window.cancel, exact: true }).click();
  await setStart(-10 * MINUTE);
  await button(texts.questions.clockBack.enterTimes).waitFor({ state: 'detached' });
}

/** The list and a panel below a question. */
async function besideQuestionViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await page
    .getByRole('button', { name: /^[A-Z]+-\d+ / })
    .first()
    .focus();
  await page.keyboard.press('x');
  const bar = page.locator('.selection-bar__bar');
  await bar.waitFor();
  await check('away: selection', page);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+4');
  // This week can be closed only from its last working day on.
  await page.getByRole('button', { name: texts.timesheetPage.menu }).click();
  await page.getByRole('menuitem', { name: texts.timesheetPage.periods.lastWeek }).click();
  await page.getByRole('button', { name: texts.timesheetPage.close }).click();
  const panel = page.locator('.closing__panel');
  await panel.waitFor();
  await check('away: closing a week', page);
  // The check may have moved the focus to the question.
  await panel.getByRole('button', { name: texts.window.hide, exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+1');
}

/** A hook whose program is missing; an assistant reads, and asks to create a task. Begins and ends on the general settings. */
export async function assistantViews(app: RunningApp, page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  const { section, always, no, show, title, outcomes } = texts.assistantsPage;
  await page.getByRole('heading', { name: section, exact: true }).waitFor();
  const { choose, events, problems } = texts.settingsPage.hooks;
  await app.electron.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: false, filePaths: ['/home/somebody/bin/no-longer-there'] });
  });
  await page.getByRole('button', { name: `${choose.replace('…', '')}: ${events.started}` }).click();
  await page.getByText(problems.missing, { exact: true }).waitFor();
  await check('settings: assistants', page);
  await page.keyboard.press('Escape');
  await sendToApp(app.dataFolder, { do: 'list', by: 'Zed' });
  const asked = sendToApp(app.dataFolder, { do: 'add', text: 'Alt texts for the start page', by: 'Zed' }, 10 * MINUTE);
  await page.getByRole('button', { name: always, exact: true, disabled: false }).waitFor();
  await check('assistant asks', page);
  await page.keyboard.press('Control+,');
  const refuse = page.locator('.question__question').getByRole('button', { name: no, exact: true });
  await refuse.waitFor();
  await check('settings: assistant asks', page);
  await refuse.click();
  await asked;
  await page.getByRole('button', { name: `${show}: ${title}` }).click();
  await page.getByText(outcomes.refused, { exact: true }).waitFor();
  await check('what assistants did', page);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();
  await page.getByRole('tab', { name: texts.settingsPage.tabs.general, exact: true }).waitFor();
}

/** A toast covers the link in the status line for ten seconds. */
export const showOutbox = (app: RunningApp): Promise<void> =>
  app.electron.evaluate(({ BrowserWindow }, channel) => {
    for (const { webContents } of BrowserWindow.getAllWindows())
      if (webContents.getURL().endsWith('/index.html'))
        webContents.send(channel, { requestedViews: [{ id: -Date.now(), view: 'outbox' }] });
  }, CHANNEL.state);

/** Two versions of a description, and two entries that may be one. */
export async function conflictViews(app: RunningApp, page: Page, service: Service, check: PageCheck): Promise<void> {
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 6);
  const taskId = tasks.tasks[0]?.id ?? '';
  await page
    .getByRole('button', { name: /^[A-Z]+-\d+ / })
    .first()
    .press('Space');
  const { text: before } = await resultOf(page, 'tasks.edit-description', { taskId });
  service.served.intercept = ({ method }) =>
    method === 'PUT' ? Response.json({ message: 'Not today.', code: 'BAD_REQUEST' }, { status: 400 }) : undefined;
  await resultOf(page, 'tasks.set-description', { taskId, before, description: `${before}\n\nWritten here.` });
  await page.locator('.description-conflict__conflict').waitFor();
  service.served.intercept = undefined;
  await check('description conflict', page);
  await resultOf(page, 'tasks.drop-description', { taskId });
  await page.locator('.description-conflict__conflict').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');

  // The server rounds the entry, and its answer is lost.
  service.served.intercept = async (request) => {
    if (request.method !== 'POST' || !request.url.endsWith('/time-entry')) return undefined;
    const { startTime, ...rest } = (await request.json()) as { startTime: string };
    service.served.intercept = undefined;
    const rounded = new Date(Math.floor(Date.parse(startTime) / MINUTE) * MINUTE + MINUTE).toISOString();
    await service.call('POST', '/time-entry', { ...rest, startTime: rounded });
    return 'drop';
  };
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
  const times = { startTime: ago(31), endTime: ago(20) };
  await resultOf(page, 'time.add', { taskId: tasks.tasks[6]?.id ?? '', ...times, note: '' });
  await until(
    async () => {
      await sendNow(app, page);
      return untilState(page, () => true);
    },
    ({ outbox }) => outbox.items.some(({ question }) => question !== null),
  );
  await showOutbox(app);
  await page.locator('.entry-question__question').waitFor();
  await check('the same entry', page);
  await page.locator('.entry-question__question .answers__answer').first().click();
  await page.locator('.entry-question__question').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+1');
}

const Projects = z.array(
  z.looseObject({ id: z.string(), name: z.string(), slug: z.string(), icon: z.string().nullable() }),
);

/** A public board, opened by its link on the first-run page. */
export async function publicViews(page: Page, service: Service, check: PageCheck, texts: Catalog): Promise<void> {
  const workspaces = await (await service.call('GET', '/auth/organization/list')).json();
  const [workspace] = z.array(z.object({ id: z.string() })).parse(workspaces);
  const projects = await (await service.call('GET', `/project?workspaceId=${workspace?.id}`)).json();
  const project = Projects.parse(projects).find(({ name }) => name === 'Website');
  const shared = { name: project?.name, slug: project?.slug, icon: project?.icon ?? 'Layout' };
  const description = 'What the board is for, and **who** looks after it: `team-lead@halden.example`.';
  await service.call('PUT', `/project/${project?.id}`, { ...shared, description, isPublic: true });

  await page.getByRole('button', { name: texts.signInPage.firstRun.watch }).click();
  await page.getByLabel(texts.board.watch.link).waitFor();
  await check('watch a board', page);
  await page.getByLabel(texts.board.watch.link).fill('https://pm.invalid');
  await page.getByRole('button', { name: texts.board.watch.open, exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await check('watch a board: no link', page);
  await page.getByLabel(texts.board.watch.link).fill(`${service.address}/public-project/${project?.id}`);
  await page.getByRole('button', { name: texts.board.watch.open, exact: true }).click();
  await page.locator('[data-card-id]').first().waitFor();
  await check('public board', page);
  await page.locator('[data-card-id]').first().click();
  await page.locator('.public-task__task').waitFor();
  await check('public task', page);
  await page.keyboard.press('Escape');
  await page.locator('[data-card-id]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel(texts.board.watch.link).waitFor();
  await page.keyboard.press('Escape');
}

/** Sends every write, also those that could still be undone. */
export async function sendEach(page: Page): Promise<void> {
  const { outbox } = await untilState(page, (state) => state.outbox.items.length > 0);
  for (const { id } of outbox.items)
    await page.evaluate((itemId) => window.punchcard.send('outbox.send-now', { itemId }), id);
}

/** A rejected write on the page of unsent changes. */
export async function rejectedViews(page: Page, service: Service, check: PageCheck, texts: Catalog): Promise<void> {
  service.served.intercept = ({ method }) =>
    method === 'GET'
      ? undefined
      : Response.json({ message: 'This project takes no time.', code: 'FORBIDDEN' }, { status: 403 });
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 5);
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
  await page.evaluate((payload) => window.punchcard.send('time.add', payload), {
    taskId: tasks.tasks[5]?.id ?? '',
    startTime: ago(34),
    endTime: ago(32),
    note: '',
  });
  await sendEach(page);
  await untilState(page, ({ outbox }) => outbox.items.some(({ state }) => state === 'needs-you'));
  await page.locator('.outbox__actions').first().waitFor();
  await check('outbox, refused', page);
  await page.locator('.outbox__actions button', { hasText: texts.outboxPage.otherTask }).first().click();
  await page.locator('.outbox__picking').waitFor();
  await check('outbox: task search', page);
  await page.keyboard.press('Escape');
  service.served.intercept = undefined;
}

/** The sign-in was revoked. */
export async function signedOutViews(page: Page, service: Service, check: PageCheck, texts: Catalog): Promise<void> {
  service.served.intercept = ({ url }) =>
    url.includes('/device')
      ? undefined
      : Response.json({ message: 'Unauthorized', code: 'UNAUTHORIZED' }, { status: 401 });
  await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
  await page.getByRole('button', { name: texts.taskList.signInAgain, exact: true }).waitFor();
  await check('signed out', page);
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: texts.settingsPage.tabs.account, exact: true }).click();
  await check('settings: signed out', page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: texts.taskList.signInAgain, exact: true }).click();
  await page.getByText(texts.signInPage.enterCode).waitFor();
  await check('sign in again', page);
  service.served.intercept = undefined;
  const { signIn } = await untilState(page, (state) => state.signIn.step === 'waiting');
  if (signIn.step !== 'waiting') throw new Error(`No code but ${signIn.step}`);
  await service.press(`${service.served.url}/device?user_code=${signIn.userCode}`, 'approve');
  await untilState(page, ({ account }) => account?.status === 'signed-in');
}

/** The credential of `accountId` is in a locked keychain. */
export async function lockedView(
  accountId: string,
  check: ViewCheck,
  options: AppOptions,
  texts: Catalog,
): Promise<void> {
  const session = await startKeyringSession({ state: 'locked', items: { [accountId]: 'whatever it was' } });
  const app = await launchApp({ ...options, env: { ...session.env, ...options.env } });
  try {
    const page = await app.page();
    await page.getByRole('heading', { name: texts.taskList.locked.title }).waitFor();
    await check('locked keychain', page, app);
  } finally {
    await app.quit();
    await session.stop();
  }
}
