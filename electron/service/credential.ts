/** What a credential may look like: it goes into a header and into the keychain. Pure. */

/** Longer ones fit into no header that servers take (UTF-16 code units). */
export const MAX_CREDENTIAL = 4_000;

/** `characters`: a line break, a space, or anything else that a Bearer header cannot carry (RFC 6750 has less than this). */
export type CredentialFlaw = 'characters' | 'long';

/** null where it can be used. */
export function credentialFlaw(credential: string): CredentialFlaw | null {
  if (credential.length > MAX_CREDENTIAL) return 'long';
  return /^[\x21-\x7e]+$/.test(credential) ? null : 'characters';
}
