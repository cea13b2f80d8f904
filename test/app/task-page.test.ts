/** A task's page in the whole app: changes in place, texts that others wrote, and pictures. Its parts are in test/components/features/tasks. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CHANNEL } from '../../electron/ipc/channels.ts';
import { Config, Task } from '../../electron/service/records.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type FakeBrowser, makeBrowser } from './browser.ts';
import { type Service, startService } from './service.ts';
import { expectState, PICTURE, signIn, untilState } from './steps.ts';

const Named = z.array(z.object({ id: z.string(), name: z.string() }));

/** Paths of the requests for avatars. */
const asked: string[] = [];

/** Jonas has a picture on this server, others a broken one or one on another server; uploads are enabled. */
function answerPictures(of: Service): void {
  of.served.intercept = async (request) => {
    const { pathname } = new URL(request.url);
    const png = new Response(PICTURE, { headers: { 'Content-Type': 'image/png' } });
    if (pathname === '/api/config') return Response.json({ ...Config.parse({}), hasImageUploads: true });
    if (pathname.startsWith('/api/task/image-upload/'))
      return pathname.endsWith('/finalize')
        ? Response.json({ id: 'a', url: `${of.address}/api/asset/a` })
        : Response.json({ key: 'k', uploadUrl: `${of.address}/bucket/k`, headers: {} });
    if (pathname === '/bucket/k') return new Response(null, { status: 200 });
    if (pathname.startsWith('/api/asset/')) {
      asked.push(pathname);
      return pathname === '/api/asset/jonas' ? png : new Response('<html>', { status: 200 });
    }
    if (!/^\/api\/workspace\/[^/]+\/members$/.test(pathname)) return undefined;
    const answer = await of.call('GET', pathname.replace('/api', ''));
    const members = z.array(z.looseObject({ id: z.string(), name: z.string() })).parse(await answer.json());
    const images: Record<string, string> = {
      'Jonas Weber': '/api/asset/jonas',
      'Mira Lindqvist': 'https://pictures.example/mira.png',
    };
    return Response.json(members.map((member) => ({ ...member, image: images[member.name] ?? '/api/asset/broken' })));
  };
}

