/**
 * The whole app in the pseudo-language, which is 40 % longer than English: in every view nothing is cut off or out of reach, and
 * every text is in the catalogs.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { messages as board } from '../../shared/i18n/generated/qps/board.ts';
import { messages as project } from '../../shared/i18n/generated/qps/project-page.ts';
import { messages as server } from '../../shared/i18n/generated/qps/server-page.ts';
import { messages as details } from '../../shared/i18n/generated/qps/task-page.ts';
import { messages as words } from '../../shared/i18n/generated/qps/window.ts';
import { outOfReach, tooWide } from './layout.ts';
import { everyView } from './views.ts';

const found = { cutOff: new Set<string>(), unreachable: new Set<string>(), plain: new Set<string>() };

/** Names of controls without an accent: the sample's names and identifiers aside, each is a text outside the catalogs. */
const plainNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, label, h1, h2, h3, [role=tab], [role=menuitem]')]
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')
      .filter((name) => /[a-z]{3}/.test(name) && !name.includes('«')),
  );

beforeAll(async () => {
  await everyView(
    async (view, page) => {
      for (const text of await tooWide(page)) found.cutOff.add(`${view}: ${text}`);
      for (const text of await outOfReach(page)) found.unreachable.add(`${view}: ${text}`);
      for (const text of await plainNames(page)) found.plain.add(text);
    },
    { env: { PUNCHCARD_LOCALE: 'qps' } },
    { words, board, details, project, server },
  );
}, 480_000);

test('nothing is cut off', () => {
  expect([...found.cutOff]).toEqual([]);
});

test('every control can be reached', () => {
  expect([...found.unreachable]).toEqual([]);
});

test('every control has its name from the catalogs', () => {
  expect([...found.plain]).toEqual([]);
});
