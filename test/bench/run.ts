/** A run of all parts, or of one; as stored in JSON. */
import type { Figure } from './figures.ts';

export interface Run {
  /** ISO 8601, its start. */
  date: string;
  commit: string;
  machine: string;
  isQuick: boolean;
  parts: Part[];
}

export interface Part {
  name: string;
  seconds: number;
  figures: Figure[];
  /** The first line of the error it failed with. */
  error: string | null;
}

/** With the run stored before it, so that the page about both can be written again. */
export interface StoredRun extends Run {
  earlier: Run | null;
}

/** `stored` may be the same run. */
export function toStore(run: Run, stored: StoredRun | null): StoredRun {
  if (stored === null) return { ...run, earlier: null };
  const { earlier, ...last } = stored;
  return { ...run, earlier: last.date === run.date ? earlier : last };
}

/** Runs a part to its end, its error or its time limit. Never rejects. */
export async function runPart(name: string, work: () => Promise<Figure[]>, limitMs: number): Promise<Part> {
  const start = performance.now();
  const end = (figures: Figure[], error: string | null): Part => ({
    name,
    seconds: Math.round((performance.now() - start) / 1000),
    figures,
    error,
  });
  const late = Promise.withResolvers<never>();
  const limit = setTimeout(() => late.reject(new Error(`Not done after ${limitMs / 1000} s.`)), limitMs);
  try {
    return end(await Promise.race([work(), late.promise]), null);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return end([], text.trim().split('\n')[0] ?? '');
  } finally {
    clearTimeout(limit);
  }
}
