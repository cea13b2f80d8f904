/** Every view in the pseudo-language, which is 40 % longer than English: nothing is cut off or unreachable. */
import { beforeAll, expect, test } from 'vitest';
import * as pseudo from '../../shared/i18n/generated/renderer-qps.ts';
import { overflowingElements, unreachableControls } from './layout.ts';
import { everyView } from './views.ts';

const found = { cutOff: new Set<string>(), unreachable: new Set<string>() };

beforeAll(async () => {
  await everyView(
    async (view, page) => {
      for (const text of await overflowingElements(page)) found.cutOff.add(`${view}: ${text}`);
      for (const text of await unreachableControls(page)) found.unreachable.add(`${view}: ${text}`);
    },
    { env: { PUNCHCARD_LOCALE: 'qps' } },
    pseudo,
  );
}, 480_000);

test('Nothing is cut off', () => {
  expect([...found.cutOff]).toEqual([]);
});

test('Every control can be reached', () => {
  expect([...found.unreachable]).toEqual([]);
});
