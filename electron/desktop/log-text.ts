/**
 * What may stand in the log: what happened, never to whom. Pure. Punchcard's own sentences are constants; what comes with an
 * error may quote anything, so everything that could be a person's is taken out of it.
 */

/** The longest line that is kept (UTF-16 code units). */
const MAX_LINE = 2_000;
const MAX_FRAMES = 6;

const TAKEN_OUT: [RegExp, string][] = [
  // Addresses, with whatever they carry.
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi, '‹address›'],
  [/[^\s"'<>(]+@[^\s"'<>)]+/g, '‹e-mail›'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 ‹secret›'],
  // What an error quotes: a title, a name, what was typed.
  [/"[^"]*"|“[^”]*”|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu, '‹text›'],
  // Folders: whose computer this is. The file's own name stays.
  [/(?:[a-z]:)?(?:[\\/][^\\/\s:()'"]+)+[\\/]/gi, '…/'],
  // Numbers of the network, hosts with a port.
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '‹address›'],
  [/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|getaddrinfo)\s+(?!E[A-Z])\S+/g, '$1 ‹host›'],
  // Tokens, keys, ids.
  [/[A-Za-z0-9_-]*(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}/g, '‹id›'],
  [/[A-Za-z0-9+/_-]{32,}={0,2}/g, '‹id›'],
];

/** `text` with everything taken out that could be a person's; one line, bounded. */
export function scrub(text: string): string {
  let left = text.slice(0, MAX_LINE * 2);
  for (const [found, instead] of TAKEN_OUT) left = left.replace(found, instead);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: one entry, one line.
  return left.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').slice(0, MAX_LINE);
}

/** One argument of `console.error`: a sentence, or an error with its kind and where it came from. */
export function logWords(value: unknown): string {
  if (typeof value === 'string') return scrub(value);
  if (!(value instanceof Error))
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `‹${typeof value}›`;
  const code: unknown = Reflect.get(value, 'code');
  const frames = (value.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES)
    .map((line) => line.replace(/\(?(?:[a-z0-9+.-]+:\/\/)?[^\s()]*[\\/]/i, '('));
  return [
    `${value.name}${typeof code === 'string' ? ` ${code}` : ''}: ${scrub(value.message)}`,
    ...frames.map((frame) => scrub(frame)),
  ].join(' | ');
}

/** A line of the file; `values` as they were given to the console. */
export function logLine(level: 'warn' | 'error', values: readonly unknown[], now: Date): string {
  return `${now.toISOString()} ${level} ${values.map(logWords).join(' ')}\n`;
}
