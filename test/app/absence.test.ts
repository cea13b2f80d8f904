/** Questions about absences in the whole app, also after a restart. */
import { describe, expect, test } from 'vitest';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { readState, until } from './steps.ts';

const HOUR = 3_600_000;

/** Simulates a sleep of `hours` by the wall clock; systems report each event twice. */
async function sleep(app: RunningApp, hours: number): Promise<void> {
  await app.electron.evaluate(({ powerMonitor }, ms) => {
    powerMonitor.emit('suspend');
    powerMonitor.emit('suspend');
    const real = Date.now;
    // The machine's clock cannot be set, so the app's is.
    Date.now = () => real() + ms;
    powerMonitor.emit('resume');
    powerMonitor.emit('resume');
  }, hours * HOUR);
}

async function launchWithTimer(dataFolder: string, hoursAgo: number): Promise<RunningApp> {
  const app = await launchApp({ dataFolder });
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { tasks } = await until(
    () => readState(page),
    (state) => state.tasks.total > 0,
  );
  const startTime = new Date(Date.now() - hoursAgo * HOUR).toISOString();
  await page.evaluate((payload) => window.punchcard.send('timer.start', payload), {
    taskId: tasks.tasks[0]?.id ?? '',
    startTime,
  });
  return app;
}

describe('absences', () => {
  test('The question stays open through a second sleep, which extends the absence, and through a restart', async () => {
    const dataFolder = makeDataFolder();
    let app = await launchWithTimer(dataFolder, 1);
    let page = await app.page();
    await sleep(app, 1);
    const first = await until(
      () => readState(page),
      (state) => state.away !== null,
    );
    expect(first.away?.question.kind).toBe('sleep');
    expect(Math.round((first.away?.question.awayMs ?? 0) / HOUR)).toBe(1);
    // Without input in between it is one absence.
    await sleep(app, 2);
    const second = await until(
      async () => (await readState(page)).away,
      (away) => (away?.question.awayMs ?? 0) > 2.9 * HOUR,
    );
    expect(second?.question.from).toBe(first.away?.question.from);
    await app.kill();

    app = await launchApp({ dataFolder });
    page = await app.page();
    // The new process has the machine's clock again, so it is set three hours ahead as before.
    await app.electron.evaluate(({ powerMonitor }, ms) => {
      const real = Date.now;
      Date.now = () => real() + ms;
      powerMonitor.emit('resume');
    }, 3 * HOUR);
    const after = await until(
      () => readState(page),
      (state) => state.away !== null,
    );
    expect(after.away?.question.from).toBe(first.away?.question.from);
    expect(after.time.running).not.toBeNull();
    await app.quit();
  });

  test('“Discard and continue” removes the absence and can be undone', async () => {
    const app = await launchWithTimer(makeDataFolder(), 1);
    const page = await app.page();
    const start = Date.now();
    const idleSeconds = await app.electron.evaluate(({ powerMonitor }) => powerMonitor.getSystemIdleTime());
    await sleep(app, 1);
    await page.getByRole('button', { name: /^Discard and continue/ }).click();
    const { time, away } = await until(
      () => readState(page),
      (state) => state.away === null,
    );
    expect(away).toBeNull();
    expect(time.running).not.toBeNull();
    const ended = time.today.find((entry) => entry.endTime !== null);
    const gap = Date.parse(time.running?.startTime ?? '') - Date.parse(ended?.endTime ?? '');
    // The gap starts at the last input, some time before the sleep.
    expect(gap).toBeGreaterThanOrEqual(HOUR);
    expect(gap).toBeLessThanOrEqual(HOUR + (idleSeconds + 1) * 1_000 + (Date.now() - start));
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(
      () => readState(page),
      (state) => state.away !== null,
    );
    await app.quit();
  });

  test('With both questions switched off none is asked', async () => {
    const app = await launchWithTimer(makeDataFolder(), 1);
    const page = await app.page();
    await page.evaluate(() => window.punchcard.send('settings.change', { askIdle: false, stillWorkingHours: 0 }));
    await sleep(app, 3);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { away, stillWorking } = await readState(page);
    expect([away, stillWorking]).toEqual([null, null]);
    await app.quit();
  });

  test('“Still working?” is asked after some hours; “Stop” is backdated and can be undone', async () => {
    const app = await launchWithTimer(makeDataFolder(), 5);
    const page = await app.page();
    await page.getByRole('button', { name: 'Still working', exact: true }).waitFor();
    await page.getByRole('button', { name: /^Stop at/ }).click();
    await until(
      () => readState(page),
      (state) => state.time.running === null && state.stillWorking === null,
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    const { stillWorking } = await until(
      () => readState(page),
      (state) => state.time.running !== null,
    );
    expect(stillWorking).toBeNull();
    await app.quit();
  });

  test.runIf(process.platform === 'linux')(
    'Settings and diagnostics show that a Wayland compositor reports no idle time',
    async () => {
      const env = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: '/nonexistent/wayland-0' };
      const app = await launchApp({ env, args: ['--ozone-platform=x11'] });
      const page = await app.page();
      await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: false }));
      expect((await readState(page)).app.canReadIdle).toBe(true);
      await page.keyboard.press('Control+,');
      await page.getByRole('tab', { name: 'Timer', exact: true }).click();
      await page.getByText('Idle time isn’t available on this desktop').waitFor();
      const answer = await page.evaluate(() => window.punchcard.send('system.diagnostics', {}));
      expect(answer).toMatchObject({ ok: true, value: expect.stringContaining('Idle time: not available\n') });
      await app.quit();
    },
  );
});
