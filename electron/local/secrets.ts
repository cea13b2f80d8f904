/** Ids and credentials. A credential is shown once and kept only as its SHA-256. */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

export const newId = (): string => randomUUID();

/** 256 bits, safe in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Letters and digits that cannot be taken for one another. */
const USER_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Eight characters that a person reads off one screen and types into another. */
export function newUserCode(): string {
  return Array.from({ length: 8 }, () => USER_CODE_ALPHABET[randomInt(USER_CODE_ALPHABET.length)]).join('');
}

/** A user code as typed: with dashes or spaces, in small letters. */
export const readUserCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