describe('a task', () => {
  let service: Service;
  let app: RunningApp;
  let browser: FakeBrowser;
  let page: Page;
  beforeAll(async () => {
    service = await startService();
    answerPictures(service);
    browser = makeBrowser();
    app = await launchApp({ env: { ...browser.env, LC_ALL: 'en_GB.UTF-8', LANGUAGE: 'en_GB' } });
    page = await signIn(app, service);
  });
  afterAll(async () => {
    await app?.quit();
    await service?.stop();
  });
  beforeEach(async () => {
    await page.keyboard.press('Control+1');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  });

  const taskAtService = async (id: string): Promise<Task> =>
    Task.parse(await (await service.call('GET', `/task/${id}`)).json());
  const list = async (path: string): Promise<unknown[]> =>
    z.array(z.unknown()).parse(await (await service.call('GET', path)).json());
  /** Waits until the open page is loaded completely. */
  const read = (): Promise<void> => page.locator('.task-page__footer').waitFor();
  /** Opens the task with this name from the list; returns its id. */
  async function open(name: RegExp): Promise<string> {
    const row = page.getByRole('button', { name }).first();
    await row.waitFor();
    const id = (await row.getAttribute('data-task-id')) ?? '';
    await row.click();
    await read();
    return id;
  }
  const property = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}: `) });
  async function choose(name: string, option: string): Promise<void> {
    await property(name).click();
    await page.getByRole('menuitemradio', { name: option, exact: true }).click();
  }
  const clipboard = () => app.electron.evaluate(({ clipboard }) => clipboard.readText());

  test('Each property is changed in place and at the service', async () => {
    const id = await open(/Say why a card was declined/);
    await choose('Status', 'In review');
    await property('Status').getByText('In review').waitFor();
    await choose('Priority', 'Urgent');
    await choose('Assignee', 'Mira Lindqvist');
    await property('Due').click();
    await page.getByRole('button', { name: /^Tomorrow/ }).click();
    await page.getByRole('button', { name: 'Remove label customer' }).click();
    await page.getByRole('button', { name: 'Add label' }).click();
    await page.getByRole('combobox', { name: /label/ }).fill('brand new');
    await page.getByRole('option', { name: /New label/ }).click();
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    await expect
      .poll(() => taskAtService(id))
      .toMatchObject({
        status: 'in-review',
        priority: 'urgent',
        assigneeName: 'Mira Lindqvist',
        dueDate: new Date(tomorrow.setHours(0, 0, 0, 0)).toISOString(),
      });
    const labels = async () => Named.parse(await list(`/label/task/${id}`)).map(({ name }) => name);
    await expect.poll(async () => (await labels()).sort()).toEqual(['brand new', 'design']);
    await untilState(page, ({ outbox, taskPage }) => outbox.total === 0 && taskPage?.unsent.length === 0);
    // Assigned to somebody else it leaves the list; its page stays, and its timer can be started.
    await page.getByRole('button', { name: 'Start timer', exact: true }).click();
    await page.locator('.timer-bar__bar').getByText('Say why a card was declined').first().waitFor();
    await expectState(page, ({ time }) => time.running?.task.taskId).toBe(id);
    await page.locator('.link-row__row.link-row__running').waitFor();
    await page.evaluate(() => window.punchcard.send('timer.discard', {}));
  });

  test('A relation and a link are added at the service, and the related task opens', async () => {
    const id = await open(/Refund fails/);
    const relations = (await list(`/task-relation/${id}`)).length;
    await page.getByRole('button', { name: 'Add relation' }).click();
    await page.getByLabel('This task', { exact: true }).selectOption('subtask');
    await page.getByRole('combobox', { name: /Search for a task/ }).fill('webhook');
    await page.getByRole('option', { name: /Rotate the webhook/ }).click();
    await page.getByText('0 of 1').waitFor();
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Address').fill('docs.example.com/added');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await until(
      () => list(`/task-relation/${id}`),
      (all) => all.length === relations + 1,
    );
    await until(
      () => list(`/external-link/task/${id}`),
      (all) => JSON.stringify(all).includes('https://docs.example.com/added'),
    );
    await page.locator('.link-row__main', { hasText: 'Rotate the webhook' }).click();
    await page.getByRole('heading', { name: 'PAY-137' }).waitFor();
    await read();
    await page.locator('.link-row__main', { hasText: 'Refund fails' }).waitFor();
  });

  test('A description is rendered by the worker without a request; its links open the browser, and no others', async () => {
    await app.electron.evaluate(({ session }) => {
      const seen: string[] = [];
      Reflect.set(globalThis, 'seenRequests', seen);
      session.defaultSession.webRequest.onBeforeRequest((details, done) => {
        seen.push(details.url);
        done({});
      });
    });
    const isRotation = ({ title }: { title: string }) => title.startsWith('Rotate');
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.some(isRotation));
    const taskId = tasks.tasks.find(isRotation)?.id ?? '';
    const description = [
      '# Heading',
      '<script>window.hacked = 1</script>',
      '<img src="https://evil.example/p.png" onerror="window.hacked = 1">',
      '![a picture](https://pictures.example/p.png)',
      '[plain](http://plain.example/) and [page](https://page.example/a_b?x=1&y=2)',
      '- bullet\n- [ ] task',
    ].join('\n\n');
    await service.call('PUT', `/task/description/${taskId}`, { description });
    await open(/Rotate the webhook/);
    const text = page.locator('.markdown__markdown');
    await text.getByRole('heading', { name: 'Heading' }).waitFor();
    const seen = await text.evaluate((element) => ({
      active: element.querySelectorAll('script, img, iframe, a, [href], [src], [onerror]').length,
      hacked: Reflect.get(window, 'hacked'),
      marks: [...element.querySelectorAll('li')].map((item) => getComputedStyle(item).listStyleType),
    }));
    expect(seen).toEqual({ active: 0, hacked: undefined, marks: ['disc', 'none'] });
    await page.getByRole('link', { name: 'page' }).click();
    await until(browser.opened, (pages) => pages.includes('https://page.example/a_b?x=1&y=2'));
    await page.getByRole('button', { name: 'Copy the address http://plain.example/' }).click();
    await until(clipboard, (copied) => copied === 'http://plain.example/');
    for (const url of ['https://elsewhere.example/', 'http://plain.example/', 'javascript:window.hacked=1']) {
      const answer = await page.evaluate((payload) => window.punchcard.send('tasks.open-url', payload), {
        taskId,
        url,
      });
      expect(answer).toMatchObject({ ok: false });
    }
    const requests = await app.electron.evaluate(() => Reflect.get(globalThis, 'seenRequests') as string[]);
    expect(requests.filter((url) => /evil|pictures|plain|page\.example/.test(url))).toEqual([]);
  });

  test('A rejected comment stays, and its text can be copied from the unsent changes', async () => {
    await open(/Write down how we answer a chargeback/);
    const answers = service.served.intercept;
    service.served.intercept = async (request) =>
      request.method === 'POST' && request.url.includes('/comment/')
        ? Response.json({ message: 'Not today.', code: 'CONFLICT' }, { status: 409 })
        : answers?.(request);
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    await field.fill('A long *thought*');
    await field.press('Control+Enter');
    await page.getByRole('heading', { name: 'Your comment was not saved' }).waitFor();
    await page.getByText('Not today.', { exact: true }).waitFor();
    service.served.intercept = answers;
    await app.electron.evaluate(({ BrowserWindow }, channel) => {
      for (const { webContents } of BrowserWindow.getAllWindows())
        webContents.send(channel, { requestedViews: [{ id: -Date.now(), view: 'outbox' }] });
    }, CHANNEL.state);
    await page.getByRole('button', { name: /^Copy text: Comment on / }).click();
    await until(clipboard, (copied) => copied === 'A long *thought*');
  });

  test('A new task opens from the toast', async () => {
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
    await page.evaluate((projectId) => {
      const task = {
        projectId,
        projectSlug: 'PAY',
        title: 'Made just now',
        description: '',
        priority: 'low',
        status: 'to-do',
        labels: [],
      };
      return window.punchcard.send('quick-add.create', { tasks: [task as never], startTimer: false });
    }, tasks.tasks[0]?.projectId ?? '');
    await page.locator('.status-line__line').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Made just now' }).waitFor();
  });

  test('Avatars are shown on cards and on the task’s page, initials without one', async () => {
    await page.getByRole('tab', { name: 'Board' }).click();
    await page.getByRole('button', { name: /Choose another/ }).click();
    await page.getByRole('menuitemradio', { name: /Payments/ }).click();
    const ofJonas = page.locator('.card__card .avatar__avatar[title="Jonas Weber"]').first();
    await ofJonas.locator('img[data-shown=true]').waitFor();
    const others = page.locator('.card__card .avatar__avatar:not([title="Jonas Weber"])');
    await expect.poll(() => others.locator('img').count()).toBe(0);
    await expect.poll(() => others.first().textContent()).toMatch(/^\p{L}{1,2}$/u);
    await page
      .locator('[data-card-id]', { has: page.locator('.avatar__avatar[title="Jonas Weber"]') })
      .first()
      .click();
    await page.locator('[data-property] .avatar__avatar img[data-shown=true]').waitFor();
    await expect.poll(() => [...new Set(asked)].sort()).toEqual(['/api/asset/broken', '/api/asset/jonas']);
    expect(asked.filter((path) => path.endsWith('jonas'))).toHaveLength(1);
  });

  test('A picture is inserted at the cursor of the description', async () => {
    await open(/Rotate the webhook/);
    const path = join(app.dataFolder, 'garden.png');
    writeFileSync(path, PICTURE);
    await app.electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, path);
    await page.getByRole('button', { name: /^(Edit the|Add a) description$/ }).click();
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.fill('Before after');
    await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(7, 7));
    await page.getByRole('button', { name: 'Attach a picture…' }).click();
    await page.getByText('Uploaded and inserted into the description').first().waitFor();
    await expect.poll(() => field.inputValue()).toBe(`Before ![garden.png](${service.address}/api/asset/a)after`);
    rmSync(path);
  });
});
