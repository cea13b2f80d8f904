/** The eight colours of labels, people and projects; renderer/ui/tokens.css defines how each looks. */
export const TINTS = ['grey', 'red', 'orange', 'yellow', 'green', 'blue', 'violet', 'pink'] as const;
export type Tint = (typeof TINTS)[number];

/** A tint derived from a text, always the same for the same text. */
export function tintOfText(text: string): Tint {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return TINTS[hash % TINTS.length] ?? 'grey';
}
