/** Layers over a view: menus, pickers, forms. Each is checked and closed. */
import type { Locator, Page } from 'playwright-core';
import type { Catalog, PageCheck } from './view-check.ts';

/** Opens a layer by a click and closes it with Escape. */
async function overlay(
  page: Page,
  trigger: Locator,
  check: PageCheck,
  name: string,
  button: 'left' | 'right' = 'left',
): Promise<void> {
  await trigger.click({ button });
  const open = page.locator('.menu__menu');
  await open.waitFor();
  await check(name, page);
  if (await open.isVisible()) await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
}

/** On a task's page: pickers of properties, and buttons that add to a section. */
export async function pickerViews(page: Page, check: PageCheck): Promise<void> {
  const triggers = page.locator('[data-property][aria-haspopup], .section__add:not([aria-disabled])');
  await triggers.nth(3).waitFor();
  for (const [index, trigger] of (await triggers.all()).entries()) {
    await overlay(page, trigger, check, `task page: menu ${index + 1}`);
  }
}

/** On a day with an overlap. */
export async function timeMenuViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await overlay(page, page.getByRole('button', { name: texts.timePage.menu, exact: true }), check, 'time: menu');
  await overlay(page, page.locator('.link-button[aria-haspopup]').first(), check, 'time: menu of an overlap');
  await overlay(page, page.locator('.entry-row__main').first(), check, 'time: menu of an entry', 'right');
}

/** From the form of an entry, which stays open. */
export async function entryMenuViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  const more = page.getByRole('button', { name: texts.window.entry.more, exact: true });
  await overlay(page, more, check, 'entry form: menu');
  await more.click();
  await page.getByRole('menuitem', { name: texts.window.entry.split, exact: true }).click();
  await page.getByLabel(texts.window.entry.splitAt).waitFor();
  await check('entry form: split', page);
}

/** In the settings of the shortcuts. */
export async function recorderView(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${texts.settings.shortcuts['quick-add']}: `) }).click();
  await page.locator('.settings__recorder').waitFor();
  await check('settings: recording a shortcut', page);
  // A check that took the focus ended the recording; Escape would then close the settings.
  const recorder = page.locator('.settings__recorder');
  if (await recorder.isVisible()) await page.keyboard.press('Escape');
  await recorder.waitFor({ state: 'detached' });
}
