/** Who waits for a write to end. */
import type { WriteOutcome } from './write-kind.ts';

export type Completions = ReturnType<typeof createCompletions>;

export function createCompletions() {
  const waiting = new Map<number, ((outcome: WriteOutcome) => void)[]>();
  return {
    /** How a write ends, which may be days from now. */
    of: (id: number): Promise<WriteOutcome> =>
      new Promise((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve])),
    tell(id: number, outcome: WriteOutcome): void {
      for (const resolve of waiting.get(id) ?? []) resolve(outcome);
      waiting.delete(id);
    },
  };
}
