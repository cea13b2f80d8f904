/** Text that others wrote, made fit to stand in one line. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is to go.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** One line without control characters, at most `max` UTF-16 units: a row shows less anyway. */
export function oneLine(text: string, max = 300): string {
  const line = text
    .slice(0, max + 1)
    .replace(CONTROL, ' ')
    .trim();
  return (line.length > max ? `${line.slice(0, max)}…` : line).toWellFormed();
}
