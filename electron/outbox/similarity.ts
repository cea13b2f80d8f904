/** Decides whether a value at the service can be the one that was sent: servers round times and trim, cut or normalise texts. */

/** How a server changes values, observed in confirmed answers. */
export interface ServerHabits {
  /** Largest difference between the sent and the returned start (ms). */
  shiftMs: number;
  /** Returned notes do not match the sent ones. */
  losesNotes: boolean;
}

export const NO_SERVER_HABITS: ServerHabits = { shiftMs: 0, losesNotes: false };

/** Allows for rounding to seconds (ms). */
const NEAR_MS = 2_000;
const MINUTE_MS = 60_000;
/** A larger difference is not rounding (ms). */
const MAX_SHIFT_MS = 15 * MINUTE_MS;

/** True if a server may have stored `sent` as `stored` (ms). */
export function isNearTime(sent: number, stored: number, { shiftMs }: ServerHabits): boolean {
  const difference = Math.abs(stored - sent);
  if (difference <= Math.max(NEAR_MS, shiftMs)) return true;
  return difference < MINUTE_MS && stored % MINUTE_MS === 0;
}

/** True if a server may store both as the same time (ms). */
export const canMatch = (one: number, other: number, { shiftMs }: ServerHabits): boolean =>
  Math.abs(one - other) < 2 * Math.max(MINUTE_MS, shiftMs);

/**
 * True if a server may have stored `sent` as `stored`: both have the same letters and digits, or `stored` has the first ones (at
 * least `cutAt`), because the server cut the text.
 */
export function isNearText(sent: string, stored: string, cutAt = 1): boolean {
  if (sent === stored) return true;
  return forms(sent).some((whole) =>
    forms(stored).some((part) => whole === part || (part.length >= cutAt && whole.startsWith(part))),
  );
}

/** An incomplete character reference at the end of a cut text. */
const CUT_SIGN = /&(?:a|am|amp|ap|apo|apos|l|lt|g|gt|q|qu|quo|quot|#\d*|#x[\da-f]*)?$/i;

/** The text with and without the tags that a server may strip. */
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
      // Lower case alone would distinguish “ß” from “SS”.
      .toUpperCase()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  );
}

export function learnHabits(before: ServerHabits, observed: ServerHabits): ServerHabits {
  const shiftMs = observed.shiftMs > MAX_SHIFT_MS ? before.shiftMs : Math.max(before.shiftMs, observed.shiftMs);
  return { shiftMs, losesNotes: before.losesNotes || observed.losesNotes };
}
