/** Reads stored JSON field by field, so that a damaged field resets no other. */
import { z } from 'zod';

/** Stands for a row without JSON; no schema accepts it. */
export const NO_JSON = Symbol('no JSON');

/** A missing field, such as a new one, gets its default. So does a damaged one, after `onDamaged` is called. */
export function readField(schema: z.ZodType, stored: unknown, fallback: unknown, onDamaged: () => void): unknown {
  if (stored === undefined) return fallback;
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  if (isFields(stored) && isFields(fallback) && schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, readField(field, stored[name], fallback[name], onDamaged)]),
    );
  }
  onDamaged();
  if (!isFields(stored) || !(schema instanceof z.ZodRecord)) return fallback;
  const { keyType, valueType } = schema as z.ZodRecord<z.ZodString, z.ZodType>;
  const isReadable = ([key, value]: [string, unknown]) =>
    keyType.safeParse(key).success && valueType.safeParse(value).success;
  return Object.fromEntries(Object.entries(stored).filter(isReadable));
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
