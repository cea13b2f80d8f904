/**
 * Opens every view of the window in turn, for checks that apply to all views. Texts come from the catalog of the active language.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type AppOptions, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { entryMenuViews, gapViews, overlay, pickerViews, shortcutViews, timeMenuViews } from './menu-views.ts';
import { quickAddPage, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import {
  assistantViews,
  conflictViews,
  lockedView,
  publicViews,
  questionViews,
  rejectedViews,
  sendEach,
  showOutbox,
  signedOutViews,
} from './rare-views.ts';
import { shownByWindows } from './running-apps.ts';
import { type Service, startService } from './service.ts';
import { untilState } from './steps.ts';
import { type Catalog, english, type PageCheck, type ViewCheck } from './view-check.ts';

const MINUTE = 60_000;
const rows = (page: Page) => page.getByRole('button', { name: /^[A-Z]+-\d+ / });

/** Opens and checks each view, from the sign-in on. */
export async function everyView(
  checkOne: ViewCheck,
  options: AppOptions = {},
  texts: Catalog = english,
): Promise<void> {
  const still = new Set<Page>();
  const checkView: ViewCheck = async (...view) => {
    try {
      // Once for each page, because it draws the page anew.
      if (!still.has(view[1])) await view[1].emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      still.add(view[1]);
      await checkOne(...view);
    } catch (error) {
      // Here the apps still run; when the test has failed, they were quit.
      console.error(`The windows when “${view[0]}” could not be checked:\n${await shownByWindows()}`);
      throw error;
    }
  };
  const service = await startService();
  const dataFolder = makeDataFolder();
  const app = await launchApp({ ...options, dataFolder });
  const check: PageCheck = (name, page) => checkView(name, page, app);
  let accountId = '';
  try {
    const page = await app.page();
    await publicViews(page, service, check, texts);
    await signInViews(page, service, check, texts);
    // Nobody touches the display's keyboard, and on a slow machine a view would show the question about time away.
    await page.evaluate(() => window.punchcard.send('settings.change', { idleMinutes: 120 }));
    await taskViews(app, page, check, texts);
    await boardViews(page, service, check, texts);
    await timeViews(app, page, service, check, texts);
    await wideViews(app, page, dataFolder, check, texts);
    await pages(app, page, check, texts);
    await paletteViews(page, check, texts);
    await focusViews(page, check, texts);
    await quickAddViews(app, page, check, texts);
    await brokenViews(page, service, check, texts);
    await questionViews(app, page, service, check, texts);
    await conflictViews(app, page, service, check);
    await signedOutViews(page, service, check, texts);
    const { account } = await untilState(page, (state) => state.account !== null);
    accountId = account?.id ?? '';
  } finally {
    await app.quit();
    await service.stop();
  }
  await lockedView(accountId, checkView, { ...options, dataFolder }, texts);
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  await localViews(checkView, options, texts);
}

