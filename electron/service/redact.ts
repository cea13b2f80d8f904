/**
 * Removes credentials from everything that servers send. A server or a proxy may repeat the token in an error, a title or a
 * redirect, and the app stores, logs and shows such text. http.ts and realtime.ts redact all they receive before parsing it.
 */

/** Replaces a credential. ASCII that ends neither a JSON string nor an address. */
const INSTEAD = '***';
/** A shorter one is not a secret and could be part of any word. */
const MIN_LENGTH = 8;
/** Only the beginning of a longer credential is matched, with all that follows, to keep the pattern small. */
const MAX_LOOKED_FOR = 80;
/** The oldest is forgotten. */
const MAX_KNOWN = 10;

const known = new Set<string>();
let pattern: RegExp | null = null;

/** From now on this credential is removed from everything received. */
export function rememberCredential(credential: string): void {
  if (credential.length < MIN_LENGTH || known.has(credential)) return;
  known.add(credential);
  for (const oldest of known) {
    if (known.size <= MAX_KNOWN) break;
    known.delete(oldest);
  }
  pattern = new RegExp([...known].flatMap(formsOf).join('|'), 'gi');
}

export function redact(text: string): string {
  return pattern === null ? text : text.replace(pattern, INSTEAD);
}

/** Returns the same bytes if they contain no credential. Credentials are ASCII, so any encoding can be read as Latin-1. */
export function redactBytes(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (pattern === null) return bytes;
  const text = bytes.toString('latin1');
  const redacted = redact(text);
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
}

/** As patterns: each character as it is, percent-encoded, or escaped as in JSON; and the whole in base64. */
function formsOf(credential: string): string[] {
  const start = credential.slice(0, MAX_LOOKED_FOR);
  const forms = [[...start].map(characterForms).join(''), ...base64Forms(start)];
  return start === credential ? forms : forms.map((form) => form + REST);
}

/** Up to the next space or quotation mark. */
const REST = String.raw`(?:[^\s"\\]|\\{1,8}(?:u[0-9a-f]{4}|/))*`;

function characterForms(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  // JSON inside JSON doubles the backslashes. The lookbehind matches a run of them once, so a long run stays fast.
  const escaped = String.raw`(?:(?<!\\)\\{1,8}|\\)(?:u00${hex}|${literal(character)})`;
  return `(?:${literal(character)}|%(?:25)*${hex}|${escaped})`;
}

/**
 * In base64 a text looks different at each of three offsets, and its ends mix with what stands beside it: of each form, the
 * middle that depends on the credential alone.
 */
function base64Forms(credential: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(' '.repeat(offset) + credential)
      .toString('base64')
      .replace(/=+$/, '');
    const start = Math.ceil((offset * 4) / 3);
    const end = Math.floor(((offset + credential.length) * 4) / 3);
    return [...encoded.slice(start, end)].map(base64Letter).join('');
  });
}

/** The two alphabets of base64 differ in two characters. */
function base64Letter(letter: string): string {
  if (letter === '+') return '[+-]';
  return letter === '/' ? String.raw`(?:\\?/|_)` : letter;
}

const literal = (character: string): string => character.replace(/[^A-Za-z0-9]/, String.raw`\$&`);
