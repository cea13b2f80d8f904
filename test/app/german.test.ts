/** The whole app in German, chosen by the system or in the settings, without English in any view. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as german from '../../shared/i18n/generated/renderer-de.ts';
import { launchApp } from './app.ts';
import { readState, until } from './steps.ts';
import { english } from './view-check.ts';
import { everyView } from './views.ts';

/** All texts of a message catalog that are not functions, with their paths. */
function sentences(tree: unknown, path = ''): Map<string, string> {
  if (typeof tree === 'string') return new Map([[path, tree]]);
  if (typeof tree !== 'object' || tree === null) return new Map();
  return new Map(Object.entries(tree).flatMap(([key, value]) => [...sentences(value, `${path}.${key}`)]));
}

/** English texts that are neither German nor names of the sample's columns and labels. */
function onlyEnglish(): Set<string> {
  const ours = sentences(german);
  const theirs = new Set(ours.values());
  const data = new Set(['To do', 'Done', 'Name', 'Webhook', 'MIT', '10 min', 'You']);
  return new Set(
    [...sentences(english)]
      .filter(([path, text]) => text.length > 2 && ours.get(path) !== text && !theirs.has(text) && !data.has(text))
      .map(([, text]) => text),
  );
}

/** All visible and accessible text of a page. */
const readable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = document.body.innerText.split('\n');
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    const unseen = [...document.querySelectorAll<HTMLElement>('.visually-hidden')].map(
      ({ textContent }) => textContent ?? '',
    );
    return [...seen, ...named, ...unseen].map((text) => text.trim()).filter((text) => text !== '');
  });

test('No view contains English texts', { timeout: 240_000 }, async () => {
  const foreign = onlyEnglish();
  const found = new Set<string>();
  await everyView(
    async (name, page) => {
      for (const text of await readable(page)) if (foreign.has(text)) found.add(`${name}: ${text}`);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    },
    { env: { LANGUAGE: 'de', LC_ALL: 'de_DE.UTF-8' } },
    german,
  );
  expect([...found]).toEqual([]);
});

test('A language chosen in the settings applies at once and after a restart', async () => {
  const app = await launchApp();
  const page = await app.page();
  await page.getByRole('button', { name: /^Try it now/ }).waitFor();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  await page.getByRole('tab', { name: /^My tasks/ }).waitFor();
  await page.keyboard.press('Control+,');
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  const { language, account } = await until(
    () => readState(page),
    (state) => state.account?.server === 'Dieser Computer',
  );
  expect([language, account?.kind]).toEqual(['de', 'local']);
  await page.getByText('English', { exact: true }).click();
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  expect((await readState(page)).account?.server).toBe('This computer');
  await app.quit();
});