async function signInViews(page: Page, service: Service, check: PageCheck, texts: Catalog): Promise<void> {
  const methodButton = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const address = page.getByLabel(texts.signInPage.address, { exact: true });
  await address.waitFor();
  await check('first run', page);

  await methodButton(texts.signInPage.firstRun.apiKey).click();
  await page.getByLabel(texts.signInPage.address, { exact: true }).waitFor();
  await check('API key', page);
  await page.getByLabel(texts.signInPage.address, { exact: true }).fill('http://tasks.invalid');
  await page.getByLabel(texts.signInPage.key, { exact: true }).fill('not-a-real-key');
  await page.getByRole('button', { name: texts.window.continue, exact: true }).click();
  await page.getByRole('button', { name: texts.signInPage.sendAllTheSame, exact: true }).waitFor();
  await check('API key, unencrypted', page);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();

  await methodButton(texts.signInPage.firstRun.local).click();
  await page.getByRole('button', { name: texts.signInPage.local.start, exact: true }).waitFor();
  await check('try it', page);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();

  await page.getByRole('button', { name: texts.window.continue, exact: true }).click();
  await check('address, missing', page);
  await page.getByLabel(texts.signInPage.address, { exact: true }).fill('http://127.0.0.1:9');
  await page.getByRole('button', { name: texts.window.continue, exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await check('sign-in failed', page);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();

  await page.getByLabel(texts.signInPage.address, { exact: true }).fill(service.address);
  await page.getByRole('button', { name: texts.window.continue, exact: true }).click();
  await page.getByText(texts.signInPage.enterCode).waitFor();
  await check('code', page);

  const { signIn } = await untilState(page, (state) => state.signIn.step === 'waiting');
  if (signIn.step !== 'waiting') throw new Error(`No code but ${signIn.step}`);
  await service.press(`${service.served.url}/device?user_code=${signIn.userCode}`, 'approve');
  await rows(page).first().waitFor();
}

async function taskViews(app: RunningApp, page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await check('my tasks', page);
  await page.keyboard.press('/');
  const filter = page.getByLabel(texts.window.filter.label, { exact: true });
  await filter.fill('the');
  await check('filter', page);
  await filter.fill('nothing has this');
  await page.getByText(texts.window.filter.nothing).waitFor();
  await check('filter without a match', page);
  await page.keyboard.press('Escape');

  const first = rows(page).first();
  await overlay(page, first, check, 'my tasks: menu of a task', 'right');
  await first.focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.locator('.selection-bar__bar');
  await bar.waitFor();
  await check('my tasks: selection', page);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await first.focus();
  await first.press('Space');
  await page.getByText(texts.taskPage.description).first().waitFor();
  await check('taskPage', page);
  await pickerViews(page, check);
  const comment = page.getByRole('textbox', { name: texts.taskPage.history.write, exact: true });
  await comment.click();
  await page.keyboard.type('@');
  await page.getByRole('listbox').waitFor();
  await check('taskPage: mentions', page);
  await comment.fill('');
  await page.keyboard.press('Escape');

  const search = page.getByRole('combobox').first();
  await search.click();
  await page.getByRole('option').first().waitFor();
  await check('task search', page);
  await page.keyboard.press('Escape');
  await search.fill('nothing is called this');
  await page.getByRole('option').first().waitFor();
  await check('task search: new task', page);
  await search.fill('');
  await page.keyboard.press('Escape');

  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 1);
  const [one, other] = tasks.tasks;
  const startTime = new Date(Date.now() - 45 * MINUTE).toISOString();
  await page.evaluate((payload) => window.punchcard.send('timer.start', payload), { taskId: one?.id ?? '', startTime });
  await page.getByRole('button', { name: texts.window.timer.menu }).click();
  await page.getByRole('menuitem', { name: texts.timerForms.switchTask }).waitFor();
  await check('timer menu', page);
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: texts.timerForms.switchTask }).waitFor({ state: 'detached' });
  // The menu gives the focus back a moment later, which would close a field that has it by then.
  await page.waitForFunction(() => document.activeElement !== document.body);
  await timerField(page, 'Control+M', texts.timerForms.note, check, 'timer: note');
  await timerField(page, 'Control+Shift+B', texts.timerForms.startLabel, check, 'timer: start');

  await app.electron.evaluate(({ app: main }, task) => {
    main.emit('second-instance', {}, ['punchcard', `punchcard://start?task=${task}`]);
  }, other?.identifier);
  await page.getByRole('button', { name: texts.questions.link.yesStart, exact: true }).first().waitFor();
  await check('a link asks', page);
  await page.getByRole('button', { name: texts.questions.link.no, exact: true }).click();
}

/** A field of the timer bar, which closes when it loses the focus. */
async function timerField(page: Page, keys: string, label: string, check: PageCheck, name: string): Promise<void> {
  await page.keyboard.press(keys);
  const field = page.getByRole('textbox', { name: label, exact: true });
  await field.waitFor();
  await check(name, page);
  if (await field.isVisible()) await leaveField(field);
}

