/** Ids and credentials. Only the SHA-256 of a credential is stored. */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

export const newId = (): string => randomUUID();

/** 256 bits, safe in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Without letters and digits that look alike. */
const USER_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Eight characters that a person reads on one screen and types on another. */
export function newUserCode(): string {
  return Array.from({ length: 8 }, () => USER_CODE_ALPHABET[randomInt(USER_CODE_ALPHABET.length)]).join('');
}

/** Normalises a typed user code: dashes, spaces and lower case are accepted. */
export const readUserCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
