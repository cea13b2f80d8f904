/**
 * Quick add in the whole app: from the shortcut to a caret that accepts letters, and from a key to its chips, compared to a bare
 * Electron window with a shortcut in the same run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { _electron, type Page } from 'playwright-core';
import { electronCommand, launchApp } from '../app/app.ts';
import { KEY, type Keyboard, openKeyboard } from '../app/keyboard.ts';
import { inputOf, quickAddPage, untilDirectoryLoaded, untilVisible } from '../app/quick-add-window.ts';
import { readState, until } from '../app/steps.ts';
import { type Bench, figure, quantile } from './figures.ts';

const TURNS = 40;
const [WARM_UP, PRESS_APART_MS] = [3, 850];

/** A minimal hidden window, shown by a shortcut. */
const BARE = `
const { app, BrowserWindow, globalShortcut } = require('electron');
app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 640, height: 88, show: false, frame: false, alwaysOnTop: true,
    webPreferences: { sandbox: true, backgroundThrottling: false } });
  await window.loadURL('data:text/html,<input id="line" autofocus>');
  globalShortcut.register('Control+Alt+Space', () => {
    if (window.isVisible()) return window.hide();
    window.show();
    window.focus();
  });
});
`;

export const quickAdd: Bench = {
  name: 'quick-add',
  async run(folder) {
    const keyboard = await openKeyboard();
    try {
      const bare = await bareTimes(folder, keyboard);
      const own = await ownTimes(folder, keyboard);
      const beside = (share: number, goal: number | null) => {
        const value = quantile(own.shown, share);
        return [value, 'ms', { ratio: value / quantile(bare, share), goal }] as const;
      };
      return [
        figure('bare window, shortcut to caret, p50', quantile(bare, 0.5), 'ms'),
        figure('bare window, shortcut to caret, p95', quantile(bare, 0.95), 'ms'),
        figure('quick add, shortcut to caret, p50', ...beside(0.5, 2)),
        figure('quick add, shortcut to caret, p95', ...beside(0.95, 2)),
        figure('quick add, key to chips drawn, p50', quantile(own.keys, 0.5), 'ms'),
        figure('quick add, key to chips drawn, p95', quantile(own.keys, 0.95), 'ms', { goal: 50 }),
      ];
    } finally {
      keyboard.close();
    }
  },
};

async function bareTimes(folder: string, keyboard: Keyboard): Promise<number[]> {
  const script = join(folder, 'bare.cjs');
  writeFileSync(script, BARE);
  const command = electronCommand({ dataFolder: join(folder, 'bare-data') });
  const electron = await _electron.launch({
    ...command,
    args: [script, ...command.args.slice(1)],
  });
  try {
    const page = await electron.firstWindow();
    return await showTimes(page, keyboard, async () => {
      await keyboard.press(KEY.control, KEY.alt, KEY.space);
      await until(
        () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
        (isVisible) => isVisible === false,
      );
    });
  } finally {
    electron.process().kill('SIGKILL');
  }
}

async function ownTimes(folder: string, keyboard: Keyboard): Promise<{ shown: number[]; keys: number[] }> {
  const app = await launchApp({ dataFolder: join(folder, 'own-data') });
  try {
    const main = await app.page();
    await main.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    await untilDirectoryLoaded(main);
    await until(
      () => readState(main),
      (state) => state.shortcut.state === 'set',
    );
    const page = await quickAddPage(app);
    await inputOf(page).waitFor({ state: 'attached' });
    const shown = await showTimes(page, keyboard, async () => {
      await page.keyboard.press('Escape');
      await untilVisible(app, false);
    });
    await delay(PRESS_APART_MS);
    await keyboard.press(KEY.control, KEY.alt, KEY.space);
    await untilVisible(app);
    const keys = await keyTimes(page);
    return { shown, keys };
  } finally {
    await app.kill();
  }
}

/**
 * From the shortcut until the first of repeatedly typed letters arrives, which proves a caret. By the clocks of this process and of the
 * page on the same machine.
 */
async function showTimes(page: Page, keyboard: Keyboard, hide: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = -WARM_UP; turn < TURNS; turn += 1) {
    // Waits for earlier work, so that a new press counts.
    await delay(PRESS_APART_MS);
    await page.evaluate(() => {
      const arrived = new Promise<number>((resolve) => {
        const onKeyDown = (event: KeyboardEvent) => {
          if (event.key !== 'x') return;
          removeEventListener('keydown', onKeyDown, true);
          resolve(performance.timeOrigin + performance.now());
        };
        addEventListener('keydown', onKeyDown, true);
      });
      Reflect.set(globalThis, 'arrived', arrived);
    });
    let isThere = false;
    const arrived = page
      .evaluate(() => Reflect.get(globalThis, 'arrived') as Promise<number>)
      .then((at) => {
        isThere = true;
        return at;
      });
    const pressedAt = performance.timeOrigin + performance.now();
    await keyboard.press(KEY.control, KEY.alt, KEY.space);
    await keyboard.repeat(KEY.x, 2, () => isThere);
    const at = await arrived;
    if (turn >= 0) times.push(at - pressedAt);
    await hide();
  }
  return times;
}

const LINE = 'Send Halden the invoice #payments +billing !high tomorrow 17:00 @jonas >in-review';

/** From each key of a typical input to the frame with its result. */
async function keyTimes(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(globalThis, 'keyTimes', times);
    addEventListener(
      'keydown',
      () => {
        const from = performance.now();
        // React renders by the next frame; the one after it is on screen.
        requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - from)));
      },
      { capture: true },
    );
  });
  for (let round = 0; round < 3; round += 1) {
    await inputOf(page).fill('');
    for (const letter of LINE) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      await delay(20);
    }
    const value = await inputOf(page).inputValue();
    if (value !== LINE) throw new Error(`The line reads ${value}`);
  }
  return page.evaluate(() => Reflect.get(globalThis, 'keyTimes') as number[]);
}
