/**
 * Whether what is at the service can be what was sent: servers round times, trim and cut texts, and change line ends or the form
 * of letters. Pure.
 */

/** What a server was seen to do to values, by an answer that confirmed them. */
export interface ServerHabits {
  /** The most that a start differed from what was sent (ms). */
  shiftMs: number;
  /** It gives a note back that cannot be told to be the one that was sent. */
  losesNotes: boolean;
}

export const NO_SERVER_HABITS: ServerHabits = { shiftMs: 0, losesNotes: false };

/** Rounded to seconds, however it rounds (ms). */
const NEAR_MS = 2_000;
const MINUTE_MS = 60_000;
/** A difference beyond that is no rounding (ms). */
const MAX_SHIFT_MS = 15 * MINUTE_MS;

/** `there` can be what the server made of `sent` (ms). */
export function isNearTime(sent: number, there: number, { shiftMs }: ServerHabits): boolean {
  const difference = Math.abs(there - sent);
  if (difference <= Math.max(NEAR_MS, shiftMs)) return true;
  return difference < MINUTE_MS && there % MINUTE_MS === 0;
}

/** A server may round both to the same time (ms). */
export const canMatch = (one: number, other: number, { shiftMs }: ServerHabits): boolean =>
  Math.abs(one - other) < 2 * Math.max(MINUTE_MS, shiftMs);

/**
 * `there` can be what the server made of `sent`: the same letters and digits, or the beginning of them, at least `cutAt` of them
 * where the server cut the rest off.
 */
export function isNearText(sent: string, there: string, cutAt = 1): boolean {
  if (sent === there) return true;
  return forms(sent).some((whole) =>
    forms(there).some((kept) => whole === kept || (kept.length >= cutAt && whole.startsWith(kept))),
  );
}

/** The beginning of an escaped sign, where a text was cut in the middle of it. */
const CUT_SIGN = /&(?:a|am|amp|ap|apo|apos|l|lt|g|gt|q|qu|quo|quot|#\d*|#x[\da-f]*)?$/i;

/** As it stands, and without what a server that takes it for HTML would take away. */
const forms = (text: string): string[] => {
  const whole = text.replace(CUT_SIGN, '');
  return [bare(text), bare(whole), bare(whole.replace(/<[^>]*>/g, ''))];
};

/** Letters and digits alone, without their accents: what no trimming, line end or form of Unicode touches. */
function bare(text: string): string {
  return (
    text
      .replace(/&(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi, '')
      .normalize('NFKD')
      // In small letters alone, “ß” and “SS” would differ.
      .toUpperCase()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  );
}

/** Habits as they are known after one more confirmed answer. */
export function learnHabits(known: ServerHabits, seen: ServerHabits): ServerHabits {
  const shiftMs = seen.shiftMs > MAX_SHIFT_MS ? known.shiftMs : Math.max(known.shiftMs, seen.shiftMs);
  return { shiftMs, losesNotes: known.losesNotes || seen.losesNotes };
}
