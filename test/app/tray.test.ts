/** The tray over D-Bus: five states, the tooltip, and every action of the menu. */
import keytar from 'keytar';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';
import { startTrayHost, type TrayHost, type TrayItem } from './tray-host.ts';

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
  const saveIcon = async (state: string) => icons.set(state, (await tray.icon()).pixels.toString('base64'));
  const labels = async () => (await tray.menu()).map(({ label }) => label);
  const isVisible = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((w) => w.isVisible()));

  test('Signed out: the tooltip says so, and the menu offers to sign in', async () => {
    expect(await tray.tooltip()).toBe('Punchcard: not signed in');
    expect(await labels()).toEqual(['Open Punchcard', 'Sign in…', 'Quit Punchcard']);
    await saveIcon('signed-out');
  });

  test('Attention: tasks are overdue', async () => {
    await signIn(app, service);
    await until(tray.tooltip, (text) => text.includes('overdue'));
    expect(await tray.tooltip()).toMatch(/^2 tasks overdue\n\w+-\d+ is due /);
    await saveIcon('attention');
  });

  test('Running: the tooltip shows task and start; the menu stops, discards and switches', async () => {
    const { tasks } = await readState(page);
    const [first, second] = tasks.tasks;
    await tray.choose(`Start ${first?.identifier}`);
    await until(tray.tooltip, (text) => text.includes(`${first?.identifier} `));
    expect(await tray.tooltip()).toMatch(/\nsince \d{1,2}:\d\d( [ap]m)?$/);
    await saveIcon('running');
    expect(await labels()).toEqual([
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
    await until(
      () => readState(page),
      (state) => state.time.running === null,
    );
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
    const pixels = async () => (await tray.icon()).pixels.toString('base64');
    const choose = (trayIcon: 'auto' | 'light' | 'dark') =>
      page.evaluate((to) => window.punchcard.send('settings.change', { trayIcon: to }), trayIcon);
    const automatic = await pixels();
    expect((await tray.icon()).width).toBe(22);
    await choose('light');
    const light = await until(pixels, (now) => now !== automatic);
    await choose('dark');
    const dark = await until(pixels, (now) => now !== light);
    expect(dark).not.toBe(automatic);
    await choose('auto');
    await until(pixels, (now) => now === automatic);
  });

  test('A click hides and shows the popover; Escape hides it; the menu opens it', async () => {
    expect(await isVisible()).toBe(true);
    await tray.click();
    await until(isVisible, (visible) => !visible);
    await new Promise((resolve) => setTimeout(resolve, 400));
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
    await expect(launchApp({ dataFolder: app.dataFolder })).rejects.toThrow();
    await until(isVisible, (visible) => visible);
  });

  test('A revoked token signs out and keeps unsent changes; one click signs in again', async () => {
    const { tasks } = await readState(page);
    await send('timer.start', { taskId: tasks.tasks[0]?.id, startTime: new Date(Date.now() - 600_000).toISOString() });
    const token = await keytar.getPassword('Punchcard', (await readState(page)).account?.id ?? '');
    await fetch(`${service.served.baseUrl}/auth/sign-out`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    await send('tasks.refresh', {});
    await until(tray.tooltip, (text) => text.startsWith('Punchcard: signed out'));
    expect((await tray.icon()).pixels.toString('base64')).toBe(icons.get('signed-out'));
    await send('timer.stop', {});
    const signedOut = await readState(page);
    expect(signedOut.account).toMatchObject({ status: 'signed-out', tokenIn: 'none' });
    expect(signedOut.unsent.total).toBe(1);
    expect(signedOut.tasks.tasks.length).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByText('Enter this code in your browser').waitFor();
    const { signIn: view } = await readState(page);
    if (view.step !== 'waiting') throw new Error(view.step);
    await service.press(`${service.address}/device?user_code=${view.userCode}`, 'approve');
    const after = await until(
      () => readState(page),
      (state) => state.account?.status === 'signed-in' && state.unsent.total === 0,
    );
    expect(after.account?.id).toBe(signedOut.account?.id);
    expect(await service.entries(tasks.tasks[0]?.id ?? '')).toHaveLength(1);
  });

  test('“Quit” ends the app', async () => {
    const ended = new Promise((resolve) => app.electron.process().once('exit', resolve));
    await tray.choose('Quit Punchcard');
    expect(await ended).toBe(0);
  });
});
