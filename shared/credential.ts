/** Validates a credential, which goes into a header and into the keychain. Pure. */

/** Servers accept no longer header (UTF-16 code units). */
export const MAX_CREDENTIAL = 4_000;

/** `characters`: a space, a quotation mark, or anything but visible ASCII (RFC 6750 allows even less). */
export type CredentialFlaw = 'characters' | 'long';

/** null if it is valid. */
export function credentialFlaw(credential: string): CredentialFlaw | null {
  if (credential.length > MAX_CREDENTIAL) return 'long';
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(credential) ? null : 'characters';
}
