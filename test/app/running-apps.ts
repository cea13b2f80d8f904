/** The apps that run now, to print what they show and what they printed when a test fails. */
import type { ElectronApplication } from 'playwright-core';

/** By app: what it has printed. */
export const runningApps = new Map<ElectronApplication, () => string>();

/** What the windows show, as text, and the last that their apps printed. */
export async function shownByWindows(): Promise<string> {
  const pages = [...runningApps.keys()].flatMap((app) => app.windows());
  const texts = pages.map(async (page) => {
    const text = await page.evaluate(() => `${document.hidden ? 'hidden' : 'visible'}\n${document.body.innerText}`);
    return `${page.url().replace(/^.*\//, '')}, ${text}`;
  });
  const shown = await Promise.all(texts.map((text) => text.catch((error: unknown) => String(error))));
  return [...shown, ...[...runningApps.values()].map((printed) => printed().slice(-3000))].join('\n\n');
}
