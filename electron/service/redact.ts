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

interface Credential {
  /** Text without escapes contains one of these, in lower case, wherever the pattern matches; null if only the pattern can tell. */
  plain: string[] | null;
  /** One per credential: a common one would be compiled again whenever another credential comes. */
  pattern: RegExp;
}

const credentials = new Map<string, Credential>();

/** Removes this credential from everything received from now on. */
export function rememberCredential(credential: string): void {
  if (credential.length < MIN_LENGTH || credentials.has(credential)) return;
  const pattern = new RegExp(formsOf(credential).join('|'), 'gi');
  credentials.set(credential, { plain: plainForms(credential.slice(0, MAX_MATCHED)), pattern });
  for (const oldest of credentials.keys()) {
    if (credentials.size <= MAX_CREDENTIALS) break;
    credentials.delete(oldest);
  }
}

export function redact(text: string): string {
  if (credentials.size === 0) return text;
  // Most texts have no escapes. A plain search spares them the first run of a pattern, which compiles it for milliseconds.
  const unescaped = /[%\\]/.test(text) ? null : text.toLowerCase();
  let redacted = text;
  for (const { plain, pattern } of credentials.values()) {
    const mayMatch = unescaped === null || plain === null || plain.some((form) => unescaped.includes(form));
    if (mayMatch) redacted = redacted.replace(pattern, REPLACEMENT);
  }
  return redacted;
}

/** Returns the same bytes if they contain no credential. Credentials are ASCII, so any encoding can be read as Latin-1. */
export function redactBytes(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (credentials.size === 0) return bytes;
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

/** The credential itself and, of each of its base64 forms, the longest part in which the alphabets agree, in lower case. */
function plainForms(credential: string): string[] | null {
  if (!/^[\x20-\x7e]+$/.test(credential)) return null;
  const inBase64 = inBase64AtEachOffset(credential).map((form) =>
    form.split(/[+/]/).reduce((longest, part) => (part.length > longest.length ? part : longest)),
  );
  return [credential, ...inBase64].map((form) => form.toLowerCase());
}

const base64Forms = (credential: string): string[] =>
  inBase64AtEachOffset(credential).map((form) => [...form].map(base64Letter).join(''));

/**
 * Base64 of a text depends on its offset modulo three, and the first and last letters also encode its neighbours. Returns the part
 * that depends on the credential alone, for each offset.
 */
function inBase64AtEachOffset(credential: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(' '.repeat(offset) + credential)
      .toString('base64')
      .replace(/=+$/, '');
    const start = Math.ceil((offset * 4) / 3);
    const end = Math.floor(((offset + credential.length) * 4) / 3);
    return encoded.slice(start, end);
  });
}

/** The alphabets of base64 and base64url differ in two characters. */
function base64Letter(letter: string): string {
  if (letter === '+') return '[+-]';
  return letter === '/' ? String.raw`(?:\\?/|_)` : letter;
}

const literal = (character: string): string => character.replace(/[^A-Za-z0-9]/, String.raw`\$&`);