/** A check may have moved the focus. */
async function leaveField(field: Locator): Promise<void> {
  await field.focus();
  await field.page().keyboard.press('Escape');
}

async function boardViews(page: Page, service: Service, check: PageCheck, texts: Catalog): Promise<void> {
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  const projectId = tasks.tasks[0]?.projectId ?? '';
  // Before the tab, which may else give the focus to a card of another board that is then replaced.
  await page.evaluate((payload) => window.punchcard.send('board.open', payload), { projectId });
  await page.keyboard.press('Control+2');
  await page.locator('[data-card-id]').first().waitFor();
  await untilState(page, ({ board }) => board?.progress === null);
  await check('board', page);
  const card = page.locator('[data-card-id]').first();
  await card.focus();
  await page.keyboard.press('x');
  const bar = page.locator('.selection-bar__bar');
  await bar.waitFor();
  await check('board: selection', page);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await card.focus();
  await page.keyboard.press('n');
  const newCard = page.locator('.column__newCard');
  await newCard.waitFor();
  await check('board: new task', page);
  if (await newCard.isVisible()) await leaveField(newCard);
  await page.getByRole('button', { name: texts.board.menu }).click();
  await page.getByRole('menuitem', { name: texts.projectPage.menuEntry }).waitFor();
  await check('board menu', page);
  await page.getByRole('menuitem', { name: texts.projectPage.menuEntry }).click();
  for (const name of Object.values(texts.projectPage.tabs)) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.getByRole('tabpanel').locator('button, input').first().waitFor();
    await check(`project: ${name}`, page);
  }
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();

  const { projects } = await untilState(page, (state) => state.projects !== null);
  const other = projects?.find(({ id }) => id !== projectId)?.id ?? '';
  await page.evaluate((payload) => window.punchcard.send('board.open', payload), { projectId: other });
  await untilState(page, ({ board }) => board?.project.id === other && board.progress === null);
  const unarchive = page.getByRole('button', { name: texts.projectPage.more.unarchive, exact: true });
  await service.call('PUT', `/project/${other}/archive`);
  await page.evaluate(() => window.punchcard.send('project.refresh-list', {}));
  await unarchive.waitFor();
  await check('board: archived', page);
  await unarchive.click();
  await unarchive.waitFor({ state: 'detached' });
  await page.evaluate((payload) => window.punchcard.send('board.open', payload), { projectId });
  await untilState(page, ({ board }) => board?.project.id === projectId && board.progress === null);
  await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
}

async function timeViews(
  app: RunningApp,
  page: Page,
  service: Service,
  check: PageCheck,
  texts: Catalog,
): Promise<void> {
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 4);
  const ago = (minutes: number) =>
    new Date(Math.floor((Date.now() - minutes * MINUTE) / MINUTE) * MINUTE).toISOString();
  // They overlap, and before the timer, which runs since 45 minutes, there is a gap.
  for (const [index, from, to] of [
    [2, 85, 65],
    [3, 75, 55],
  ] as const) {
    await page.evaluate((payload) => window.punchcard.send('time.add', payload), {
      taskId: tasks.tasks[index]?.id ?? '',
      startTime: ago(from),
      endTime: ago(to),
      note: '',
    });
  }
  await page.keyboard.press('Control+3');
  await page.getByRole('list', { name: texts.timePage.list }).waitFor();
  await check('time', page);
  await page.locator('.entry-row__main').first().focus();
  await page.keyboard.press('x');
  const bar = page.locator('.selection-bar__bar');
  await bar.waitFor();
  await check('time: selection', page);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await timeMenuViews(page, check, texts);
  await gapViews(page, check, texts);
  for (const name of [texts.timePage.weekBys.projects, texts.timePage.weekBys.tasks, texts.timePage.weekBys.days]) {
    await page.locator('.week-summary__week label').filter({ hasText: name }).click();
    await check(`time: ${name}`, page);
  }
  await dayViews(page, check, texts);
  await weekViews(page, check, texts);
  await page.locator('.entry-row__main').nth(1).click();
  await page.getByRole('button', { name: texts.entry.save, exact: true }).waitFor();
  await check('entry form', page);
  await entryMenuViews(page, check, texts);
  await page.keyboard.press('Escape');
  await reportViews(page, check, texts);

  service.served.intercept = () => 'drop';
  await page.evaluate((payload) => window.punchcard.send('time.add', payload), {
    taskId: tasks.tasks[4]?.id ?? '',
    startTime: ago(40),
    endTime: ago(35),
    note: '',
  });
  await sendEach(page);
  await showOutbox(app);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().waitFor();
  await check('outbox', page);
  await rejectedViews(page, service, check, texts);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();
  await page.keyboard.press('Control+1');
}

