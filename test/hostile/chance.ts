/** Random choices, repeatable by a seed (mulberry32). */
export type Chance = ReturnType<typeof createChance>;

export function createChance(seed: number) {
  let state = seed >>> 0;
  /** 0 ≤ x < 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number): number => Math.floor(least + next() * (most - least));
  return {
    next,
    is: (probability: number): boolean => next() < probability,
    /** An integer below `most`. */
    between,
    pick: <T>(from: readonly [T, ...T[]]): T => from[between(0, from.length)] ?? from[0],
    /** undefined only for an empty list. */
    anyOf: <T>(from: readonly T[]): T | undefined => from[between(0, from.length)],
  };
}
