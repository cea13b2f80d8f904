const letters = new Intl.Segmenter('en');

/** The emoji that a text begins with; it can consist of several code points. Pure. */
export const emojiOf = (text: string): string | null =>
  /^\p{Extended_Pictographic}/u.test(text) ? ([...letters.segment(text)][0]?.segment ?? null) : null;