/** Opened from the Time tab; with its menu, typed days and a typed sender. */
async function reportViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  const { title, what, who, preview, actions } = texts.reportPage;
  await page.getByRole('button', { name: texts.timePage.menu, exact: true }).click();
  await page.getByRole('menuitem', { name: texts.timePage.exports.report, exact: true }).click();
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await page.getByRole('button', { name: actions.copy, exact: true }).waitFor();
  await check('report', page);
  await page.getByRole('button', { name: preview.title, exact: true }).click();
  await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('h1') != null);
  await check('report: preview', page);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();
  const period = page.getByRole('button', { name: new RegExp(`^${what.period}`) });
  await period.click();
  await page.getByRole('menuitemradio', { name: what.periods.other, exact: true }).waitFor();
  await check('report: periods', page);
  await page.getByRole('menuitemradio', { name: what.periods.other, exact: true }).click();
  await page.getByLabel(what.days.to, { exact: true }).fill('2020-01-01');
  await page
    .getByRole('button', { name: new RegExp(`^${who.edit}: `) })
    .last()
    .click();
  await check('report: typed', page);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();
}

/** The day to scale, with the keyboard at an entry, and its form. */
async function dayViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  const { views } = texts.timePage;
  await page.getByText(views.day, { exact: true }).click();
  const block = page.locator('.day-blocks__block').first();
  await block.waitFor();
  await check('day', page);
  await page.getByRole('button', { name: texts.timePage.zoomIn }).click({ clickCount: 3 });
  await block.focus();
  await page.keyboard.press('ArrowDown');
  await check('day: zoomed in, keyboard', page);
  // The check may have moved the focus.
  await block.press('Enter');
  await page.getByRole('button', { name: texts.entry.save, exact: true }).waitFor();
  await check('day: entry form', page);
  await page.keyboard.press('Escape');
  await page.getByText(views.list, { exact: true }).click();
}

