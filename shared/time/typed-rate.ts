/** Parses an hourly rate that was typed. Pure. */

export const MAX_RATE = 1_000_000;

export type TypedRate = { amount: number | null } | { wrong: 'notANumber' | 'negative' | 'tooLarge' };

/** Digits with at most one comma or point. Exponents and letters are mistakes, not numbers. Nothing means no rate. */
export function typedRate(text: string): TypedRate {
  const trimmed = text.trim();
  if (trimmed === '') return { amount: null };
  if (/^[-−–]\s*\d/.test(trimmed)) return { wrong: 'negative' };
  if (!/^\d+(?:[.,]\d{1,4})?$/.test(trimmed)) return { wrong: 'notANumber' };
  const amount = Number(trimmed.replace(',', '.'));
  return amount <= MAX_RATE ? { amount } : { wrong: 'tooLarge' };
}

/** The ISO 4217 code; null if there is none. */
export function typedCurrency(text: string): string | null {
  const code = text.trim().toUpperCase();
  return Intl.supportedValuesOf('currency').includes(code) ? code : null;
}
