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

describe('absences', () => {
  test('Each question is answered once, survives a restart, and none is asked when switched off', async () => {
    const dataFolder = makeDataFolder();
    let app = await launchApp({ dataFolder });
    let page = await app.page();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    const { tasks } = await until(
      () => readState(page),
      (state) => state.tasks.total > 0,
    );
    const start = (hoursAgo: number) =>
      page.evaluate((payload) => window.punchcard.send('timer.start', payload), {
        taskId: tasks.tasks[0]?.id ?? '',
        startTime: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
      });

    await start(5);
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
    await page.evaluate(() => window.punchcard.send('timer.discard', {}));

    await start(1);
    const before = Date.now();
    const idleSeconds = await app.electron.evaluate(({ powerMonitor }) => powerMonitor.getSystemIdleTime());
    await sleep(app, 1);
    const { away: first } = await readState(page);
    expect(first?.question.kind).toBe('sleep');
    expect(Math.round((first?.question.awayMs ?? 0) / HOUR)).toBe(1);
    // Without input in between it is one absence.
    await sleep(app, 2);
    const { away: second } = await readState(page);
    expect(Math.round((second?.question.awayMs ?? 0) / HOUR)).toBe(3);
    expect(second?.question.from).toBe(first?.question.from);
    await app.kill();

    app = await launchApp({ dataFolder });
    page = await app.page();
    // The new process has the machine's clock again, so it is set three hours ahead as before.
    await sleep(app, 3);
    const asked = await until(
      () => readState(page),
      (state) => state.away !== null,
    );
    const from = [first, asked.away].map((away) => Date.parse(away?.question.from ?? ''));
    // The system reports idle time in whole seconds.
    expect(Math.abs((from[0] ?? 0) - (from[1] ?? 0))).toBeLessThan(1_000);
    expect(asked.time.running).not.toBeNull();

    await page.getByRole('button', { name: /^Discard and continue/ }).click();
    const { time } = await until(
      () => readState(page),
      (state) => state.away === null,
    );
    const ended = time.today.find((entry) => entry.endTime !== null);
    const gap = Date.parse(time.running?.startTime ?? '') - Date.parse(ended?.endTime ?? '');
    // The gap starts at the last input, some time before the sleep.
    expect(gap).toBeGreaterThanOrEqual(3 * HOUR);
    expect(gap).toBeLessThanOrEqual(3 * HOUR + (idleSeconds + 1) * 1_000 + (Date.now() - before));
    await page.getByRole('button', { name: 'Undo' }).click();
    const { away } = await until(
      () => readState(page),
      (state) => state.away !== null,
    );

    const answer = { id: away?.question.id ?? '', answer: 'keep' as const };
    await page.evaluate((kept) => window.punchcard.send('away-time.answer', kept), answer);
    await page.evaluate(() => window.punchcard.send('settings.change', { askIdle: false, stillWorkingHours: 0 }));
    await sleep(app, 3);
    const { away: none, stillWorking: neither, time: after } = await readState(page);
    expect([none, neither]).toEqual([null, null]);
    expect(after.running).not.toBeNull();
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
      await page.getByRole('tab', { name: /^My tasks/ }).waitFor();
      await page.keyboard.press('Control+,');
      await page.getByRole('tab', { name: 'Timer', exact: true }).click();
      await page.getByText('Idle time isn’t available on this desktop').waitFor();
      const answer = await page.evaluate(() => window.punchcard.send('system.diagnostics', {}));
      expect(answer).toMatchObject({ ok: true, value: expect.stringContaining('Idle time: not available\n') });
      await app.quit();
    },
  );
});
