/** The tray over D-Bus: five states, the tooltip, and every action of the menu. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import keytar from 'keytar';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { electronCommand, launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { advanceClocks, expectState, keepHiddenWindow, signIn, untilState } from './steps.ts';
import { startTrayHost, type TrayHost, type TrayItem } from './tray-host.ts';

const run = promisify(execFile);

/** The number of pixels with a contrast of at least 3:1 (WCAG, graphics) to a grey from 0 to 255. */
function visiblePixels(argb: Buffer, panel: number): number {
  const linear = (part: number) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const behind = linear(panel);
  let count = 0;
  for (let at = 0; at < argb.length; at += 4) {
    const [alpha = 0, ...colour] = argb.subarray(at, at + 4);
    const [red = 0, green = 0, blue = 0] = colour.map((part) => linear((part * alpha + panel * (255 - alpha)) / 255));
    const bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    if ((Math.max(bright, behind) + 0.05) / (Math.min(bright, behind) + 0.05) >= 3) count += 1;
  }
  return count;
}

describe('the tray', () => {
  let service: Service;
  let trayHost: TrayHost;
  let tray: TrayItem;
  let app: RunningApp;
  let page: Page;
  const icons = new Map<string, string>();

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    app = await launchApp();
    // It is hidden while another start of the app runs.
    await keepHiddenWindow(app);
    page = await app.page();
    tray = await trayHost.item();
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
  });

  const send = (name: 'timer.start' | 'timer.stop' | 'tasks.refresh', payload: object) =>
    page.evaluate(([command, body]) => window.punchcard.send(command, body as never), [name, payload] as const);
  const iconPixels = async () => (await tray.icon()).pixels.toString('base64');
  /** Waits for an icon of its own. */
  const saveIcon = async (state: string) =>
    icons.set(state, await until(iconPixels, (pixels) => ![...icons.values()].includes(pixels)));
  const labels = async () => (await tray.menu()).map(({ label }) => label);
  const isVisible = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((w) => w.isVisible()));

  test('Signed out: the tooltip says so, and the menu offers to sign in', async () => {
    await expect.poll(tray.tooltip).toBe('Punchcard: not signed in');
    await expect.poll(labels).toEqual(['Open Punchcard', 'Sign in…', 'Quit Punchcard']);
    await saveIcon('signed-out');
  });

  test('Attention: tasks are overdue', async () => {
    await signIn(app, service);
    await expect.poll(tray.tooltip).toMatch(/^2 tasks overdue\n\w+-\d+ is due /);
    await saveIcon('attention');
  });

  test('Running: the tooltip shows task and start; the menu stops, discards and switches', async () => {
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 1);
    const [first, second] = tasks.tasks;
    await tray.choose(`Start ${first?.identifier}`);
    await expect.poll(tray.tooltip).toMatch(new RegExp(`${first?.identifier} [^]*\nsince \\d{1,2}:\\d\\d( [ap]m)?$`));
    await saveIcon('running');
    await expect
      .poll(labels)
      .toEqual([
        'Open Punchcard',
        'New task…',
        expect.stringMatching(new RegExp(`^Stop ${first?.identifier} `)),
        `Discard ${first?.identifier}`,
        'Switch to',
        'Pause reminders',
        'Open as a window',
        'Settings…',
        'Quit Punchcard',
      ]);
    await tray.choose(`${second?.identifier} `);
    await until(tray.tooltip, (text) => text.includes(`${second?.identifier} `));
    await tray.choose('Discard');
    await untilState(page, (state) => state.time.running === null);
  });

  test('Idle: no task is overdue and no timer runs', async () => {
    const { tasks } = await service.assigned();
    for (const task of tasks.filter(({ dueDate }) => dueDate !== null && Date.parse(dueDate) < Date.now())) {
      await service.call('PUT', `/task/due-date/${task.id}`, {});
    }
    await send('tasks.refresh', {});
    await until(tray.tooltip, (text) => !text.includes('overdue'));
    await saveIcon('idle');
  });

  test('Offline: the tooltip shows since when', async () => {
    const port = Number(new URL(service.address).port);
    await service.served.close();
    await send('tasks.refresh', {});
    await until(tray.tooltip, (text) => /^Offline since \d{1,2}:\d\d/.test(text));
    await saveIcon('offline');
    await service.reopen(port);
    await send('tasks.refresh', {});
    await until(tray.tooltip, (text) => !text.includes('Offline'));
  });

  test('The five states have different icons', () => {
    expect([...icons.keys()].sort()).toEqual(['attention', 'idle', 'offline', 'running', 'signed-out']);
    expect(new Set(icons.values()).size).toBe(5);
  });

  test.each([
    ['black', 0x00],
    ['dark', 0x2b],
    ['grey', 0x80],
    ['light', 0xef],
    ['white', 0xff],
  ])('Each icon is visible on a %s panel', (_, panel) => {
    for (const [state, pixels] of icons) {
      expect(visiblePixels(Buffer.from(pixels, 'base64'), panel), state).toBeGreaterThan(40);
    }
  });

  test('The setting changes the icon; a panel of unknown color gets an outlined icon', async () => {
    const choose = (trayIcon: 'auto' | 'light' | 'dark') =>
      page.evaluate((to) => window.punchcard.send('settings.change', { trayIcon: to }), trayIcon);
    const automatic = await until(iconPixels, (now) => now === icons.get('idle'));
    await expect.poll(tray.icon).toMatchObject({ width: 22 });
    await choose('light');
    const light = await until(iconPixels, (now) => now !== automatic);
    await choose('dark');
    await until(iconPixels, (now) => now !== light && now !== automatic);
    await choose('auto');
    await until(iconPixels, (now) => now === automatic);
  });

  test('A click hides and shows the popover; Escape hides it; the menu opens it', async () => {
    await expect.poll(isVisible).toBe(true);
    await tray.click();
    await until(isVisible, (visible) => !visible);
    // A click right after the window was hidden does not open it again.
    await advanceClocks(app, 400);
    await tray.click();
    await until(isVisible, (visible) => visible);
    await page.keyboard.press('Escape');
    await until(isVisible, (visible) => !visible);
    await tray.choose('Open Punchcard');
    await until(isVisible, (visible) => visible);
  });

  test('A second start opens the window of the first and exits', async () => {
    await page.evaluate(() => window.punchcard.send('window.hide', {}));
    await until(isVisible, (visible) => !visible);
    // Without Playwright, which waits for what this start never says, and reports each such wait as an error of its own.
    const { executablePath, args, env } = electronCommand({ dataFolder: app.dataFolder });
    await run(executablePath, args, { env });
    await until(isVisible, (visible) => visible);
  });

  test('A revoked token signs out and keeps unsent changes; one click signs in again', async () => {
    const { account, tasks } = await untilState(
      page,
      (state) => state.account !== null && state.tasks.tasks.length > 0,
    );
    await send('timer.start', { taskId: tasks.tasks[0]?.id, startTime: new Date(Date.now() - 600_000).toISOString() });
    const token = await keytar.getPassword('Punchcard', account?.id ?? '');
    await fetch(`${service.served.baseUrl}/auth/sign-out`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    await send('tasks.refresh', {});
    await until(tray.tooltip, (text) => text.startsWith('Punchcard: signed out'));
    await expect.poll(iconPixels).toBe(icons.get('signed-out'));
    await send('timer.stop', {});
    await expectState(page, (state) => state).toMatchObject({
      account: { status: 'signed-out', tokenIn: 'none' },
      outbox: { total: 1 },
      time: { running: null },
    });
    await expectState(page, (state) => state.tasks.tasks.length).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByText('Enter this code in your browser').waitFor();
    const { signIn: view } = await untilState(page, (state) => state.signIn.step === 'waiting');
    if (view.step !== 'waiting') throw new Error(view.step);
    await service.press(`${service.address}/device?user_code=${view.userCode}`, 'approve');
    const after = await untilState(page, (state) => state.account?.status === 'signed-in' && state.outbox.total === 0);
    expect(after.account?.id).toBe(account?.id);
    await expect.poll(() => service.entries(tasks.tasks[0]?.id ?? '')).toHaveLength(1);
  });

  test('“Quit” ends the app', async () => {
    const ended = new Promise((resolve) => app.electron.process().once('exit', resolve));
    await tray.choose('Quit Punchcard');
    expect(await ended).toBe(0);
  });
});
