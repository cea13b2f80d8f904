/** What a credential may look like: it goes into a header and into the keychain. Pure. */

/** Longer ones fit into no header that servers take (UTF-16 code units). */
export const MAX_CREDENTIAL = 4_000;

/** `characters`: a line break, a space, a quotation mark, or anything else that is no visible ASCII (RFC 6750 allows even less). */
export type CredentialFlaw = 'characters' | 'long';

/** null where it can be used. */
export function credentialFlaw(credential: string): CredentialFlaw | null {
  if (credential.length > MAX_CREDENTIAL) return 'long';
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(credential) ? null : 'characters';
}
