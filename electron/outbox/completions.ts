/** Who waits for a write to end. */
import type { Outcome } from './write-kind.ts';

export type Endings = ReturnType<typeof createEndings>;

export function createEndings() {
  const waiting = new Map<number, ((outcome: Outcome) => void)[]>();
  return {
    /** How a write ends, which may be days from now. */
    of: (id: number): Promise<Outcome> =>
      new Promise((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve])),
    tell(id: number, outcome: Outcome): void {
      for (const resolve of waiting.get(id) ?? []) resolve(outcome);
      waiting.delete(id);
    },
  };
}
