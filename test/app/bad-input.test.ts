/** Faulty answers and clock changes while signed in: each ends with a clear message and without data loss. */
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
  const json = (body: string, status = 200, headers: Record<string, string> = {}) =>
    new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } });
  /** Answers requests for the list with this from now on; returns the state after the next one. */
  async function answerList(answer: () => Response | 'drop') {
    service.served.intercept = (request) => (request.url.includes('/task/assigned') ? answer() : undefined);
    await refresh();
  }
  const error = () =>
    until(
      () => readState(page),
      ({ tasks }) => tasks.error !== null && !tasks.loading,
    );

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

  test.each([
    ['truncated JSON', () => json('{"tasks":[{"id":"a'), 'malformed', /incomplete/],
    [
      'HTML',
      () => new Response('<!doctype html><p>hi', { headers: { 'Content-Type': 'text/html' } }),
      'not-the-service',
      /web page/,
    ],
    ['a 500', () => json('{"message":"Internal Server Error"}', 500), 'rejected', /500/],
    [
      'a 429 with Retry-After',
      () => json('{"message":"Slow","code":"RATE_LIMITED"}', 429, { 'Retry-After': '90' }),
      'rate-limited',
      /90 s/,
    ],
    ['a 429 without', () => json('{"message":"Slow","code":"RATE_LIMITED"}', 429), 'rate-limited', /Wait/],
    ['a field of the wrong type', () => json('{"tasks":"none","total":1}'), 'malformed', /tasks/],
    ['a dropped connection', () => 'drop' as const, 'timeout', /does not answer/],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.invalid/' } }),
      'redirect',
      /elsewhere\.invalid/,
    ],
  ])('With %s instead of the list the old list stays, with a clear message', async (_what, answer, kind, words) => {
    const before = (await readState(page)).tasks;
    await answerList(answer);
    const { tasks } = await error();
    expect(tasks.error?.kind).toBe(kind);
    expect(`${tasks.error?.title} ${tasks.error?.explanation} ${tasks.error?.nextStep}`).toMatch(words);
    expect(tasks.tasks).toEqual(before.tasks);
    expect(tasks.nextTryAt).not.toBeNull();
    await page.getByRole('heading', { name: tasks.error?.title ?? '' }).waitFor();
    await page.getByRole('button', { name: new RegExp(`^${before.tasks[0]?.identifier} `) }).waitFor();
  });

  test('Retry-After delays the next request', async () => {
    const asked = Date.now();
    await answerList(() => json('{"message":"Slow","code":"RATE_LIMITED"}', 429, { 'Retry-After': '90' }));
    const { tasks } = await error();
    expect(Date.parse(tasks.nextTryAt ?? '') - asked).toBeGreaterThanOrEqual(90_000);
  });

  test('A title of 5 MB is shortened', async () => {
    await answerList(() => json(JSON.stringify({ tasks: [task('x'.repeat(5 * 1024 * 1024))], total: 1 })));
    const { tasks } = await until(
      () => readState(page),
      (state) => state.tasks.total === 1,
    );
    expect(tasks.tasks[0]?.title).toHaveLength(500);
    expect(tasks.tasks[0]?.title.endsWith('…')).toBe(true);
    const row = await page.getByRole('button', { name: /^PAY-1 / }).boundingBox();
    expect(row?.width).toBeLessThanOrEqual(400);
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

    await answerList(() => json(JSON.stringify({ tasks: [task('Fine')], total: 1 })));
    await page.getByRole('heading', { name: 'could not be read' }).waitFor({ state: 'detached' });
  });

  test('A task’s page and the notifications report unreadable records', async () => {
    const { tasks } = await readState(page);
    const taskId = tasks.tasks[0]?.id ?? '';
    service.served.intercept = ({ url, method }) => {
      if (method !== 'GET') return undefined;
      if (/\/(task-relation|external-link)\//.test(url)) return json('[null, {"id": 7}]');
      if (url.endsWith(`/time-entry/task/${taskId}`)) return json('[{"id": "e", "endTime": "late"}]');
      return url.endsWith('/notification') ? json('[null]') : undefined;
    };
    const line = (name: string) => page.getByRole('heading', { name });
    await page.evaluate((id) => window.punchcard.send('tasks.details', { taskId: id }), taskId);
    await page.getByRole('button', { name: new RegExp(`^${tasks.tasks[0]?.identifier} `) }).dblclick();
    await line('2 relations, 2 links and 1 time entry could not be read').waitFor();
    await page.getByRole('button', { name: 'Copy details' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied).toMatch(/^Left out: relation: 2, external link: 2, entry: 1\n/);
    await page.getByRole('button', { name: 'Back' }).click();
    expect((await readState(page)).unreadableRecords.details).toBeUndefined();

    await page.evaluate(() => window.punchcard.send('notifications.read', {}));
    expect((await readState(page)).unreadableRecords.notifications).toEqual({ notification: 1 });

    service.served.intercept = undefined;
    await page.evaluate(() => window.punchcard.send('notifications.read', {}));
    expect((await readState(page)).unreadableRecords.notifications).toBeUndefined();
  });

  test('Markup, control and right-to-left characters in a title are plain text', async () => {
    await answerList(() =>
      json(JSON.stringify({ tasks: [task('<img src=x onerror=alert(1)>\u0000\n\u202Eevil & “ok”')], total: 1 })),
    );
    await until(
      () => page.getByRole('button', { name: /^PAY-1 / }).innerText(),
      (text) => text.includes('<img src=x onerror=alert(1)> '),
    );
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
    await send(1, 500);
    await until(
      async () => (await readState(page)).toast?.text ?? '',
      (text) => text.includes('NONE-500'),
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
