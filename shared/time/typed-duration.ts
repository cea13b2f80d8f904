/** Parses a length of time typed into a cell of the timesheet. Pure; lengths in ms. */
import { HOUR_MS, MINUTE_MS } from '../dates/milliseconds.ts';

/** `suggestion`: the length that was probably meant (ms). */
export type WrongDuration =
  | { wrong: 'empty' }
  | { wrong: 'not-a-length' }
  /** Such as 9:75. */
  | { wrong: 'over-59-minutes'; suggestion: number }
  /** Less than nothing would be left. */
  | { wrong: 'negative' }
  /** Longer than the day. */
  | { wrong: 'over-a-day'; suggestion: number | null };

export type TypedDuration = { ms: number; isChange: boolean } | WrongDuration;

const COLON = /^(\d{0,3}):(\d{2})$/;
const UNITS = /^(?:(\d{1,3}(?:[.,]\d{1,3})?)\s*(?:h|std\.?))?\s*(?:(\d{1,4})\s*(m|min\.?)?)?$/i;
const DECIMAL = /^(\d{0,4})(?:[.,](\d{1,3}))?$/;

/**
 * "1:30", "1h30", "90m", "1,5" and "1.5" are lengths; a leading sign makes a change of the length ("+15", "−0:20"). A plain number
 * means hours, after a sign minutes. Rounded to the minute.
 */
export function typedDuration(text: string): TypedDuration {
  const trimmed = text.trim();
  if (trimmed === '') return { wrong: 'empty' };
  const sign = /^[-+−–]/.exec(trimmed)?.[0];
  const isChange = sign !== undefined;
  const length = lengthOf(isChange ? trimmed.slice(1).trim() : trimmed, isChange);
  if (typeof length !== 'number') return length;
  return { ms: isChange && sign !== '+' ? -length : length, isChange };
}

function lengthOf(text: string, isChange: boolean): number | WrongDuration {
  const colon = COLON.exec(text);
  if (colon) {
    const [hours, minutes] = [Number(colon[1]), Number(colon[2])];
    if (minutes > 59) return { wrong: 'over-59-minutes', suggestion: toMinute((hours + minutes / 100) * HOUR_MS) };
    return hours * HOUR_MS + minutes * MINUTE_MS;
  }
  const decimal = DECIMAL.exec(text);
  if (decimal && text !== '') {
    const [, whole = '', fraction] = decimal;
    if (isChange && fraction === undefined) return Number(whole) * MINUTE_MS;
    return toMinute(Number(`${whole || '0'}.${fraction ?? '0'}`) * HOUR_MS);
  }
  const units = UNITS.exec(text);
  // "90" without a unit is a decimal number.
  if (!units || (units[1] === undefined && units[3] === undefined)) return { wrong: 'not-a-length' };
  const [, hours = '0', minutes = '0'] = units;
  return toMinute(Number(hours.replace(',', '.')) * HOUR_MS) + Number(minutes) * MINUTE_MS;
}

const toMinute = (ms: number): number => Math.round(ms / MINUTE_MS) * MINUTE_MS;

/** What a cell of `current` ms would contain. `dayMs` is the length of its day. */
export function typedCell(text: string, current: number, dayMs: number): { ms: number } | WrongDuration {
  const typed = typedDuration(text);
  if ('wrong' in typed) return typed;
  const ms = typed.isChange ? current + typed.ms : typed.ms;
  if (ms < 0) return { wrong: 'negative' };
  if (ms <= dayMs) return { ms };
  // "90" was probably meant as minutes.
  const minutes = Number(text) * MINUTE_MS;
  return { wrong: 'over-a-day', suggestion: minutes <= dayMs ? minutes : null };
}
