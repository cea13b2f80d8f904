/**
 * Records are read leniently, so that an odd one never costs the others: a field that cannot be read is replaced by a neutral
 * value where there is one, and a record of a list that cannot be used at all is left out. Both are counted, with the reasons.
 */

import { z } from 'zod';
import type { RecordKind } from '../../../shared/contract/unreadable.ts';

/** Why a record could not be read. It carries nothing that a person wrote. */
export interface OddReason {
  kind: RecordKind;
  /** Of the record; null where that could not be read either. */
  id: string | null;
  /** Such as `dueDate`; empty where the record as a whole is wrong. */
  field: string;
  message: string;
  /** False where only this field was replaced. */
  isDropped: boolean;
}

/** What was odd about an answer. */
export interface OddRecords {
  /** Records left out, by kind. */
  dropped: Partial<Record<RecordKind, number>>;
  /** Records of which a field was replaced. */
  repaired: Partial<Record<RecordKind, number>>;
  /** Ids of all of them, as far as they could be read: one of these may be a record that somebody looks for in vain. */
  oddIds: string[];
  /** The first ones. */
  reasons: OddReason[];
}

const MAX_REASONS = 20;
const MAX_ID = 64;
const MAX_MESSAGE = 200;
/** A list within a record has no more. What is a list as a whole may have any number: it is parsed in slices (answer.ts). */
const MAX_INNER = 10_000;
/** Once so many records of a list were left out, or repaired, what follows is left out unread: millions must not hold us up. */
const MAX_DROPPED = 1_000;
const MAX_REPAIRED = 20_000;
/** More about one answer is not written down. */
const MAX_NOTES = 20_000;

/** Neutral values of fields that are neither optional nor nullable; a function is given the record as it came. */
type Neutral<S extends z.ZodObject> = {
  [Key in keyof z.input<S>]?: z.input<S>[Key] | ((raw: Record<string, unknown>) => unknown);
};

interface Options<S extends z.ZodObject> {
  neutral?: Neutral<S>;
  /** Optional fields that must not be replaced all the same, because their absence would be taken for an answer. */
  needed?: (keyof z.input<S>)[];
}

interface Note extends OddReason {
  count: number;
}

/** About the answer that is being parsed: parsing is synchronous. */
let notes: Note[] = [];
const known = new WeakMap<object, OddRecords>();
const replaced = new WeakMap<object, readonly string[]>();

/** Parses, and remembers what was odd about it for `oddIn`. */
export function parseNoting<S extends z.ZodType>(schema: S, json: unknown): z.ZodSafeParseResult<z.output<S>> {
  notes = [];
  try {
    const parsed = schema.safeParse(json);
    if (parsed.success && notes.length > 0) noteOdd(parsed.data, summary());
    return parsed;
  } finally {
    notes = [];
  }
}

function summary(): OddRecords {
  const odd: OddRecords = { dropped: {}, repaired: {}, oddIds: [], reasons: [] };
  for (const { count, ...reason } of notes) {
    const counts = reason.isDropped ? odd.dropped : odd.repaired;
    counts[reason.kind] = (counts[reason.kind] ?? 0) + count;
    if (reason.id !== null) odd.oddIds.push(reason.id);
    if (odd.reasons.length < MAX_REASONS) odd.reasons.push(reason);
  }
  return odd;
}

/** The reasons as text, a line each, for whoever runs the service. */
export function oddText({ dropped, repaired, reasons }: OddRecords): string {
  const counts = (of: OddRecords['dropped']) => Object.entries(of).map(([kind, count]) => `${kind}: ${count}`);
  return [
    `Left out: ${counts(dropped).join(', ') || 'nothing'}`,
    `Read in part: ${counts(repaired).join(', ') || 'nothing'}`,
    ...reasons.map(({ kind, id, field, message }) => `${kind} ${id ?? '(no id)'}: ${field || '(whole)'}: ${message}`),
  ].join('\n');
}

