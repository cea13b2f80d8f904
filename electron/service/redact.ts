/**
 * Takes credentials out of whatever servers say. A server, or something on the way, may repeat the token anywhere: in an error, a
 * title, a redirect. What is read here is kept on disk, logged and shown, so it is taken out where text enters the app: http.ts
 * and realtime.ts pass everything they receive through here before anything else reads it.
 */

/** Stands where a credential stood. ASCII, and nothing that would end a JSON string or an address. */
const INSTEAD = '***';
/** A shorter one is no secret, and might be part of any word. */
const MIN_LENGTH = 8;
/** Of a longer one the beginning is looked for, and what follows it goes as well: the pattern has to stay small. */
const MAX_LOOKED_FOR = 80;
/** A run of the app knows few; the oldest gives way. */
const MAX_KNOWN = 10;

const known = new Set<string>();
let pattern: RegExp | null = null;

/** From now on this credential is taken out of all that is received. */
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

/** The same bytes where they hold none. A credential is ASCII, so the encoding of the rest does not matter. */
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
  // JSON inside JSON doubles the backslashes. A run of them is looked through once, at its beginning: a long one takes no time.
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
