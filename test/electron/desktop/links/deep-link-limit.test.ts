/** A flood of links: which are followed, and what is logged. */
import { expect, test } from 'vitest';
import { createDeepLinkLimit, LINKS_WITHIN_MS, MAX_LINKS } from '../../../../electron/desktop/links/deep-link.ts';

function gate() {
  const world = { ms: 0, reports: 0 };
  const followed: string[] = [];
  const ends: (() => void)[] = [];
  const take = createDeepLinkLimit({
    follow: (link) => {
      followed.push(link);
      return new Promise((resolve) => ends.push(resolve));
    },
    monotonic: () => world.ms,
    onTooMany: () => {
      world.reports += 1;
    },
  });
  /** Lets the current link finish. */
  async function end(): Promise<void> {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  return { world, followed, take, end };
}

test('five hundred at once: the first and the last are followed', async () => {
  const { world, followed, take, end } = gate();
  for (let n = 1; n <= 500; n += 1) take(`punchcard://open?task=PAY-${n}`);
  await end();
  await end();
  expect(followed).toEqual(['punchcard://open?task=PAY-1', 'punchcard://open?task=PAY-500']);
  expect(world.reports).toBe(0);
});

test('five hundred in a row: some are followed, one warning is logged, and after a minute links are followed again', async () => {
  const { world, followed, take, end } = gate();
  for (let n = 1; n <= 500; n += 1) {
    world.ms += 50;
    take(String(n));
    await end();
  }
  expect([followed.length, world.reports]).toEqual([MAX_LINKS, 1]);
  world.ms += LINKS_WITHIN_MS;
  take('later');
  expect(followed.at(-1)).toBe('later');
});