/** The timesheet, a cell that is typed over, the panel that closes a week, a month, and a week without time. */
async function weekViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await page.getByText(texts.timePage.views.week, { exact: true }).click();
  const cell = page.locator('[role="gridcell"][tabindex="0"]');
  await cell.waitFor();
  await check('week', page);
  const filled = page.locator('[data-task]', { hasText: /\d:\d\d/ }).first();
  await overlay(page, filled, check, 'week: menu of a cell', 'right');
  await cell.focus();
  await page.keyboard.press('0');
  await page.keyboard.press('Escape');
  await cell.focus();
  await page.keyboard.press('9');
  await page.keyboard.press('9');
  await page.keyboard.press('Enter');
  await page.locator('input[aria-invalid="true"]').waitFor();
  await check('week: not a length', page);
  await page.keyboard.press('Escape');
  const menu = page.getByRole('button', { name: texts.timesheetPage.menu });
  await menu.click();
  await page.getByRole('menuitem', { name: texts.timesheetPage.periods.choose }).waitFor();
  await check('week: menu', page);
  await page.getByRole('menuitem', { name: texts.timesheetPage.periods.thisMonth }).click();
  await page.getByRole('columnheader').nth(4).waitFor();
  await check('week: month', page);
  await menu.click();
  await page.getByRole('menuitem', { name: texts.timesheetPage.periods.choose }).click();
  await page.getByRole('form').waitFor();
  await check('week: days', page);
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: texts.timesheetPage.periods.lastWeek }).click();
  await page.getByText(texts.timesheetPage.offerTasks).waitFor();
  await check('week, empty', page);
  await page.getByRole('button', { name: texts.timesheetPage.close }).click();
  await page.getByText(texts.timesheetPage.closing.noOverlaps).waitFor();
  await check('week: closing', page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.getByText(texts.timePage.views.month, { exact: true }).click();
  await page.getByRole('gridcell').nth(20).waitFor();
  await check('month', page);
  await page.keyboard.press('Control+g');
  await page.getByRole('textbox', { name: texts.timePage.calendar.typed }).waitFor();
  await check('calendar', page);
  await page.keyboard.press('Escape');
  await page.getByText(texts.timePage.views.week, { exact: true }).click();
  await page.getByText(texts.timePage.views.list, { exact: true }).click();
}

/** Two columns, then three, and a board that shares the width. A report is saved to the folder. */
async function wideViews(app: RunningApp, page: Page, folder: string, check: PageCheck, texts: Catalog): Promise<void> {
  const before = await resize(app, null);
  for (const width of [720, 1040]) {
    await resize(app, { width, height: 720 });
    await page.getByRole('tab', { name: texts.window.tabs.today, exact: true }).waitFor();
    await page.getByRole('list', { name: texts.timePage.list }).waitFor();
    await check(`today, ${width} px`, page);
    await rows(page).first().click();
    await page.getByText(texts.taskPage.description).first().waitFor();
    await check(`task beside the list, ${width} px`, page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+2');
    await page.locator('[data-card-id]').first().waitFor();
    await check(`board, ${width} px`, page);
    await page.getByRole('tab', { name: texts.window.tabs.week, exact: true }).click();
    await page.getByRole('grid').waitFor();
    await check(`week, ${width} px`, page);
    if (width === 1040) {
      await page.getByText(texts.timePage.views.month, { exact: true }).click();
      await page.getByRole('gridcell').nth(20).waitFor();
      await check('month, 1040 px', page);
      await page.getByRole('radio', { name: texts.timePage.views.week, exact: true }).check({ force: true });
      await page.getByRole('grid').waitFor();
      await savedReportView(app, page, folder, check, texts);
    }
    await page.keyboard.press('Control+1');
  }
  await page.keyboard.press('/');
  await page.getByLabel(texts.window.filter.label, { exact: true }).fill('the');
  await check('filter, 1040 px', page);
  await page.keyboard.press('Escape');
  await resize(app, before);
  await page.getByRole('tab', { name: texts.window.tabs.time, exact: true }).waitFor();
}

/** From the timesheet and back to it: the report with its warnings and its preview, and after it was saved. */
async function savedReportView(
  app: RunningApp,
  page: Page,
  folder: string,
  check: PageCheck,
  texts: Catalog,
): Promise<void> {
  await app.electron.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    },
    join(folder, 'week.pdf'),
  );
  await page.keyboard.press('Control+e');
  await page.getByRole('heading', { name: texts.reportPage.title, exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('h1') != null);
  await check('report, 1040 px', page);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: texts.reportPage.actions.showInFolder, exact: true }).waitFor();
  await check('report: saved', page);
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();
}