/** What was odd about the answer that this came from; undefined where nothing was. */
export function oddIn(answer: unknown): OddRecords | undefined {
  return typeof answer === 'object' && answer !== null ? known.get(answer) : undefined;
}

/** This was made of answers about which that was odd. */
export function noteOdd(answer: unknown, odd: OddRecords | undefined): void {
  if (odd && typeof answer === 'object' && answer !== null) known.set(answer, odd);
}

/** The fields of a record that could not be read, and hold a neutral value instead. */
export function replacedIn(record: object): readonly string[] {
  return replaced.get(record) ?? [];
}

export function addOdd(one: OddRecords | undefined, other: OddRecords | undefined): OddRecords | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    dropped: sums(one.dropped, other.dropped),
    repaired: sums(one.repaired, other.repaired),
    oddIds: [...one.oddIds, ...other.oddIds],
    reasons: [...one.reasons, ...other.reasons].slice(0, MAX_REASONS),
  };
}

function sums(one: OddRecords['dropped'], other: OddRecords['dropped']): OddRecords['dropped'] {
  const sum = { ...one };
  for (const [kind, count] of Object.entries(other)) sum[kind as RecordKind] = (sum[kind as RecordKind] ?? 0) + count;
  return sum;
}

/** A list whose odd records are repaired or left out. */
export function listOf<S extends z.ZodObject>(kind: RecordKind, schema: S, options: Options<S> = {}) {
  // Not `z.array(z.unknown())`: that takes its time over a million items of which none is wanted.
  return z.custom<unknown[]>(Array.isArray, 'Invalid input: expected array').transform((items): z.output<S>[] => {
    const read: z.output<S>[] = [];
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

/** One record, repaired where it is odd. */
export function oneOf<S extends z.ZodObject>(kind: RecordKind, schema: S, options: Options<S> = {}) {
  return z.unknown().transform((item, context): z.output<S> => {
    const { record, issues } = readRecord(kind, schema, options, item);
    if (record !== undefined) return record;
    for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });
}

interface Read<T> {
  /** undefined where a field is wrong that has no neutral value. */
  record: T | undefined;
  issues: z.core.$ZodIssue[];
}

function readRecord<S extends z.ZodObject>(
  kind: RecordKind,
  schema: S,
  { neutral = {}, needed = [] }: Options<S>,
  raw: unknown,
): Read<z.output<S>> {
  const noted = notes.length;
  const strict = schema.safeParse(raw);
  if (strict.success) return { record: strict.data, issues: [] };
  // What is inside is parsed again, and would be noted twice.
  notes.length = noted;
  const { issues } = strict.error;
  if (!isRecord(raw)) return { record: undefined, issues };
  const mended: Record<string, unknown> = { ...raw };
  const fields = new Set(issues.map(({ path }) => String(path[0] ?? '')));
  for (const field of fields) {
    const value: unknown = Object.hasOwn(neutral, field) ? neutral[field] : undefined;
    if (value !== undefined) mended[field] = typeof value === 'function' ? value(raw) : value;
    else if (needed.includes(field)) return { record: undefined, issues };
    // Where null is allowed it says "none"; where it is not, leaving the field out does.
    else mended[field] = schema.shape[field]?.safeParse(null).success ? null : undefined;
  }
  const repaired = schema.safeParse(mended);
  if (repaired.success) {
    replaced.set(repaired.data, [...fields]);
    note(kind, raw, issues[0], false);
  } else notes.length = noted;
  return { record: repaired.data, issues };
}

function note(
  kind: RecordKind,
  raw: unknown,
  issue: z.core.$ZodIssue | undefined,
  isDropped: boolean,
  count = 1,
): void {
  if (notes.length === MAX_NOTES) return;
  const given = isRecord(raw) ? raw.id : undefined;
  const id = typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, MAX_ID) : null;
  const field = issue?.path.map(String).join('.') ?? '';
  const message = (issue?.message ?? 'is one of too many').slice(0, MAX_MESSAGE);
  notes.push({ kind, id, field, message, isDropped, count });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
