/** The app in German, chosen by the system or in the settings. */
import { expect, test } from 'vitest';
import * as german from '../../shared/i18n/generated/renderer-de.ts';
import { launchApp } from './app.ts';
import { readState, until } from './steps.ts';
import { english } from './view-check.ts';
import { foreignTexts, readableTexts } from './view-checks/foreign-texts.ts';

test('The system’s language is shown; another one chosen in the settings applies at once', async () => {
  const app = await launchApp({ env: { LANGUAGE: 'de', LC_ALL: 'de_DE.UTF-8' } });
  const page = await app.page();
  const foreign = foreignTexts(english, german);
  const englishTexts = async () => (await readableTexts(page)).filter((text) => foreign.has(text));
  const inLanguage = (language: string) =>
    until(
      () => readState(page),
      (state) => state.language === language,
    );
  await page.getByRole('button', { name: new RegExp(`^${german.signInPage.firstRun.local}`) }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await englishTexts()).toEqual([]);
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  await page.getByRole('tab', { name: /^Meine Aufgaben/ }).waitFor();
  expect(await englishTexts()).toEqual([]);
  await page.keyboard.press('Control+,');
  await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  expect(await englishTexts()).toEqual([]);
  expect((await inLanguage('de')).account?.server).toBe('Dieser Computer');

  await page.getByText('English', { exact: true }).click();
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  expect((await inLanguage('en')).account).toMatchObject({ server: 'This computer', kind: 'local' });
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  expect((await inLanguage('de')).account?.server).toBe('Dieser Computer');
  await app.quit();
});