/** Resizes the window, and returns its size before. In CSS pixels. */
const resize = (app: RunningApp, to: { width: number; height: number } | null) =>
  app.electron.evaluate(({ BrowserWindow }, size) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('/index.html'));
    const [width = 0, height = 0] = window?.getContentSize() ?? [];
    const zoom = window?.webContents.getZoomFactor() ?? 1;
    if (size !== null) window?.setContentSize(Math.round(size.width * zoom), Math.round(size.height * zoom));
    return { width: width / zoom, height: height / zoom };
  }, to);

async function pages(app: RunningApp, page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: texts.keysPage.title, exact: true }).waitFor();
  await check('keys', page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: texts.palette.placeholder }).fill(texts.window.status.recentChanges);
  await page.getByRole('option').first().click();
  await page.getByRole('list', { name: texts.window.status.recentChanges }).waitFor();
  await check('recent changes', page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+,');
  for (const name of Object.values(texts.settingsPage.tabs)) {
    await page.getByRole('tab', { name, exact: true }).click();
    await check(`settings: ${name}`, page);
    if (name === texts.settingsPage.tabs.general) {
      await shortcutViews(page, check, texts);
      await assistantViews(app, page, check, texts);
    }
    if (name === texts.settingsPage.tabs.timer) {
      await rulesView(page, check, texts);
      await sourcesViews(page, check, texts);
    }
  }
  await page.getByRole('tab', { name: texts.settingsPage.tabs.account, exact: true }).click();
  await page.getByRole('button', { name: texts.settingsPage.showServer, exact: true }).click();
  await page.getByRole('heading', { name: texts.serverPage.workspaces.title }).waitFor();
  await check('server', page);
  await page.getByRole('button', { name: `${texts.serverPage.more.open}: ${texts.serverPage.more.inbox}` }).click();
  await page.getByText(texts.serverPage.inbox.none).or(page.locator('.inbox__row')).first().waitFor();
  await check('notifications', page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: texts.settingsPage.tabs.account, exact: true }).click();
  await page.getByRole('button', { name: texts.settingsPage.showServer, exact: true }).click();
  await page.getByRole('button', { name: `${texts.serverPage.more.open}: ${texts.serverPage.more.tools}` }).click();
  await page.getByLabel(texts.serverPage.tools.name).waitFor();
  await check('tools', page);
  await page.keyboard.press('Escape');
}

/** Opened anew for each view, because the checks press keys. */
async function paletteViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await page.keyboard.press('Control+1');
  const palette = page.getByRole('dialog', { name: texts.palette.title });
  const open = async (query: string) => {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: texts.palette.placeholder }).fill(query);
    await page.getByRole('option').first().waitFor();
  };
  const checkAndClose = async (name: string) => {
    await check(name, page);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  };
  await open('');
  await checkAndClose('palette');
  await open('refund');
  await checkAndClose('palette: query');
  await open('refund');
  await page.keyboard.press('Tab');
  await checkAndClose('palette: actions');
  await open('nothing is called this');
  await checkAndClose('palette: nothing');
}

