/** How a time and a payload stand in a column. */

export const iso = (ms: number): string => new Date(ms).toISOString();

/** A payload that is no JSON is one that no kind can read. */
export function readPayload(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
