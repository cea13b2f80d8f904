/** Where the person is in signing in, and what they have typed so far. It lives as long as the sign-in is open. */
export type SignInMethodChoice = 'device' | 'api-key' | 'local';

export interface Draft {
  /** `watch` is no door: it leads to a public board, without an account. */
  door: SignInMethodChoice | 'watch' | null;
  address: string;
  /** null until the person has changed it: then main's own choice holds. */
  clientId: string | null;
  key: string;
}

export const emptyDraft: Draft = { door: null, address: '', clientId: null, key: '' };

export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}
