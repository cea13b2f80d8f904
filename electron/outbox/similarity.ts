/** Whether a value at the service can be the one that was sent: servers round times and trim, cut or normalise texts. */

/** How a server changed values, as seen in confirmed answers. */
export interface ServerHabits {
  /** Largest difference between a start that was sent and the one that came back (ms). */
  shiftMs: number;
  /** It returns notes that do not match those that were sent. */
  losesNotes: boolean;
}

export const NO_SERVER_HABITS: ServerHabits = { shiftMs: 0, losesNotes: false };

/** Allows for rounding to seconds (ms). */
const NEAR_MS = 2_000;
const MINUTE_MS = 60_000;
/** A larger difference is not rounding (ms). */
const MAX_SHIFT_MS = 15 * MINUTE_MS;

/** True if a server may have stored `sent` as `there` (ms). */
export function isNearTime(sent: number, there: number, { shiftMs }: ServerHabits): boolean {
  const difference = Math.abs(there - sent);
  if (difference <= Math.max(NEAR_MS, shiftMs)) return true;
  return difference < MINUTE_MS && there % MINUTE_MS === 0;
}

/** True if a server may store both as the same time (ms). */
export const canMatch = (one: number, other: number, { shiftMs }: ServerHabits): boolean =>
  Math.abs(one - other) < 2 * Math.max(MINUTE_MS, shiftMs);

/**
 * True if a server may have stored `sent` as `there`: both have the same letters and digits, or `there` has the first ones, at
 * least `cutAt`, where the server cut the text.
 */
export function isNearText(sent: string, there: string, cutAt = 1): boolean {
  if (sent === there) return true;
  return forms(sent).some((whole) =>
    forms(there).some((kept) => whole === kept || (kept.length >= cutAt && whole.startsWith(kept))),
  );
}

/** An incomplete character reference at the end of a cut text. */
const CUT_SIGN = /&(?:a|am|amp|ap|apo|apos|l|lt|g|gt|q|qu|quo|quot|#\d*|#x[\da-f]*)?$/i;

/** The text as it is, and without the tags that a server may strip. */
const forms = (text: string): string[] => {
  const whole = text.replace(CUT_SIGN, '');
  return [bare(text), bare(whole), bare(whole.replace(/<[^>]*>/g, ''))];
};

/** Letters and digits without accents, which trimming, line ends and Unicode normalisation do not change. */
function bare(text: string): string {
  return (
    text
      .replace(/&(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi, '')
      .normalize('NFKD')
      // Lower case alone would keep “ß” and “SS” apart.
      .toUpperCase()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  );
}

export function learnHabits(known: ServerHabits, seen: ServerHabits): ServerHabits {
  const shiftMs = seen.shiftMs > MAX_SHIFT_MS ? known.shiftMs : Math.max(known.shiftMs, seen.shiftMs);
  return { shiftMs, losesNotes: known.losesNotes || seen.losesNotes };
}
