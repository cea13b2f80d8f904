/** What a person does in the windows, by the names that people and screen readers know things by. */
import type { Page } from 'playwright-core';
import type { State } from '../../shared/contract/index.ts';
import type { RunningApp } from './app.ts';
import type { Service } from './service.ts';

/** The state as the renderer is told it. */
export async function readState(page: Page): Promise<State> {
  const answer = await page.evaluate(() => window.punchcard.send('state.read', {}));
  if (!answer.ok) throw new Error(answer.error.title);
  return answer.value;
}

/** Waits until something holds, looking often; what was last seen is in the error. */
export async function until<T>(look: () => Promise<T> | T, holds: (seen: T) => boolean, ms = 15_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > end) throw new Error(`Not within ${ms} ms; last seen: ${JSON.stringify(seen)?.slice(0, 1500)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** From the first run to the code on screen. */
export async function askForCode(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: /Connect to your server/ }).click();
  await page.getByLabel('Server address').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter this code in your browser').waitFor();
}

/** The whole device sign-in; the person approves in the browser. */
export async function signIn(app: RunningApp, service: Service): Promise<Page> {
  const page = await app.page();
  await askForCode(page, service.address);
  const { signIn: view } = await readState(page);
  if (view.step !== 'waiting') throw new Error(`No code but ${view.step}`);
  await service.press(`${service.served.url}/device?user_code=${view.userCode}`, 'approve');
  await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  await page
    .getByRole('button', { name: /^[A-Z]+-\d+ / })
    .first()
    .waitFor();
  return page;
}
