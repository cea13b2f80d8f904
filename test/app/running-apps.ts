/** The apps that run now, to print what their windows show when a test fails. */
import type { ElectronApplication } from 'playwright-core';

export const runningApps = new Set<ElectronApplication>();

/** What the windows show, as text. */
export async function shownByWindows(): Promise<string> {
  const pages = [...runningApps].flatMap((app) => app.windows());
  const texts = pages.map(async (page) => {
    const text = await page.evaluate(() => `${document.hidden ? 'hidden' : 'visible'}\n${document.body.innerText}`);
    return `${page.url().replace(/^.*\//, '')}, ${text}`;
  });
  return (await Promise.all(texts.map((text) => text.catch((error: unknown) => String(error))))).join('\n\n');
}
