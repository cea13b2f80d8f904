/** Errors of background work are reported once. */
import { expect, test, vi } from 'vitest';
import { createRunInBackground, REPEAT_ERROR_AFTER_MS } from '../../shared/run-in-background.ts';

const fail = (words: string) => () => {
  throw new Error(`${words}: en`);
};

test('an error is reported, and not again for ten minutes', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let now = 0;
  const said: string[] = [];
  const runInBackground = createRunInBackground(
    () => now,
    (error) => (error instanceof Error ? error.message.replace(': en', '') : ''),
    (words) => said.push(words),
  );
  let ran = 0;
  runInBackground(() => {
    ran += 1;
  });
  for (const words of ['full', 'full', 'torn', 'torn']) runInBackground(fail(words));
  now = REPEAT_ERROR_AFTER_MS - 1;
  runInBackground(fail('torn'));
  expect([ran, said]).toEqual([1, ['full', 'torn']]);
  // The log contains the name of the work; the toast has the text.
  expect(logged.mock.calls.map((values) => values.at(-1))).toEqual([new Error('full: en'), new Error('torn: en')]);
  now = REPEAT_ERROR_AFTER_MS;
  runInBackground(fail('torn'));
  expect(said).toEqual(['full', 'torn', 'torn']);
  logged.mockRestore();
});
