/** Questions about away times in the whole app, also after a restart. */
import { describe, expect, test } from 'vitest';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { expectState, resultOf, untilState } from './steps.ts';

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

describe('away times', () => {
  test('Each question is answered once, survives a restart, and none is asked when switched off', async () => {
    const dataFolder = makeDataFolder();
    let app = await launchApp({ dataFolder });
    let page = await app.page();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
    const start = (hoursAgo: number) =>
      resultOf(page, 'timer.start', {
        taskId: tasks.tasks[0]?.id ?? '',
        startTime: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
      });

    await start(5);
    await page.getByRole('button', { name: /^Stop at/ }).click();
    await untilState(page, (state) => state.time.running === null && state.stillWorking === null);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectState(page, ({ time, stillWorking }) => [time.running !== null, stillWorking]).toEqual([true, null]);
    await resultOf(page, 'timer.discard', {});

    await start(1);
    const before = Date.now();
    const idleSeconds = await app.electron.evaluate(({ powerMonitor }) => powerMonitor.getSystemIdleTime());
    await sleep(app, 1);
    const { away: first } = await untilState(page, ({ away }) => away !== null);
    expect(first?.question.kind).toBe('sleep');
    expect(Math.round((first?.question.awayMs ?? 0) / HOUR)).toBe(1);
    // Without input in between it is one away time.
    await sleep(app, 2);
    await expectState(page, ({ away }) => Math.round((away?.question.awayMs ?? 0) / HOUR)).toBe(3);
    await expectState(page, ({ away }) => away?.question.from).toBe(first?.question.from);
    await app.kill();

    app = await launchApp({ dataFolder });
    page = await app.page();
    // The new process has the machine's clock again, so it is set three hours ahead as before.
    await sleep(app, 3);
    const asked = await untilState(page, (state) => state.away !== null);
    const from = [first, asked.away].map((away) => Date.parse(away?.question.from ?? ''));
    // The system reports idle time in whole seconds, and main may be interrupted before it reads the clock.
    expect(Math.abs((from[0] ?? 0) - (from[1] ?? 0))).toBeLessThan(10_000);
    expect(asked.time.running).not.toBeNull();

    await page.getByRole('button', { name: /^Discard and continue/ }).click();
    const { time } = await untilState(page, (state) => state.away === null && state.time.running !== null);
    const ended = time.today.find((entry) => entry.endTime !== null);
    const gap = Date.parse(time.running?.startTime ?? '') - Date.parse(ended?.endTime ?? '');
    // The gap starts at the last input, some time before the sleep.
    expect(gap).toBeGreaterThanOrEqual(3 * HOUR);
    expect(gap).toBeLessThanOrEqual(3 * HOUR + (idleSeconds + 1) * 1_000 + (Date.now() - before));
    await page.getByRole('button', { name: 'Undo' }).click();
    const { away } = await untilState(page, (state) => state.away !== null);

    await resultOf(page, 'away-time.answer', { id: away?.question.id ?? '', answer: 'keep' });
    await resultOf(page, 'settings.change', { askIdle: false, stillWorkingHours: 0 });
    const fetchedAt = await resultOf(page, 'tasks.fetched-at', {});
    await sleep(app, 3);
    // A question would come before the list that is read after a wake-up.
    await expect.poll(() => resultOf(page, 'tasks.fetched-at', {})).not.toBe(fetchedAt);
    await expectState(page, (state) => [state.away, state.stillWorking]).toEqual([null, null]);
    await expectState(page, (state) => state.time.running).not.toBeNull();
    await app.quit();
  });

  test.runIf(process.platform === 'linux')(
    'Settings and diagnostics show that a Wayland compositor reports no idle time',
    async () => {
      const env = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: '/nonexistent/wayland-0' };
      const app = await launchApp({ env, args: ['--ozone-platform=x11'] });
      const page = await app.page();
      await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: false }));
      await expectState(page, (state) => state.app.canReadIdle).toBe(true);
      await page.getByRole('tab', { name: /^My tasks/ }).waitFor();
      await page.keyboard.press('Control+,');
      await page.getByRole('tab', { name: 'Timer', exact: true }).click();
      await page.getByText('Idle time isn’t available on this desktop').waitFor();
      expect(await resultOf(page, 'system.diagnostics', {})).toContain('Idle time: not available\n');
      await app.quit();
    },
  );
});
