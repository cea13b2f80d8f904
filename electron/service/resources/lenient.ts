/**
 * Parses records leniently, so that one malformed record does not hide the others: an unreadable field gets a fallback value if it
 * has one; otherwise the record is left out of its list. Both are counted, with the reasons.
 */

import { z } from 'zod';
import type { RecordKind } from '../../../shared/contract/unreadable.ts';

/** Why a record could not be parsed completely. Contains no text of users. */
export interface UnreadableReason {
  kind: RecordKind;
  /** The record's id; null if unreadable. */
  id: string | null;
  /** Such as `dueDate`; empty if the record as a whole is malformed. */
  field: string;
  message: string;
  /** False if only this field was replaced. */
  isDropped: boolean;
}

/** The unreadable records of an answer. */
export interface UnreadableRecords {
  /** Records left out, by kind. */
  dropped: Partial<Record<RecordKind, number>>;
  /** Records with a replaced field, by kind. */
  repaired: Partial<Record<RecordKind, number>>;
  /** Ids of all of them, if readable. A record missing from the answer may be one of these. */
  unreadableIds: string[];
  /** At most MAX_REASONS. */
  reasons: UnreadableReason[];
}

const MAX_REASONS = 20;
const MAX_ID = 64;
const MAX_MESSAGE = 200;
/** Longest list within a record. An answer that is a list is not limited: response.ts parses it in slices. */
const MAX_INNER = 10_000;
/** After this many the rest of the list is left out unparsed, to bound the time. */
const MAX_DROPPED = 1_000;
const MAX_REPAIRED = 20_000;
/** Reasons collected per answer. */
const MAX_NOTES = 20_000;

/** Values for fields that are neither optional nor nullable. A function gets the raw record. */
type Fallback<S extends z.ZodObject> = {
  [Key in keyof z.input<S>]?: z.input<S>[Key] | ((raw: Record<string, unknown>) => unknown);
};

interface Options<S extends z.ZodObject> {
  fallback?: Fallback<S>;
  /** Optional fields that must be readable, because null has a meaning. */
  required?: (keyof z.input<S>)[];
}

interface Note extends UnreadableReason {
  count: number;
}

/** An answer with its unreadable records, if there are any. Copies of an object keep them; a list made from a list has none. */
export type Lenient<T> = T extends object ? T & { unreadable?: UnreadableRecords | undefined } : T;

/** `unreadableFields` of a record hold a fallback value because they were unreadable. */
export type Repaired = { unreadableFields?: readonly string[] };
type RecordOf<S extends z.ZodObject> = z.output<S> & Repaired;

/** Reasons found in the answer being parsed. Global, because parsing is synchronous. */
let notes: Note[] = [];

export function parseLeniently<S extends z.ZodType>(
  schema: S,
  json: unknown,
): z.ZodSafeParseResult<Lenient<z.output<S>>> {
  notes = [];
  try {
    const parsed = schema.safeParse(json);
    const answer: unknown = parsed.data;
    if (typeof answer === 'object' && answer !== null && notes.length > 0)
      Object.assign(answer, { unreadable: summary() });
    return parsed as z.ZodSafeParseResult<Lenient<z.output<S>>>;
  } finally {
    notes = [];
  }
}

function summary(): UnreadableRecords {
  const unreadable: UnreadableRecords = { dropped: {}, repaired: {}, unreadableIds: [], reasons: [] };
  for (const { count, ...reason } of notes) {
    const counts = reason.isDropped ? unreadable.dropped : unreadable.repaired;
    counts[reason.kind] = (counts[reason.kind] ?? 0) + count;
    if (reason.id !== null) unreadable.unreadableIds.push(reason.id);
    if (unreadable.reasons.length < MAX_REASONS) unreadable.reasons.push(reason);
  }
  return unreadable;
}

/** The reasons as text, one per line, for the operator of the service. */
export function unreadableText({ dropped, repaired, reasons }: UnreadableRecords): string {
  const counts = (of: UnreadableRecords['dropped']) => Object.entries(of).map(([kind, count]) => `${kind}: ${count}`);
  return [
    `Left out: ${counts(dropped).join(', ') || 'nothing'}`,
    `Read in part: ${counts(repaired).join(', ') || 'nothing'}`,
    ...reasons.map(({ kind, id, field, message }) => `${kind} ${id ?? '(no id)'}: ${field || '(whole)'}: ${message}`),
  ].join('\n');
}

export function mergeUnreadable(
  one: UnreadableRecords | undefined,
  other: UnreadableRecords | undefined,
): UnreadableRecords | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    dropped: sums(one.dropped, other.dropped),
    repaired: sums(one.repaired, other.repaired),
    unreadableIds: [...one.unreadableIds, ...other.unreadableIds],
    reasons: [...one.reasons, ...other.reasons].slice(0, MAX_REASONS),
  };
}

