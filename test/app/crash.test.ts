/** SIGKILL at critical moments and lost connections: afterwards the service has exactly the person's entries. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { State } from '../../shared/contract/index.ts';
import { until } from '../until.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { resultOf, send, sendNow, signIn, untilState } from './steps.ts';

const MINUTE = 60_000;

describe('kills', () => {
  let service: Service;
  let app: RunningApp;
  let page: Page;
  const dataFolder = makeDataFolder();

  beforeAll(async () => {
    service = await startService();
    app = await launchApp({ dataFolder });
    page = await signIn(app, service);
  });
  afterAll(async () => {
    await app?.quit();
    await service?.stop();
  });

  async function restart(): Promise<void> {
    app = await launchApp({ dataFolder });
    page = await app.page();
  }

  /** Starts a timer `minutes` ago on a task of the list, without entries so far. */
  async function start(index: number, minutes: number) {
    const { tasks } = await untilState(page, (state) => state.tasks.tasks[index] !== undefined);
    const taskId = tasks.tasks[index]?.id ?? '';
    await expect.poll(() => service.entries(taskId)).toEqual([]);
    const startTime = new Date(Date.now() - minutes * MINUTE).toISOString();
    await resultOf(page, 'timer.start', { taskId, startTime });
    return { taskId, startTime };
  }
  const stop = () => page.getByRole('button', { name: 'Stop', exact: true }).click();
  /** Signed in again, the app looks for the write that it may have sent before, and sends the others. */
  async function untilSent(): Promise<void> {
    await sendNow(app, page);
    await until(
      async () => {
        await send(page, 'outbox.send-now', {});
        return untilState(page, () => true);
      },
      ({ outbox }) => outbox.total === 0,
    );
  }

  test('A timer killed before it was sent keeps its start and is posted once', async () => {
    const { taskId, startTime } = await start(0, 10);
    await app.kill();
    await expect.poll(() => service.entries(taskId)).toEqual([]);

    await restart();
    const { time } = await untilState(page, (state) => state.time.running !== null);
    expect(time.running?.startTime).toBe(startTime);
    await page.getByText(/0:1\d:\d\d/).waitFor();
    await sendNow(app, page);
    await until(
      () => service.entries(taskId),
      (entries) => entries.length === 1,
    );
    await stop();
    await sendNow(app, page);
    const [entry, ...others] = await until(
      () => service.entries(taskId),
      ([first]) => first?.endTime != null,
    );
    expect(others).toEqual([]);
    expect(entry?.startTime).toBe(startTime);
  });

  test('A kill between the request and its answer leaves one entry', async () => {
    let posts = 0;
    service.served.intercept = (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/time-entry')) return undefined;
      posts += 1;
      return 'commit-then-drop';
    };
    const { taskId, startTime } = await start(1, 5);
    await stop();
    await sendNow(app, page);
    await until(
      () => posts,
      (count) => count > 0,
    );
    await app.kill();
    service.served.intercept = undefined;
    await expect.poll(() => service.entries(taskId)).toHaveLength(1);

    await restart();
    await untilSent();
    await expect
      .poll(() => service.entries(taskId))
      .toEqual([expect.objectContaining({ startTime, endTime: expect.any(String) })]);
    expect(posts).toBe(1);
  });

  test('A timer started and stopped offline is sent after a kill, as one entry', async () => {
    const port = Number(new URL(service.address).port);
    await service.served.close();
    const { taskId, startTime } = await start(2, 30);
    await stop();
    await sendNow(app, page);
    const offlineEntry = ({ time }: State) => time.today.find((entry) => entry.startTime === startTime);
    const before = await untilState(page, (state) => offlineEntry(state)?.why != null);
    const entry = offlineEntry(before);
    expect(entry).toMatchObject({ sync: 'waiting', startTime });
    expect(before.outbox.total).toBe(1);
    await app.kill();

    await restart();
    const after = await untilState(page, (state) => state.tasks.failingSince !== null);
    expect(after.tasks.tasks.length).toBeGreaterThan(0);
    expect(offlineEntry(after)).toMatchObject({ endTime: entry?.endTime });

    await service.reopen(port);
    await untilSent();
    await expect
      .poll(() => service.entries(taskId))
      .toEqual([expect.objectContaining({ startTime, endTime: entry?.endTime })]);
  });
});