/** A timer runs. */
async function focusViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  const openMenu = async () => {
    await page.getByRole('button', { name: texts.window.timer.menu }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${texts.timerForms.focus}`) }).click();
  };
  await openMenu();
  await check('focus: menu', page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.punchcard.send('focus.start', {}));
  await page.getByRole('timer', { name: texts.window.focus.leftLabel }).waitFor();
  await check('focus', page);
  await openMenu();
  await check('focus: menu of a session', page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.punchcard.send('focus.break', {}));
  await page.getByRole('button', { name: texts.timePage.focusBreak.menu }).waitFor();
  await check('focus: break', page);
  await page.evaluate(() => window.punchcard.send('focus.next', {}));
  await page.evaluate(() => window.punchcard.send('focus.end', {}));
}

/** The rules for time, with a project's rate and colour, from the settings and back to them. */
async function rulesView(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await page.getByRole('button', { name: texts.settingsPage.rules.open, exact: true }).click();
  await page.getByRole('heading', { name: texts.timeRulesPage.title, exact: true }).waitFor();
  await page
    .getByRole('button', { expanded: false })
    .filter({ hasText: texts.timeRulesPage.projects.more })
    .first()
    .click();
  await check('time rules', page);
  await page.getByRole('switch', { name: texts.timeRulesPage.hours.on, exact: true }).click();
  await page.getByRole('switch', { name: texts.timeRulesPage.hours.each, exact: true }).waitFor();
  await check('time rules: working hours', page);
  await page.getByRole('switch', { name: texts.timeRulesPage.hours.on, exact: true }).click();
  await page.getByRole('button', { name: texts.window.back, exact: true }).first().click();
  await page.getByRole('tab', { name: texts.settingsPage.tabs.timer, exact: true }).waitFor();
}

/** All sources of suggestions, which cannot be read, rules, and what was read. Begins and ends on the tab. */
async function sourcesViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  const { sources, rules, kept, evidence, folders } = texts.sourcesPage;
  await page.getByRole('tab', { name: texts.settingsPage.tabs.timer, exact: true }).click();
  for (const { name } of Object.values(sources)) await page.getByRole('switch', { name, exact: true }).click();
  for (const contains of ['Figma', 'Lunch'])
    await page.evaluate((rule) => window.punchcard.send('proposals.add-rule', { rule }), {
      where: 'title',
      contains,
      proposes: { kind: 'never' },
    } as const);
  await page.getByRole('button', { name: folders.add, exact: true }).waitFor();
  await page.getByRole('button', { name: texts.sourcesPage.again, exact: true }).first().waitFor();
  await page.getByRole('button', { name: new RegExp(`: ${rules.name}$`) }).click();
  await page.getByText(rules.never, { exact: true }).first().waitFor();
  await check('settings: sources', page);
  await page.getByRole('button', { name: `${kept.show}: ${kept.all}` }).click();
  await page.getByText(evidence.title, { exact: true }).waitFor();
  await check('settings: what was read', page);
}

async function quickAddViews(app: RunningApp, main: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await untilDirectoryLoaded(main);
  await main.evaluate(() => window.punchcard.send('quick-add.open', {}));
  const page = await quickAddPage(app);
  await untilVisible(app);
  await check('quick add', page);
  const line = page.getByRole('combobox', { name: texts.quickAddPage.label });
  await line.fill('Call the bank tomorrow !high #');
  await page.getByRole('option').first().waitFor();
  await check('quick add: suggestions', page);
  await line.fill('');
  await page.keyboard.press('Escape');
  await untilVisible(app, false);
}

async function brokenViews(page: Page, service: Service, check: PageCheck, texts: Catalog): Promise<void> {
  await page.keyboard.press('Control+1');
  await rows(page).first().waitFor();
  service.served.intercept = () => 'drop';
  await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
  await page.getByRole('button', { name: texts.window.tryNow, exact: true }).first().waitFor();
  await check('offline', page);
  service.served.intercept = undefined;
}

async function localViews(checkView: ViewCheck, options: AppOptions, texts: Catalog): Promise<void> {
  const app = await launchApp(options);
  const check: PageCheck = (name, page) => checkView(name, page, app);
  try {
    const page = await app.page();
    await page.getByRole('button', { name: new RegExp(`^${texts.signInPage.firstRun.local}`) }).waitFor();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: false }));
    await page.getByText(texts.taskList.first.title).waitFor();
    await check('my tasks, empty', page);
    await page.keyboard.press('Control+3');
    await page.getByText(texts.timePage.empty).waitFor();
    await check('time, empty', page);
    await page.getByText(texts.timePage.views.day, { exact: true }).click();
    await page.getByText(texts.timePage.emptyDrag).waitFor();
    await check('day, empty', page);
    await page.keyboard.press('Control+,');
    await page.getByRole('tab', { name: texts.settingsPage.tabs.account, exact: true }).click();
    await check('settings: local workspace', page);
  } finally {
    await app.quit();
  }
}
