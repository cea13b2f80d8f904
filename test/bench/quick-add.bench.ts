/**
 * Quick add in the whole app: from the shortcut to a caret that accepts letters, beside a bare Electron window with a shortcut; the
 * same for somebody who has not used it lately; and from a key to its chips.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sendToApp } from '../../electron/cli/socket-client.ts';
import { launchApp } from '../app/app.ts';
import { KEY, type Keyboard, openKeyboard } from '../app/keyboard.ts';
import { inputOf, quickAddPage, untilDirectoryLoaded, untilVisible } from '../app/quick-add-window.ts';
import { startTrayHost, type TrayHost } from '../app/tray-host.ts';
import { until } from '../until.ts';
import { atMost, type Bench, beyondBare, figure, pause } from './figures.ts';
import { type Launched, launch, prepare, type Subject } from './launch.ts';

const WARM_UP = 3;
/** A shortcut pressed sooner after the last press counts as held (ms). */
const PRESS_APART_MS = 850;
/** The work of the start is done, and the shortcut is registered. */
const SETTLED_MS = 4_000;
const SHORTCUT = [KEY.control, KEY.alt, KEY.space];
/** Of bare/quick-add.cjs; it shows and hides its window. */
const BARE_SHORTCUT = [KEY.control, KEY.shift, KEY.space];

export const quickAdd: Bench = {
  name: 'quick-add',
  async run(folder, { isQuick }) {
    const [turns, starts] = isQuick ? [10, 3] : [20, 8];
    const { punchcard, stop } = await prepare();
    const never = { ...punchcard, dataFolder: join(folder, 'never') };
    const host = await startTrayHost();
    const keyboard = await openKeyboard();
    try {
      // Each start has a profile that never used it.
      const fresh = join(folder, 'fresh');
      cpSync(punchcard.dataFolder, fresh, { recursive: true });
      const bare = join(import.meta.dirname, 'bare', 'quick-add.cjs');
      await openOnce(punchcard, keyboard);
      const times = await resident(
        punchcard,
        { name: 'bare', folder: bare, dataFolder: join(folder, 'bare') },
        turns,
        keyboard,
      );
      const first: number[] = [];
      while (first.length < starts) {
        rmSync(never.dataFolder, { recursive: true, force: true, maxRetries: 5 });
        cpSync(fresh, never.dataFolder, { recursive: true });
        first.push(await firstUse(never, host, keyboard));
      }
      const keys = await keyTimes(join(folder, 'sample'));
      const shown = {
        unit: 'ms',
        values: times.punchcard,
        bare: times.bare,
        how: `${turns} presses of the shortcut until a letter typed every 2 ms arrives, alternating with a bare window hidden and shown by its shortcut.`,
      } as const;
      const unused = {
        unit: 'ms',
        values: first,
        how: `${starts} hidden starts with a profile that never used quick add, after each one press of the shortcut, until a letter arrives.`,
      } as const;
      const drawn = {
        unit: 'ms',
        values: keys,
        how: 'Three times a line with all kinds of tokens, from each key to the frame with its chips.',
      } as const;
      return [
        figure('quick add used lately: shortcut → caret', shown),
        figure('quick add used lately: shortcut → caret, p95', { ...shown, share: 0.95, goal: beyondBare(10) }),
        figure('quick add not used lately: shortcut → caret', unused),
        figure('quick add not used lately: shortcut → caret, p95', { ...unused, share: 0.95, goal: atMost(150) }),
        figure('quick add: key → chips', drawn),
        figure('quick add: key → chips, p95', { ...drawn, share: 0.95, goal: atMost(50) }),
      ];
    } finally {
      keyboard.close();
      await host.stop();
      await stop();
    }
  },
};

/** Shows and hides the windows in turn, again and again. */
async function resident(punchcard: Subject, bare: Subject, turns: number, keyboard: Keyboard) {
  const apps = [
    { name: 'bare', app: launch(bare), show: BARE_SHORTCUT, hide: BARE_SHORTCUT },
    { name: 'punchcard', app: launch(punchcard), show: SHORTCUT, hide: [KEY.escape] },
  ] as const;
  const times = { bare: [] as number[], punchcard: [] as number[] };
  try {
    await Promise.all(apps.map(({ app }) => app.at('line')));
    await pause(SETTLED_MS);
    for (let turn = -WARM_UP; turn < turns; turn += 1) {
      for (const { name, app, show, hide } of apps) {
        // Waits for earlier work, so that a new press counts.
        await pause(PRESS_APART_MS);
        const ms = await timeToCaret(app, keyboard, show);
        if (turn >= 0) times[name].push(ms);
        const leftAt = Date.now();
        await keyboard.press(...hide);
        await app.at('hidden', leftAt);
      }
    }
    return times;
  } finally {
    for (const { app } of apps) await app.end();
  }
}

/** From then on its page is kept ready. */
async function openOnce(subject: Subject, keyboard: Keyboard): Promise<void> {
  const app = launch(subject);
  try {
    await app.at('list');
    await pause(SETTLED_MS);
    await timeToCaret(app, keyboard);
    const leftAt = Date.now();
    await keyboard.press(KEY.escape);
    await app.at('hidden', leftAt);
  } finally {
    await app.end();
  }
}

async function firstUse(subject: Subject, host: TrayHost, keyboard: Keyboard): Promise<number> {
  const icon = host.next();
  const app = launch(subject, ['--hidden']);
  try {
    await icon;
    await until(
      () => sendToApp(subject.dataFolder, { do: 'status' }),
      (reply) => reply !== undefined,
    );
    await pause(SETTLED_MS);
    return await timeToCaret(app, keyboard);
  } finally {
    await app.end();
  }
}

/** From the shortcut until the first of repeatedly typed letters is in the line, which proves a caret (ms). */
async function timeToCaret(app: Launched, keyboard: Keyboard, shortcut: number[] = SHORTCUT): Promise<number> {
  const pressedAt = Date.now();
  let isOver = false;
  const arrived = app.at('letter', pressedAt).finally(() => {
    isOver = true;
  });
  await keyboard.press(...shortcut);
  await keyboard.repeat(KEY.x, 2, () => isOver);
  return (await arrived) - pressedAt;
}

const LINE = 'Send Halden the invoice #payments +billing !high tomorrow 17:00 @jonas >in-review';

/** From each key of a typical input to the frame with its result, in the local workspace, whose sample has the names. */
async function keyTimes(dataFolder: string): Promise<number[]> {
  const app = await launchApp({ dataFolder });
  try {
    const main = await app.page();
    await main.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    await untilDirectoryLoaded(main);
    await main.evaluate(() => window.punchcard.send('quick-add.open', {}));
    const page = await quickAddPage(app);
    await untilVisible(app);
    return await typed(page);
  } finally {
    await app.kill();
  }
}

async function typed(page: Page): Promise<number[]> {
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
      await pause(20);
    }
    const value = await inputOf(page).inputValue();
    if (value !== LINE) throw new Error(`The line reads ${value}`);
  }
  return page.evaluate(() => Reflect.get(globalThis, 'keyTimes') as number[]);
}
