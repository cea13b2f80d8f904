/** The whole app in the pseudo-language, which is 40 % longer than English: in every view nothing is cut off or out of reach. */
import { beforeAll, expect, test } from 'vitest';
import { messages as board } from '../../shared/i18n/generated/qps/board.ts';
import { messages as project } from '../../shared/i18n/generated/qps/project-page.ts';
import { messages as server } from '../../shared/i18n/generated/qps/server-page.ts';
import { messages as details } from '../../shared/i18n/generated/qps/task-page.ts';
import { messages as words } from '../../shared/i18n/generated/qps/window.ts';
import { outOfReach, tooWide } from './layout.ts';
import { everyView } from './views.ts';

const found = { cutOff: new Set<string>(), unreachable: new Set<string>() };

beforeAll(async () => {
  await everyView(
    async (view, page) => {
      for (const text of await tooWide(page)) found.cutOff.add(`${view}: ${text}`);
      for (const text of await outOfReach(page)) found.unreachable.add(`${view}: ${text}`);
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
