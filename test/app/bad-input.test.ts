/**
 * Faulty answers and clock changes while signed in: each ends with a clear message and without data loss. The kinds of faults are in
 * test/electron/service/http.test.ts.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { advanceClocks, expectState, resultOf, signIn, untilState } from './steps.ts';

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
    await untilState(page, ({ tasks }) => tasks.error === null && !tasks.loading && tasks.tasks.length > 10);
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
    const { tasks: before } = await untilState(page, (state) => state.tasks.tasks.length > 10);
    await answerList(() => new Response('<!doctype html><p>hi', { headers: { 'Content-Type': 'text/html' } }));
    const { tasks } = await untilState(page, (state) => state.tasks.nextTryAt !== null && !state.tasks.loading);
    expect(tasks.error?.kind).toBe('unreachable');
    expect(tasks.tasks).toEqual(before.tasks);
    await page.getByRole('heading', { name: tasks.error?.title ?? '' }).waitFor();
    await page.getByRole('button', { name: new RegExp(`^${before.tasks[0]?.identifier} `) }).waitFor();
  });

  test('A title of 5 MB with markup and control characters is shortened plain text, in a row of usual width', async () => {
    const title = `<img src=x onerror=alert(1)>\u0000\n\u202Eevil & “ok” ${'x'.repeat(5 * 1024 * 1024)}`;
    await answerList(() => json(JSON.stringify({ tasks: [task(title)], total: 1 })));
    const { tasks } = await untilState(page, (state) => state.tasks.total === 1);
    expect(tasks.tasks[0]?.title).toHaveLength(500);
    expect(tasks.tasks[0]?.title.endsWith('…')).toBe(true);
    const row = page.getByRole('button', { name: /^PAY-1 / });
    await expect.poll(() => row.innerText()).toContain('<img src=x onerror=alert(1)> ');
    await expect.poll(async () => (await row.boundingBox())?.width).toBeLessThanOrEqual(400);
  });

  test('Unreadable tasks are counted, their reasons can be copied, and the others are shown', async () => {
    await answerList(() => json(JSON.stringify({ tasks: [task('Fine'), null, { id: 7 }], total: 3 })));
    await page.getByRole('heading', { name: '2 tasks could not be read' }).waitFor();
    await page.getByRole('button', { name: /^PAY-1 / }).waitFor();
    await page.getByRole('button', { name: 'Copy details' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = () => app.electron.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toMatch(/^Left out: task: 2\n/);
    await expect.poll(copied).toContain('task 7: id: Invalid input: expected string, received number');
  });

  test('Unreadable records of a task’s page and of the notifications are reported until they are readable', async () => {
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 10);
    const taskId = tasks.tasks[0]?.id ?? '';
    service.served.intercept = ({ url, method }) => {
      if (method !== 'GET') return undefined;
      if (/\/(task-relation|external-link)\//.test(url)) return json('[null, {"id": 7}]');
      if (url.endsWith(`/time-entry/task/${taskId}`)) return json('[{"id": "e", "endTime": "late"}]');
      return url.endsWith('/notification') ? json('[null]') : undefined;
    };
    const expectUnreadable = (of: 'taskPage' | 'notifications') =>
      expectState(page, ({ unreadableRecords }) => unreadableRecords[of]);
    await resultOf(page, 'tasks.open-page', { taskId });
    await expectUnreadable('taskPage').toEqual({ relation: 2, 'external link': 2, entry: 1 });
    await resultOf(page, 'tasks.leave-page', { taskId });
    await expectUnreadable('taskPage').toBeUndefined();
    await resultOf(page, 'inbox.read', {});
    await expectUnreadable('notifications').toEqual({ notification: 1 });
    service.served.intercept = undefined;
    await resultOf(page, 'inbox.read', {});
    await expectUnreadable('notifications').toBeUndefined();
  });

  test('An unchanged answer publishes no state', async () => {
    await page.evaluate(() => {
      Reflect.set(window, 'changes', []);
      window.punchcard.onState((changed) => Reflect.get(window, 'changes').push(Object.keys(changed)));
    });
    const before = await resultOf(page, 'tasks.fetched-at', {});
    // A wake-up refreshes the list in the background.
    await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'));
    await expect.poll(() => resultOf(page, 'tasks.fetched-at', {})).not.toBe(before);
    await resultOf(page, 'settings.change', { theme: 'dark' });
    // Reminders follow the clock.
    const first = () =>
      page.evaluate(() => (Reflect.get(window, 'changes') as string[][]).find((names) => names.join() !== 'reminders'));
    await expect.poll(first).toContain('settings');
  });

  test('Of five hundred links opened at once only a few cause requests, and a message reports the rest', async () => {
    const before = service.served.requests.length;
    const open = (from: number, count: number) =>
      app.electron.evaluate(
        ({ app: main }, [first, many]) => {
          for (let n = first; n < first + many; n += 1)
            main.emit('second-instance', {}, ['punchcard', `punchcard://open?task=NONE-${n}`]);
        },
        [from, count] as const,
      );
    await page.evaluate(() => {
      Reflect.set(window, 'toasts', []);
      window.punchcard.onState(({ toast }) => Reflect.get(window, 'toasts').push(toast?.text ?? ''));
    });
    const toasts = () => page.evaluate((): string => Reflect.get(window, 'toasts').join('\n'));
    await open(1, 500);
    await expect.poll(toasts).toContain('NONE-500');
    expect(service.served.requests.length - before).toBeLessThan(50);
    let n = 500;
    await until(
      async () => {
        n += 1;
        await open(n, 1);
        return toasts();
      },
      (texts) => texts.includes('Too many links were opened at once.'),
    );
  });

  test('After the clock is set back under a running timer no entry ends before it starts, and a message appears', async () => {
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 10);
    const taskId = tasks.tasks[0]?.id ?? '';
    const startedAt = Date.now();
    await resultOf(page, 'timer.start', { taskId });
    // The machine's clock cannot be set, so the app's is.
    const jump = (ms: number) =>
      app.electron.evaluate((_electron, by) => {
        const real = Reflect.get(globalThis, 'realNow') ?? Date.now;
        Reflect.set(globalThis, 'realNow', real);
        Date.now = () => real() + by;
      }, ms);
    await advanceClocks(app, 60_000);
    await jump(-3_600_000);
    await resultOf(page, 'timer.stop', {});
    const { time } = await untilState(page, ({ toast }) => /clock went back/.test(toast?.text ?? ''));
    expect(time.running).toBeNull();
    const [entry] = time.today.slice(-1);
    const worked = Date.parse(entry?.endTime ?? '') - Date.parse(entry?.startTime ?? '');
    expect(worked).toBeGreaterThanOrEqual(60_000);
    expect(worked).toBeLessThanOrEqual(60_000 + Date.now() - startedAt);
    await jump(0);
    await until(
      () => service.entries(taskId),
      (entries) => entries.length === 1,
    );

    await jump(86_400_000);
    await resultOf(page, 'timer.start', { taskId });
    await jump(0);
    await resultOf(page, 'timer.discard', {});
    await expectState(page, ({ time: after }) => after.running).toBeNull();
  });
});
