/** Removes ranges from the line and joins the space around them. Pure. */

export interface Edited {
  text: string;
  caret: number;
}

/** Removes [from, to), in UTF-16 code units. */
export function cut(text: string, { from, to }: { from: number; to: number }): Edited {
  const before = text.slice(0, from).trimEnd();
  const after = text.slice(to).trimStart();
  if (before === '') return { text: after, caret: 0 };
  if (after === '') return { text: text.slice(0, from).trimEnd(), caret: before.length };
  return { text: `${before} ${after}`, caret: before.length };
}

export function cutAll(text: string, pieces: readonly { from: number; to: number }[]): Edited {
  return pieces
    .toSorted((a, b) => b.from - a.from)
    .reduce<Edited>((edited, piece) => cut(edited.text, piece), { text, caret: text.length });
}
