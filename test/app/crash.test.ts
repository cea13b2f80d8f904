/** SIGKILL at critical moments and lost connections: afterwards the service has exactly the person's entries. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';

const MINUTE = 60_000;

describe('kills', () => {
  let service: Service;
  let app: RunningApp;
  let dataFolder: string;

  beforeEach(async () => {
    service = await startService();
    dataFolder = makeDataFolder();
    app = await launchApp({ dataFolder });
  });
  afterEach(async () => {
    await app.quit();
    await service.stop();
  });

  /** Starts a timer `minutes` ago on the first task of the list. */
  async function start(minutes: number) {
    const page = await app.page();
    const { tasks } = await readState(page);
    const taskId = tasks.tasks[0]?.id ?? '';
    const startTime = new Date(Date.now() - minutes * MINUTE).toISOString();
    const answer = await page.evaluate(
      ([id, time]) => window.punchcard.send('timer.start', { taskId: id, startTime: time }),
      [taskId, startTime] as const,
    );
    expect(answer.ok).toBe(true);
    return { taskId, startTime };
  }

  test('A timer killed before it was sent keeps its start and is posted once', async () => {
    await signIn(app, service);
    const { taskId, startTime } = await start(10);
    await app.kill();
    expect(await service.entries(taskId)).toEqual([]);

    app = await launchApp({ dataFolder });
    const page = await app.page();
    const { time } = await until(
      () => readState(page),
      (state) => state.time.running !== null,
    );
    expect(time.running?.startTime).toBe(startTime);
    await page.getByText(/0:1\d:\d\d/).waitFor();
    await until(
      () => service.entries(taskId),
      (entries) => entries.length === 1,
      20_000,
    );
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const [entry, ...others] = await until(
      () => service.entries(taskId),
      ([first]) => first?.endTime != null,
    );
    expect(others).toEqual([]);
    expect(entry?.startTime).toBe(startTime);
  });

  test('A kill between the request and its answer leaves one entry', async () => {
    await signIn(app, service);
    let posts = 0;
    service.served.intercept = (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/time-entry')) return undefined;
      posts += 1;
      return 'commit-then-drop';
    };
    const { taskId, startTime } = await start(5);
    const page = await app.page();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await until(
      () => posts,
      (count) => count > 0,
    );
    await app.kill();
    service.served.intercept = undefined;
    expect(await service.entries(taskId)).toHaveLength(1);

    app = await launchApp({ dataFolder });
    const again = await app.page();
    await until(
      () => readState(again),
      (state) => state.time.today.length === 1 && state.unsent.total === 0,
    );
    const entries = await service.entries(taskId);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ startTime });
    expect(entries[0]?.endTime).not.toBeNull();
    expect(posts).toBe(1);
  });

  test('A timer started and stopped offline is sent after a kill, as one entry', async () => {
    await signIn(app, service);
    const port = Number(new URL(service.address).port);
    await service.served.close();
    const { taskId, startTime } = await start(30);
    const page = await app.page();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const { time, unsent } = await until(
      () => readState(page),
      (state) => state.time.today[0]?.why != null,
    );
    expect(time.today[0]).toMatchObject({ sync: 'waiting', startTime });
    expect(unsent.total).toBe(1);
    await app.kill();

    app = await launchApp({ dataFolder });
    const again = await app.page();
    const offline = await until(
      () => readState(again),
      (state) => state.tasks.failingSince !== null,
    );
    expect(offline.tasks.tasks.length).toBeGreaterThan(0);
    expect(offline.time.today).toHaveLength(1);

    await service.reopen(port);
    await again.evaluate(() => window.punchcard.send('unsent.send-now', {}));
    await until(
      () => readState(again),
      (state) => state.unsent.total === 0,
    );
    const entries = await service.entries(taskId);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ startTime, endTime: time.today[0]?.endTime });
  });
});
