/**
 * Fingerprints of time entries follow from ids, so random ids make each replay of a random history a different one. Ids that follow from
 * a seed repeat it.
 */
import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Replaces random ids in this process from now on. Returns a function that puts the random ones back. */
export function seedIds(seed: number): () => void {
  const random = crypto.randomUUID;
  let count = 0;
  crypto.randomUUID = () => {
    count += 1;
    const hex = createHash('sha256').update(`${seed} ${count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
  syncBuiltinESMExports();
  return () => {
    crypto.randomUUID = random;
    syncBuiltinESMExports();
  };
}
