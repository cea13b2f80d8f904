/**
 * Quick add in the whole app: from the shortcut to a caret that accepts letters, beside a bare Electron window with a shortcut; the
 * same where its page is not kept; and from a key to its chips.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sendToApp } from '../../electron/cli/socket-client.ts';
import { launchApp } from '../app/app.ts';
import { KEY, type Keyboard, openKeyboard } from '../app/keyboard.ts';
import { inputOf, quickAddPage, untilDirectoryLoaded, untilVisible } from '../app/quick-add-window.ts';
import { resultOf } from '../app/steps.ts';
import { startTrayHost, type TrayHost } from '../app/tray-host.ts';
import { until } from '../until.ts';
import { bareActs, keyTimes } from './bare-acts.ts';
import { type Bench, figure, pause, timesBare } from './figures.ts';
import { type Launched, launch, prepare, type Subject, untilIdle } from './launch.ts';

const WARM_UP = 3;
/** A shortcut pressed sooner after the last press counts as held (ms). */
const PRESS_APART_MS = 850;
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
      await keepInMemory(punchcard.dataFolder);
      const times = await resident(
        punchcard,
        { name: 'bare', folder: bare, dataFolder: join(folder, 'bare') },
        turns,
        keyboard,
      );
      const first: number[] = [];
      const firstBare: number[] = [];
      while (first.length < starts) {
        rmSync(never.dataFolder, { recursive: true, force: true, maxRetries: 5 });
        cpSync(fresh, never.dataFolder, { recursive: true });
        firstBare.push(await firstBareUse(bare, join(folder, 'bare'), keyboard));
        first.push(await firstUse(never, host, keyboard));
      }
      const keys = await chipTimes(join(folder, 'sample'));
      const acts = await bareActs();
      const shown = {
        unit: 'ms',
        values: times.punchcard,
        bare: times.bare,
        how: `${turns} presses of the shortcut until a letter typed every 2 ms arrives, alternating with a bare window hidden and shown by its shortcut.`,
      } as const;
      const unused = {
        unit: 'ms',
        values: first,
        bare: firstBare,
        how: `${starts} hidden starts with a profile that never used quick add, after each one press of the shortcut, until a letter arrives; in turn with a bare app that makes its window at the press.`,
      } as const;
      const drawn = {
        unit: 'ms',
        values: keys,
        bare: acts.keys,
        how: 'Three times a line with all kinds of tokens, from each key to the frame with its chips; beside a bare line that shows its letters.',
      } as const;
      return [
        figure('quick add kept: shortcut → caret', shown),
        figure('quick add kept: shortcut → caret, p95', { ...shown, share: 0.95, goal: timesBare(1.5) }),
        figure('quick add not kept: shortcut → caret', unused),
        figure('quick add not kept: shortcut → caret, p95', { ...unused, share: 0.95, goal: timesBare(1.5) }),
        figure('quick add: key → chips', drawn),
        figure('quick add: key → chips, p95', { ...drawn, share: 0.95, goal: timesBare(1.5) }),
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
    for (const { app } of apps) await untilIdle(app);
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

/** As the setting says: one use does not keep it for long. */
async function keepInMemory(dataFolder: string): Promise<void> {
  const app = await launchApp({ dataFolder });
  try {
    await resultOf(await app.page(), 'settings.change', { quickAddReady: 'always' });
  } finally {
    await app.quit();
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
    await untilIdle(app);
    return await timeToCaret(app, keyboard);
  } finally {
    await app.end();
  }
}

/** The bare app makes its window at the first press. */
async function firstBareUse(folder: string, dataFolder: string, keyboard: Keyboard): Promise<number> {
  const app = launch({ name: 'bare', folder, dataFolder }, ['--hidden']);
  try {
    await untilIdle(app);
    return await timeToCaret(app, keyboard, BARE_SHORTCUT);
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

/** Of a typical input, in the local workspace, whose sample has the names. */
async function chipTimes(dataFolder: string): Promise<number[]> {
  const app = await launchApp({ dataFolder });
  try {
    const main = await app.page();
    await main.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    await untilDirectoryLoaded(main);
    await main.evaluate(() => window.punchcard.send('quick-add.open', {}));
    const page = await quickAddPage(app);
    await untilVisible(app);
    return await keyTimes(page, inputOf(page), LINE);
  } finally {
    await app.kill();
  }
}
