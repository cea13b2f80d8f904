/** JSON in a column of the database, where anything may stand. */
import { z } from 'zod';

/** undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** To be piped into the schema of what it says. */
export const JsonText = z.string().transform((text, context) => {
  const value = readJson(text);
  if (value !== undefined) return value;
  context.addIssue('is not JSON');
  return z.NEVER;
});