/** Those of other kinds, whose lists were not read again. */
export function withoutKinds(
  { dropped, repaired, unreadableIds, reasons }: UnreadableRecords,
  kinds: ReadonlySet<string>,
): UnreadableRecords | undefined {
  const others = (counts: UnreadableRecords['dropped']) =>
    Object.fromEntries(Object.entries(counts).filter(([kind]) => !kinds.has(kind)));
  const kept = { dropped: others(dropped), repaired: others(repaired) };
  if (Object.keys({ ...kept.dropped, ...kept.repaired }).length === 0) return undefined;
  return { ...kept, unreadableIds, reasons: reasons.filter(({ kind }) => !kinds.has(kind)) };
}

function sums(one: UnreadableRecords['dropped'], other: UnreadableRecords['dropped']): UnreadableRecords['dropped'] {
  const sum = { ...one };
  for (const [kind, count] of Object.entries(other)) sum[kind as RecordKind] = (sum[kind as RecordKind] ?? 0) + count;
  return sum;
}

/** A list whose malformed records are repaired or left out. */
export function listOf<S extends z.ZodObject>(kind: RecordKind, schema: S, options: Options<S> = {}) {
  // `z.array(z.unknown())` is slow with a million items.
  return z.custom<unknown[]>(Array.isArray, 'Invalid input: expected array').transform((items): RecordOf<S>[] => {
    const read: RecordOf<S>[] = [];
    let [dropped, repaired] = [0, 0];
    for (const [index, item] of items.entries()) {
      if (dropped === MAX_DROPPED || repaired === MAX_REPAIRED || index === MAX_INNER) {
        note(kind, undefined, undefined, true, items.length - index);
        break;
      }
      const { record, issues } = readRecord(kind, schema, options, item);
      if (record === undefined) {
        dropped += 1;
        note(kind, item, issues[0], true);
        continue;
      }
      if (issues.length > 0) repaired += 1;
      read.push(record);
    }
    return read;
  });
}

/** A single record, repaired if malformed. */
export function oneOf<S extends z.ZodObject>(kind: RecordKind, schema: S, options: Options<S> = {}) {
  return z.unknown().transform((item, context): RecordOf<S> => {
    const { record, issues } = readRecord(kind, schema, options, item);
    if (record !== undefined) return record;
    for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });
}

interface Read<T> {
  /** undefined if a malformed field has no fallback. */
  record: T | undefined;
  issues: z.core.$ZodIssue[];
}

function readRecord<S extends z.ZodObject>(
  kind: RecordKind,
  schema: S,
  { fallback = {}, required = [] }: Options<S>,
  raw: unknown,
): Read<RecordOf<S>> {
  const noted = notes.length;
  const strict = schema.safeParse(raw);
  if (strict.success) return { record: strict.data, issues: [] };
  // Inner records are parsed again below and must not be counted twice.
  notes.length = noted;
  const { issues } = strict.error;
  if (!isRecord(raw)) return { record: undefined, issues };
  const candidate: Record<string, unknown> = { ...raw };
  const fields = new Set(issues.map(({ path }) => String(path[0] ?? '')));
  for (const field of fields) {
    const value: unknown = Object.hasOwn(fallback, field) ? fallback[field] : undefined;
    if (value !== undefined) candidate[field] = typeof value === 'function' ? value(raw) : value;
    else if (required.includes(field)) return { record: undefined, issues };
    // "None" is null if the schema allows it, else undefined.
    else candidate[field] = schema.shape[field]?.safeParse(null).success ? null : undefined;
  }
  const repaired = schema.safeParse(candidate);
  if (!repaired.success) {
    notes.length = noted;
    return { record: undefined, issues };
  }
  note(kind, raw, issues[0], false);
  return { record: { ...repaired.data, unreadableFields: [...fields] }, issues };
}

function note(
  kind: RecordKind,
  raw: unknown,
  issue: z.core.$ZodIssue | undefined,
  isDropped: boolean,
  count = 1,
): void {
  if (notes.length === MAX_NOTES) return;
  const rawId = isRecord(raw) ? raw.id : undefined;
  const id = typeof rawId === 'string' || typeof rawId === 'number' ? String(rawId).slice(0, MAX_ID) : null;
  const field = issue?.path.map(String).join('.') ?? '';
  const message = (issue?.message ?? 'is one of too many').slice(0, MAX_MESSAGE);
  notes.push({ kind, id, field, message, isDropped, count });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
