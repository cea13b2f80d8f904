/** What records of every kind are made of. */

import { z } from 'zod';
import { line } from '../../../shared/contract/text.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import type { ReadPriority } from '../../../shared/tasks/priority.ts';

/** UTF-16 code units. */
const MAX_DETAIL = 300;

/** Ids, and slugs, which name columns. The window can ask for none that is longer (UTF-16 code units). */
export const Id = z.string().max(200);

export const Email = line(200);

/** Prefix of the identifiers of a project's tasks. */
export const ProjectSlug = line(20);

/** What an event carries, such as `oldStatus` and `newStatus`. */
export const EventData = z
  .record(z.string(), z.unknown())
  .transform((data) =>
    Object.fromEntries(
      Object.entries(data).map(([name, value]) => [
        name,
        typeof value === 'string' ? oneLine(value, MAX_DETAIL) : value,
      ]),
    ),
  );

/** An instant as an ISO 8601 string. Whatever JavaScript reads as a date passes; the string itself is kept. */
export const Timestamp = z
  .string()
  .max(100)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date-time');

/** Stands where a priority could not be read. */
export const fallbackPriority = ({ priority }: Record<string, unknown>): ReadPriority =>
  typeof priority === 'string' && priority !== '' ? 'unknown' : 'no-priority';

/** A count or an index; undefined where the value is none. Some servers write numbers as text. */
export function countOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A field that holds a count; undefined where it is missing or odd. */
export const Count = z.unknown().optional().transform(countOf);

/** A task's number counts the tasks of its project. */
export const TaskNumber = z.number().int().nonnegative();

/** Stands where an instant that nobody acts on could not be read. */
export const NO_TIME = '1970-01-01T00:00:00.000Z';

/** What a deletion or a bulk change is answered with where the record itself is not. */
export const Success = z.object({ success: z.boolean(), message: z.string().nullish() });
export type Success = z.infer<typeof Success>;
