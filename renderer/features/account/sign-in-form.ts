/** The chosen sign-in method and the typed values. Kept while the sign-in view is mounted. */
export type SignInMethodChoice = 'device' | 'api-key' | 'local';

export interface Draft {
  /** `watch` opens a public board without an account. */
  door: SignInMethodChoice | 'watch' | null;
  address: string;
  /** null until the user changes it; main then uses its default. */
  clientId: string | null;
  key: string;
}

export const emptyDraft: Draft = { door: null, address: '', clientId: null, key: '' };

export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}
