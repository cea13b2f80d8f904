/**
 * Faulty answers and clock changes while signed in: each ends with a clear message and without data loss. The kinds of faults are in
 * test/electron/service/http.test.ts.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';

describe('bad input', () => {
  let service: Service;
  let app: RunningApp;
  let page: Page;

  beforeAll(async () => {
    service = await startService();
    app = await launchApp();
    page = await signIn(app, service);
  });
  afterAll(async () => {
    await app?.quit();
    await service?.stop();
  });
  beforeEach(async () => {
    service.served.intercept = undefined;
    await refresh();
    await until(
      () => readState(page),
      ({ tasks }) => tasks.error === null && !tasks.loading && tasks.tasks.length > 10,
    );
  });

  const refresh = () => page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
  const json = (body: string) => new Response(body, { headers: { 'Content-Type': 'application/json' } });
  /** Answers requests for the list with this from now on, and refreshes it. */
  async function answerList(answer: () => Response) {
    service.served.intercept = (request) => (request.url.includes('/task/assigned') ? answer() : undefined);
    await refresh();
  }
  const task = (title: string) => ({
    id: 't1',
    projectId: 'p1',
    number: 1,
    title,
    status: 'to-do',
    statusName: 'To do',
    statusIcon: null,
    priority: 'high',
    dueDate: null,
    projectName: 'Payments',
    projectSlug: 'PAY',
    projectIcon: null,
    labels: [],
  });

  test('With a web page instead of the list the old list stays, with a clear message', async () => {
    const before = (await readState(page)).tasks;
    await answerList(() => new Response('<!doctype html><p>hi', { headers: { 'Content-Type': 'text/html' } }));
    const { tasks } = await until(
      () => readState(page),
      (state) => state.tasks.error !== null && !state.tasks.loading,
    );
    expect(tasks.error?.kind).toBe('not-the-service');
    expect(tasks.tasks).toEqual(before.tasks);
    expect(tasks.nextTryAt).not.toBeNull();
    await page.getByRole('heading', { name: tasks.error?.title ?? '' }).waitFor();
    await page.getByRole('button', { name: new RegExp(`^${before.tasks[0]?.identifier} `) }).waitFor();
  });

  test('A title of 5 MB with markup and control characters is shortened plain text, in a row of usual width', async () => {
    const title = `<img src=x onerror=alert(1)>\u0000\n\u202Eevil & “ok” ${'x'.repeat(5 * 1024 * 1024)}`;
    await answerList(() => json(JSON.stringify({ tasks: [task(title)], total: 1 })));
    const { tasks } = await until(
      () => readState(page),
      (state) => state.tasks.total === 1,
    );
    expect(tasks.tasks[0]?.title).toHaveLength(500);
    expect(tasks.tasks[0]?.title.endsWith('…')).toBe(true);
    const row = page.getByRole('button', { name: /^PAY-1 / });
    expect(await row.innerText()).toContain('<img src=x onerror=alert(1)> ');
    expect((await row.boundingBox())?.width).toBeLessThanOrEqual(400);
  });

  test('Unreadable tasks are counted, their reasons can be copied, and the others are shown', async () => {
    await answerList(() => json(JSON.stringify({ tasks: [task('Fine'), null, { id: 7 }], total: 3 })));
    await page.getByRole('heading', { name: '2 tasks could not be read' }).waitFor();
    await page.getByRole('button', { name: /^PAY-1 / }).waitFor();
    await page.getByRole('button', { name: 'Copy details' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied).toMatch(/^Left out: task: 2\n/);
    expect(copied).toContain('task 7: id: Invalid input: expected string, received number');
  });

  test('Unreadable records of a task’s page and of the notifications are reported until they are readable', async () => {
    const { tasks } = await readState(page);
    const taskId = tasks.tasks[0]?.id ?? '';
    service.served.intercept = ({ url, method }) => {
      if (method !== 'GET') return undefined;
      if (/\/(task-relation|external-link)\//.test(url)) return json('[null, {"id": 7}]');
      if (url.endsWith(`/time-entry/task/${taskId}`)) return json('[{"id": "e", "endTime": "late"}]');
      return url.endsWith('/notification') ? json('[null]') : undefined;
    };
    const unreadable = async () => (await readState(page)).unreadableRecords;
    await page.evaluate((id) => window.punchcard.send('tasks.details', { taskId: id }), taskId);
    expect((await unreadable()).details).toEqual({ relation: 2, 'external link': 2, entry: 1 });
    await page.evaluate((id) => window.punchcard.send('tasks.leave', { taskId: id }), taskId);
    expect((await unreadable()).details).toBeUndefined();
    const readNotifications = () => page.evaluate(() => window.punchcard.send('notifications.read', {}));
    await readNotifications();
    expect((await unreadable()).notifications).toEqual({ notification: 1 });
    service.served.intercept = undefined;
    await readNotifications();
    expect((await unreadable()).notifications).toBeUndefined();
  });

  test('An unchanged answer publishes no state', async () => {
    await page.evaluate(() => {
      Reflect.set(window, 'changes', []);
      window.punchcard.onState((changed) => Reflect.get(window, 'changes').push(Object.keys(changed)));
    });
    const before = service.served.requests.length;
    // A wake-up refreshes the list in the background.
    await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'));
    await until(
      () => service.served.requests.length,
      (count) => count > before,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([]);
  });

  test('Of five hundred links opened at once only a few cause requests, and a message reports the rest', async () => {
    const before = service.served.requests.length;
    const send = (from: number, count: number) =>
      app.electron.evaluate(
        ({ app: main }, [first, many]) => {
          for (let n = first; n < first + many; n += 1)
            main.emit('second-instance', {}, ['punchcard', `punchcard://open?task=NONE-${n}`]);
        },
        [from, count] as const,
      );
    // On a busy machine a toast may be gone when the state is read.
    await page.evaluate(() => {
      Reflect.set(window, 'toasts', []);
      window.punchcard.onState(({ toast }) => Reflect.get(window, 'toasts').push(toast?.text ?? ''));
    });
    await send(1, 500);
    await until(
      () => page.evaluate((): string[] => Reflect.get(window, 'toasts')),
      (texts) => texts.some((text) => text.includes('NONE-500')),
      30_000,
    );
    expect(service.served.requests.length - before).toBeLessThan(50);
    let n = 500;
    await until(
      async () => {
        n += 1;
        await send(n, 1);
        return (await readState(page)).toast?.text ?? '';
      },
      (text) => text.startsWith('Too many links were opened at once.'),
    );
  });

  test('After the clock is set back under a running timer no entry ends before it starts, and a message appears', async () => {
    const { tasks } = await readState(page);
    const taskId = tasks.tasks[0]?.id ?? '';
    const startedAt = Date.now();
    await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), taskId);
    // The machine's clock cannot be set, so the app's is.
    const jump = (ms: number) =>
      app.electron.evaluate((_electron, by) => {
        const real = Reflect.get(globalThis, 'realNow') ?? Date.now;
        Reflect.set(globalThis, 'realNow', real);
        Date.now = () => real() + by;
      }, ms);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await jump(-3_600_000);
    await page.evaluate(() => window.punchcard.send('timer.stop', {}));
    const { toast, time } = await readState(page);
    expect(toast?.text).toMatch(/clock went back/);
    expect(time.running).toBeNull();
    const [entry] = time.today.slice(-1);
    const worked = Date.parse(entry?.endTime ?? '') - Date.parse(entry?.startTime ?? '');
    expect(worked).toBeGreaterThan(900);
    expect(worked).toBeLessThanOrEqual(Date.now() - startedAt);
    await jump(0);
    await until(
      () => service.entries(taskId),
      (entries) => entries.length === 1,
    );

    await jump(86_400_000);
    await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), taskId);
    await jump(0);
    await page.evaluate(() => window.punchcard.send('timer.discard', {}));
    expect((await readState(page)).time.running).toBeNull();
  });
});
