/** JSON in a database column, which may hold any text. */
import { z } from 'zod';

/** undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses JSON. Pipe it into the schema of the value. */
export const JsonText = z.string().transform((text, context) => {
  const value = readJson(text);
  if (value !== undefined) return value;
  context.addIssue('is not JSON');
  return z.NEVER;
});
