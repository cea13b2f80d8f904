/** A working day from sign-in to sign-out, at the local workspace's server and at an older one, in one app each. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { State } from '../../shared/contract/index.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type NotificationService, startNotificationService } from './notification-service.ts';
import { inputOf, quickAddPage, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import { expectState, resultOf, send, sendNow, signIn, stopClocks, untilState } from './steps.ts';

const HOUR = 3_600_000;

/** Elements of the web editor, one of them unknown (docs/service.md#descriptions), and foreign line ends. */
const WRITTEN = [
  'See <kaneo-mention id="u1" label="Ada"></kaneo-mention> and <kaneo-issue-link url="/x" issue-key="KAN-1" task-id="t1">',
  '</kaneo-issue-link>\r\n\r\n<kaneo-embed url="https://example.com/v" mode="card"></kaneo-embed>\r\n',
  '<kaneo-attachment url="/a" filename="plan.pdf" mime-type="application/pdf" size="12"></kaneo-attachment>\n',
  '<kaneo-poll id="7" />\r\n- [ ] one\r\n',
].join('');

interface TaskSeen {
  id: string;
  title: string;
  description: string | null;
  status: string;
  priority: string;
  dueDate: string | null;
}

describe.each([
  { server: 'the local workspace', older: false },
  { server: 'an older server', older: true },
])('at $server', ({ older }) => {
  let service: Service;
  let desktop: NotificationService;
  let app: RunningApp;
  let page: Page;

  beforeAll(async () => {
    service = await startService({ older });
    desktop = await startNotificationService();
    app = await launchApp({ env: { LC_ALL: 'en_GB.UTF-8', LANGUAGE: 'en_GB' } });
    page = await signIn(app, service);
    await stopClocks(app);
  });
  afterAll(async () => {
    await app?.quit();
    await desktop?.stop();
    await service?.stop();
  });
  beforeEach(() => page.keyboard.press('Control+1'));

  const read = async <T>(path: string): Promise<T> => (await service.call('GET', path)).json();
  const row = (name: RegExp) => page.getByRole('button', { name }).first();
  const taskOf = (id: string) => read<TaskSeen>(`/task/${id}`);
  const back = () => page.getByRole('button', { name: 'Back', exact: true }).click();
  async function allSent(): Promise<void> {
    await sendNow(app, page);
    await untilState(page, ({ outbox }) => outbox.total === 0);
  }
  /** The listed task whose title begins so, once it is there. */
  async function listed(start: string): Promise<State['tasks']['tasks'][number]> {
    const find = ({ tasks }: State) => tasks.tasks.find(({ title }) => title.startsWith(start));
    const found = find(await untilState(page, (state) => find(state) !== undefined));
    if (found === undefined) throw new Error('Unreachable');
    return found;
  }
  /** Opens a task of the list; returns its id. */
  async function open(name: RegExp): Promise<string> {
    await row(name).waitFor();
    const id = (await row(name).getAttribute('data-task-id')) ?? '';
    await row(name).click();
    await page.locator('.task-page__footer').waitFor();
    return id;
  }

  test('After a sign-in with only the address typed, the list contains the person’s tasks', async () => {
    const { tasks } = await service.assigned();
    const ids = tasks.map(({ id }) => id).sort();
    await expectState(page, (state) => state.tasks.tasks.map(({ id }) => id).sort()).toEqual(ids);
    const asked = service.served.requests.filter(({ path }) => path.includes('/auth/device/code'));
    // After a rejected client id the next one is tried.
    expect(asked).toHaveLength(older ? 2 : 1);
  });

  test('A timer is started and stopped, runs at the server in between, and leaves one entry', async () => {
    const id = await open(/Rotate the webhook/);
    await page.getByRole('button', { name: 'Start timer', exact: true }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).first().waitFor();
    await sendNow(app, page);
    const [started] = await until(
      () => service.entries(id),
      (entries) => entries.length === 1,
    );
    expect(started?.endTime).toBeNull();
    await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
    await page.getByRole('button', { name: 'Start timer', exact: true }).waitFor();
    await allSent();
    await expect.poll(() => service.entries(id)).toMatchObject([{ endTime: expect.any(String) }]);
    await back();
  });

  test('Quick add creates one task', async () => {
    await untilDirectoryLoaded(page);
    await resultOf(page, 'quick-add.open', {});
    const line = await quickAddPage(app);
    await untilVisible(app);
    await inputOf(line).fill('Order the paper @me #payments tomorrow !high');
    await line.keyboard.press('Enter');
    await untilVisible(app, false);
    await row(/Order the paper/).waitFor();
    await allSent();
    const created = async () => (await service.assigned()).tasks.filter(({ title }) => title === 'Order the paper');
    const tomorrow = new Date();
    tomorrow.setHours(24, 0, 0, 0);
    const dueDate = tomorrow.toISOString();
    await expect.poll(created).toMatchObject([{ projectSlug: 'PAY', priority: 'high', dueDate }]);
  });

  test('Due dates of the web client show the same day, and the app writes them the same way', async () => {
    const day = (days: number) => {
      const midnight = new Date();
      midnight.setHours(24 * days, 0, 0, 0);
      return midnight.toISOString();
    };
    const { id } = await listed('Round VAT');
    await service.call('PUT', `/task/due-date/${id}`, { dueDate: day(0) });
    await row(/Round VAT line by line.*today/).waitFor();
    await open(/Round VAT line by line/);
    await page.getByRole('button', { name: /^Due: .*today/i }).click();
    await page.getByRole('button', { name: /^Tomorrow/ }).click();
    await until(
      () => taskOf(id),
      ({ dueDate }) => dueDate === day(1),
    );
    await back();
  });

  test('A card is moved to another column and within its column, also at the server', async () => {
    await page.keyboard.press('Control+2');
    await page.getByRole('button', { name: /Choose another/ }).click();
    await page.getByRole('menuitemradio', { name: /Payments/ }).click();
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
    const card = (text: string) => page.locator('[data-card-id]').filter({ hasText: text });
    await card('Rotate the webhook').waitFor();
    const id = (await card('Rotate the webhook').getAttribute('data-card-id')) ?? '';
    await card('Rotate the webhook').press('m');
    await page.getByRole('menuitemradio', { name: /^In progress/ }).click();
    await column('In progress').locator(`[data-card-id="${id}"]`).waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await until(
      () => taskOf(id),
      ({ status }) => status === 'in-progress',
    );
    const order = () =>
      column('In progress')
        .locator('[data-card-id]')
        .evaluateAll((cards) => cards.map((one) => (one as HTMLElement).dataset.cardId ?? ''));
    await allSent();
    const shown = await order();
    const at = shown.indexOf(id);
    const { description, dueDate } = await taskOf(id);
    const before = (at === 0 ? shown[2] : shown[at - 1]) ?? null;
    await resultOf(page, 'board.move', { taskId: id, to: 'in-progress', before });
    await until(order, (now) => now.indexOf(id) === (at === 0 ? 1 : at - 1));
    await allSent();
    // The request with the position contains all other properties.
    await expect.poll(() => taskOf(id)).toMatchObject({ status: 'in-progress', description, dueDate });
    const { board } = await untilState(page, (state) => state.board !== null);
    const inColumn = `/task/tasks/${board?.project.id}?status=in-progress&sortBy=position&limit=100`;
    const { data } = await read<{ data: { columns: { slug: string; tasks: TaskSeen[] }[] } }>(inColumn);
    const there = data.columns.find(({ slug }) => slug === 'in-progress')?.tasks.map((task) => task.id) ?? [];
    await expect.poll(order).toEqual(there);
  });

  test('An edited description keeps unchanged parts byte for byte', async () => {
    const { id } = await listed('Round VAT');
    await service.call('PUT', `/task/description/${id}`, { description: WRITTEN });
    await open(/Round VAT line by line/);
    await page.locator('.markdown__markdown', { hasText: 'Ada' }).waitFor();
    await page.getByRole('button', { name: 'Edit the description' }).click();
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.press('Control+End');
    await field.pressSequentially('- [ ] two');
    await field.press('Control+Enter');
    await expect.poll(() => taskOf(id)).toMatchObject({ description: `${WRITTEN}- [ ] two` });
    await back();
  });

  test('A comment is added once, edited and deleted', async () => {
    const id = await open(/Write down how we answer a chargeback/);
    const texts = async () => (await read<{ content: string }[]>(`/comment/${id}`)).map(({ content }) => content);
    const there = (...wanted: string[]) => until(texts, (value) => value.join() === wanted.join());
    const history = page.getByRole('list', { name: 'Comments and activity' });
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    await field.fill('Is this done?');
    await field.press('Control+Enter');
    await there('Is this done?');
    // The open menu stays open when the comment gets the server's id.
    const own = page.getByRole('button', { name: /^Your comment/ });
    await own.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit your comment' }).fill('It is done.');
    await page.getByRole('button', { name: 'Save' }).click();
    await there('It is done.');
    await own.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await history.getByText('It is done.').waitFor({ state: 'detached' });
    await sendNow(app, page);
    await there();
    await allSent();
    const comments = ({ taskPage }: State) => taskPage?.history.items.filter(({ kind }) => kind === 'comment');
    await expectState(page, comments).toEqual([]);
    await back();
  });

  test('A notification names the author and the task of a comment', async () => {
    const { id, title } = await listed('');
    const mira = service.addPerson({ name: 'Mira Two', role: 'member' });
    await service.call('POST', `/comment/${id}`, { content: 'Have a look' }, mira);
    const text = await until(
      async () => JSON.stringify(await send(page, 'inbox.read', {})),
      (text) => text.includes('Have a look'),
    );
    expect(text).toContain('Mira Two');
    expect(text).toContain(title);
  });

  /** Opens the page of the board's project. */
  async function openProject(tab: string): Promise<void> {
    await page.keyboard.press('Control+2');
    await page.getByRole('button', { name: 'Board menu' }).click();
    await page.getByRole('menuitem', { name: 'Project…' }).click();
    await page.getByRole('tab', { name: tab }).click();
  }

  test('A label is renamed', async () => {
    await openProject('Labels');
    await page.getByRole('button', { name: 'Rename the label backend' }).click();
    const field = page.getByRole('textbox', { name: 'New name' });
    await field.fill('server');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Rename the label server' }).waitFor();
    const [workspace] = await read<{ id: string }[]>('/workspace');
    const names = async () =>
      (await read<{ name: string }[]>(`/label/workspace/${workspace?.id}`)).map(({ name }) => name);
    await until(names, (value) => value.includes('server') && !value.includes('backend'));
  });

  test('A missing feature is reported once and not offered again', async () => {
    const id = await open(/Round VAT line by line/);
    const add = page.getByRole('button', { name: 'Add link' });
    await add.click();
    await page.getByLabel('Address').fill('docs.example.com');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    if (older) {
      await page.getByTitle(/was not added.*cannot do that/).waitFor();
      await add.waitFor({ state: 'detached' });
    }
    await until(
      () => read<unknown[]>(`/external-link/task/${id}`),
      (links) => links.length === (older ? 0 : 1),
    );
    await back();

    await openProject('Calendar');
    const calendar = page.getByRole('tab', { name: 'Calendar' });
    await untilState(page, ({ missingFeatures }) => !older || missingFeatures.includes('calendars'));
    await page.getByRole('tab', { name: 'Labels' }).click();
    await calendar.waitFor({ state: older ? 'detached' : 'visible' });
  });

  test('A task is deleted after a question, and Undo restores it before a request', async () => {
    const id = await open(/Round VAT line by line/);
    const row = page.locator(`[data-task-id="${id}"]`);
    const status = async () => (await service.call('GET', `/task/${id}`)).status;
    for (const undoes of [true, false]) {
      await page.getByRole('button', { name: 'Delete task…' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await expect.poll(status).toBe(200);
      if (!undoes) break;
      await page.locator('.status-line__line').getByRole('button', { name: 'Undo' }).click();
      await row.click();
      await page.locator('.task-page__footer').waitFor();
    }
    await sendNow(app, page);
    await expect.poll(status).not.toBe(200);
    await allSent();
  });

  test('The page of a task deleted by somebody else says so and moves its time', async () => {
    const doomed = await open(/Say why a card was declined/);
    const { id: lasting } = await listed('Order the paper');
    const hour = {
      startTime: new Date(Date.now() - 3 * HOUR).toISOString(),
      endTime: new Date(Date.now() - 2 * HOUR).toISOString(),
    };
    await resultOf(page, 'time.add', { taskId: doomed, note: 'Worked', ...hour });
    await sendNow(app, page);
    await until(
      () => service.entries(doomed),
      (entries) => entries.some(({ description }) => description === 'Worked'),
    );
    await service.call('DELETE', `/task/${doomed}`);
    await send(page, 'tasks.open-page', { taskId: doomed });
    await page.getByText('This task was deleted').waitFor();
    await page.getByRole('button', { name: /Move my time/ }).click();
    await page.getByRole('option', { name: /Order the paper/ }).click();
    await page.getByTitle(/moved to/).waitFor();
    await sendNow(app, page);
    const moved = await until(
      () => service.entries(lasting),
      (entries) => entries.length > 0,
    );
    expect(moved).toMatchObject([{ ...hour, description: 'Worked' }]);
    // An older server computes the length only at an update (docs/service.md#time-entries).
    const update = `/api/time-entry/${moved[0]?.id}`;
    await until(
      () => service.served.requests.some(({ method, path }) => method === 'PUT' && path === update),
      (isUpdated) => isUpdated === older,
    );
  });

  test('Offline changes are sent once when the connection returns', async () => {
    const { port } = new URL(service.served.url);
    await service.served.close();
    const { id } = await listed('Order the paper');
    const startTime = new Date(Date.now() - HOUR / 2).toISOString();
    await resultOf(page, 'timer.start', { taskId: id, startTime });
    await send(page, 'tasks.refresh', {});
    await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
    await untilState(page, (state) => state.outbox.total > 0 && state.tasks.failingSince !== null);
    await service.reopen(Number(port));
    await allSent();
    const added = async () => (await service.entries(id)).filter(({ description }) => description !== 'Worked');
    await expect.poll(added).toMatchObject([{ endTime: expect.any(String) }]);
  });

  test('A task that is due soon shows a notification', async () => {
    const task = await listed('Order the paper');
    // A reminder of the sample may be due in the same minute, and both would be shown as one notification.
    const later = new Date(Date.now() + 1000 * 24 * 60 * 60_000).toISOString();
    const { tasks } = await service.assigned();
    const others = tasks.filter(({ id, dueDate }) => dueDate !== null && id !== task.id);
    for (const { id } of others) await service.call('PUT', `/task/due-date/${id}`, { dueDate: later });
    const soon = new Date(Date.now() + 50 * 60_000).toISOString().replace(/\.000Z$/, '.001Z');
    await service.call('PUT', `/task/due-date/${task.id}`, { dueDate: soon });
    await send(page, 'tasks.refresh', {});
    const notification = await desktop.shown('Order the paper');
    expect(notification.title).toContain(task.identifier);
    expect(notification.body).toMatch(/^Due in \d+ min/);
  });
});
