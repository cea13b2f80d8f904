/** Asks several accounts the same; one whose server does not answer holds up no other. */
import { setTimeout as delay } from 'node:timers/promises';

/** How long the others are waited for once one has answered (ms). */
const OTHERS_MS = 3_000;

/**
 * Their answers, in the order of `asks`; `instead` for one that failed or is late. Throws the first error if one failed and there is
 * nothing of the others, or if all failed.
 */
export async function askAll<T>(
  asks: readonly (() => readonly T[] | Promise<readonly T[]>)[],
  instead: (at: number) => readonly T[] = () => [],
  othersMs = OTHERS_MS,
): Promise<T[]> {
  const found: (readonly T[])[] = [];
  const errors: unknown[] = [];
  const answers = asks.map(async (ask, at) => {
    try {
      found[at] = await ask();
    } catch (error) {
      errors.push(error);
      throw error;
    }
  });
  const first = Promise.any(answers).then(
    () => delay(othersMs, undefined, { ref: false }),
    () => undefined,
  );
  await Promise.race([Promise.allSettled(answers), first]);
  if (errors.length > 0 && errors.length === asks.length) throw errors[0];
  const all = asks.flatMap((_, at) => found[at] ?? instead(at));
  if (all.length === 0 && errors.length > 0) throw errors[0];
  return all;
}
