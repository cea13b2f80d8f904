/** What the bare app needs for the acts that Punchcard's are compared with in the same run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type Locator, type Page } from 'playwright-core';
import { electronCommand } from '../app/app.ts';
import { pause, timed } from './figures.ts';
import { framesDuring, measure } from './frames.ts';

const [TURNS, LINE, FRAMES_MS] = [15, 'As many letters as a short line has', 2_000];

/** A hundred kilobytes, as a list of tasks arrives. */
const JSON_TEXT = JSON.stringify(
  Array.from({ length: 500 }, (_, number) => ({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    identifier: `PAY-${number}`,
    title: `Task ${number}: what there is to do, in as many words as usual`,
    status: 'to-do',
    createdAt: '2026-11-29T12:00:00.000Z',
  })),
);

/** Milliseconds of each turn. `draws`: from a click until 100 kB of JSON are read and painted; `keys`: from a key to its letter. */
export interface BareActs {
  draws: number[];
  keys: number[];
  frames: number[];
}

export async function bareActs(): Promise<BareActs> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bare-acts-'));
  const { args, ...command } = electronCommand({ dataFolder });
  const app = await _electron.launch({
    ...command,
    args: [join(import.meta.dirname, 'bare'), ...args.slice(1)],
    chromiumSandbox: true,
  });
  try {
    const page = await app.firstWindow();
    const button = page.getByRole('button');
    await page.evaluate((text) => {
      document.body.insertAdjacentHTML('afterbegin', '<input><output></output><button>Open</button>');
      const [input, output] = [document.querySelector('input'), document.querySelector('output')];
      input?.addEventListener('input', () => output?.replaceChildren(input.value));
      document.querySelector('button')?.addEventListener('click', () => {
        const drawn = document.createElement('ol');
        drawn.className = 'drawn';
        for (const { identifier, title } of JSON.parse(text)) {
          const row = document.createElement('li');
          row.append(identifier, ' ', title);
          drawn.append(row);
        }
        document.body.append(drawn);
      });
    }, JSON_TEXT);
    const draws: number[] = [];
    for (let turn = -1; turn < TURNS; turn += 1) {
      const { ms } = await measure(page, button, '.drawn');
      if (turn >= 0) draws.push(ms);
      await page.locator('.drawn').evaluate((drawn) => drawn.remove());
    }
    const keys = await keyTimes(page, page.locator('input'), LINE);
    return { draws, keys, frames: await framesDuring(page, () => pause(FRAMES_MS)) };
  } finally {
    await app.close();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Without an app: reading the same JSON (ms). */
export const readTimes = (): number[] => Array.from({ length: TURNS }, () => timed(() => JSON.parse(JSON_TEXT)));

/** Types a line three times; from each key to the frame with its result (ms). */
export async function keyTimes(page: Page, input: Locator, line: string): Promise<number[]> {
  const times = await page.evaluateHandle(() => {
    const all: number[] = [];
    addEventListener(
      'keydown',
      () => {
        const from = performance.now();
        // React renders by the next frame; the one after it is on screen.
        requestAnimationFrame(() => requestAnimationFrame(() => all.push(performance.now() - from)));
      },
      { capture: true },
    );
    return all;
  });
  for (let round = 0; round < 3; round += 1) {
    await input.fill('');
    for (const letter of line) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      await pause(20);
    }
    const value = await input.inputValue();
    if (value !== line) throw new Error(`The line reads ${value}`);
  }
  return times.jsonValue();
}
