/** Decides whether a text at the service can be the one that was sent: servers trim, cut or normalise texts. */

/** No server cuts titles shorter than this; shorter beginnings may be shared by different tasks. */
export const TITLE_CUT_AT = 24;

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
const CUT_SIGN = /&(?:amp;)*(?:a|am|amp|ap|apo|apos|l|lt|g|gt|q|qu|quo|quot|#\d*|#x[\da-f]*)?$/i;

/** The text with and without the tags that a server may strip. */
const forms = (text: string): string[] => {
  const whole = text.replace(CUT_SIGN, '');
  return [bare(text), bare(whole), bare(whole.replace(/<[^>]*>/g, ''))];
};

/**
 * Letters and digits without accents and character references, which trimming, line ends, Unicode normalisation and escaping, even
 * twice, do not change.
 */
function bare(text: string): string {
  return (
    text
      .replace(/&(?:amp;)*(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi, '')
      .normalize('NFKD')
      // Lower case alone would distinguish “ß” from “SS”.
      .toUpperCase()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  );
}
