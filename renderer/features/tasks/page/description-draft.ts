/** A description while it is edited. Pure. */

export interface Draft {
  /** What it was edited from. */
  before: string;
  /** As it stands in the field. */
  text: string;
}

/** As a text field shows it: it knows one kind of line end only. */
export const inField = (text: string): string => text.replace(/\r\n?/g, '\n');

/** What the person meant: where the field was not touched, the text is as it was, byte for byte. */
export function edited({ before, text }: Draft): string {
  const shown = inField(before);
  const most = Math.min(shown.length, text.length);
  let start = 0;
  while (start < most && shown[start] === text[start]) start += 1;
  let end = 0;
  while (end < most - start && shown[shown.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  const typed = text.slice(start, text.length - end);
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const whole =
    before.slice(0, placeIn(before, start)) +
    typed.replaceAll('\n', lineEnd) +
    before.slice(placeIn(before, shown.length - end));
  // Where line ends of several kinds met and became another number of them.
  return inField(whole) === text ? whole : text;
}

/** Where in the text the field's `place` is. */
function placeIn(text: string, place: number): number {
  let at = 0;
  for (let left = place; left > 0; left -= 1) at += text.startsWith('\r\n', at) ? 2 : 1;
  return at;
}
