/** The app in German, chosen by the system or in the settings. */
import { expect, test } from 'vitest';
import * as german from '../../shared/i18n/generated/renderer-de.ts';
import { launchApp } from './app.ts';
import { expectState } from './steps.ts';
import { english } from './view-check.ts';
import { foreignTexts, readableTexts } from './view-checks/foreign-texts.ts';

test('The system’s language is shown; another one chosen in the settings applies at once', async () => {
  const app = await launchApp({ env: { LANGUAGE: 'de', LC_ALL: 'de_DE.UTF-8' } });
  const page = await app.page();
  const foreign = foreignTexts(english, german);
  const englishTexts = async () => (await readableTexts(page)).filter((text) => foreign.has(text));
  const expectAccount = (language: string) =>
    expectState(page, (state) => (state.language === language ? state.account : null));
  await page.getByRole('button', { name: new RegExp(`^${german.signInPage.firstRun.local}`) }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
  await expect.poll(englishTexts).toEqual([]);
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  await page.getByRole('tab', { name: /^Meine Aufgaben/ }).waitFor();
  await expect.poll(englishTexts).toEqual([]);
  await page.keyboard.press('Control+,');
  await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  await expect.poll(englishTexts).toEqual([]);
  await expectAccount('de').toMatchObject({ server: 'Dieser Computer' });

  await page.getByText('English', { exact: true }).click();
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
  await expectAccount('en').toMatchObject({ server: 'This computer', kind: 'local' });
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  await expectAccount('de').toMatchObject({ server: 'Dieser Computer' });
  await app.quit();
});
