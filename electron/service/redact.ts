/**
 * Removes credentials from everything that servers send. A server or a proxy may repeat the token in an error, a title or a
 * redirect, and the app stores, logs and shows such text. http.ts and realtime.ts redact everything they receive before parsing it.
 */

/** ASCII that ends neither a JSON string nor an address. */
const REPLACEMENT = '***';
/** Shorter ones are no secrets and could be part of any word. */
const MIN_LENGTH = 8;
/** To keep the pattern small, only the start of a longer credential is matched, with everything that follows it. */
const MAX_MATCHED = 80;
/** Beyond this, the oldest is dropped. */
const MAX_CREDENTIALS = 10;

/** By credential: one pattern for all would be compiled anew, in tens of milliseconds, whenever there is another credential. */
const patterns = new Map<string, RegExp>();

/** Removes this credential from everything received from now on. */
export function rememberCredential(credential: string): void {
  if (credential.length < MIN_LENGTH || patterns.has(credential)) return;
  patterns.set(credential, new RegExp(formsOf(credential).join('|'), 'gi'));
  for (const oldest of patterns.keys()) {
    if (patterns.size <= MAX_CREDENTIALS) break;
    patterns.delete(oldest);
  }
}

export function redact(text: string): string {
  let redacted = text;
  for (const pattern of patterns.values()) redacted = redacted.replace(pattern, REPLACEMENT);
  return redacted;
}

/** Returns the same bytes if they contain no credential. Credentials are ASCII, so any encoding can be read as Latin-1. */
export function redactBytes(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (patterns.size === 0) return bytes;
  const text = bytes.toString('latin1');
  const redacted = redact(text);
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
}

/** Patterns of a credential: each character literal, percent-encoded or escaped as in JSON; and the whole in base64. */
function formsOf(credential: string): string[] {
  const start = credential.slice(0, MAX_MATCHED);
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
 * Base64 of a text depends on its offset modulo three, and the first and last letters also encode its neighbours. Returns the part
 * that depends on the credential alone, for each offset.
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

/** The alphabets of base64 and base64url differ in two characters. */
function base64Letter(letter: string): string {
  if (letter === '+') return '[+-]';
  return letter === '/' ? String.raw`(?:\\?/|_)` : letter;
}

const literal = (character: string): string => character.replace(/[^A-Za-z0-9]/, String.raw`\$&`);
