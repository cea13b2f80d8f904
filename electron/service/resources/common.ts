/** Fields shared by many records. */

import { z } from 'zod';
import { line } from '../../../shared/contract/fields.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import type { ReadPriority } from '../../../shared/tasks/priority.ts';
import { wrongRecord } from '../errors.ts';

/** UTF-16 code units. */
const MAX_DETAIL = 300;

/** Ids and column slugs. The contract with the windows has the same limit (UTF-16 code units). */
export const Id = z.string().max(200);

export const Email = line(200);

/** Prefix of the identifiers of a project's tasks. */
export const ProjectSlug = line(20);

/** Details of an event, such as `oldStatus` and `newStatus`. */
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

/** An instant as an ISO 8601 string. Accepts everything that JavaScript parses as a date, and keeps the string. */
export const Timestamp = z
  .string()
  .max(100)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date-time');

/** Replaces an unreadable priority. */
export const fallbackPriority = ({ priority }: Record<string, unknown>): ReadPriority =>
  typeof priority === 'string' && priority !== '' ? 'unknown' : 'no-priority';

/** A count or an index; undefined if malformed. Some servers send numbers as text. */
export function countOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A field with a count; undefined if missing or malformed. */
export const Count = z.unknown().optional().transform(countOf);

/** A task's number within its project. */
export const TaskNumber = z.number().int().nonnegative();

/** Replaces an unreadable instant that no decision depends on. */
export const NO_TIME = '1970-01-01T00:00:00.000Z';

/**
 * Throws if the answer is another record: a write would copy its contents, or would count as sent although nothing arrived. An empty id
 * says nothing.
 */
export async function onlyRecord<T extends { id: string }>(id: string, answer: Promise<T>): Promise<T> {
  const record = await answer;
  if (record.id !== id && record.id !== '') throw wrongRecord();
  return record;
}

/** The answer to a deletion that does not return the record. */
export const Success = z.object({ success: z.boolean(), message: z.string().nullish() });
export type Success = z.infer<typeof Success>;
