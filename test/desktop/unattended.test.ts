/** What nobody waits for fails with words, once. */
import { expect, test, vi } from 'vitest';
import { createUnattended, SAY_AGAIN_MS } from '../../electron/desktop/unattended.ts';

const fail = (words: string) => () => {
  throw new Error(words);
};

test('a failure is said and ends nothing; the same one is not said again for ten minutes', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let now = 0;
  const said: string[] = [];
  const unattended = createUnattended(
    () => now,
    (error) => (error instanceof Error ? error.message : ''),
    (words) => said.push(words),
  );
  let ran = 0;
  unattended(() => {
    ran += 1;
  });
  for (const words of ['full', 'full', 'torn', 'torn']) unattended(fail(words));
  now = SAY_AGAIN_MS - 1;
  unattended(fail('torn'));
  expect([ran, said, logged.mock.calls.length]).toEqual([1, ['full', 'torn'], 2]);
  now = SAY_AGAIN_MS;
  unattended(fail('torn'));
  expect(said).toEqual(['full', 'torn', 'torn']);
  logged.mockRestore();
});
