/** Ids and credentials. A credential is shown once; only its SHA-256 is stored. */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

export const newId = (): string => randomUUID();

/** 256 bits, safe in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Letters and digits that cannot be confused with each other. */
const USER_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Eight characters that a person reads on one screen and types on another. */
export function newUserCode(): string {
  return Array.from({ length: 8 }, () => USER_CODE_ALPHABET[randomInt(USER_CODE_ALPHABET.length)]).join('');
}

/** Normalises a typed user code: dashes, spaces and lower case are accepted. */
export const readUserCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
