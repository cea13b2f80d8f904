import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './sign-in-form.module.css';

export type SignInMethodChoice = 'device' | 'api-key' | 'local';

/** The chosen sign-in method and the typed values. */
export interface Draft {
  /** Another way in than the address; `watch` opens a public board without an account. */
  choice: Exclude<SignInMethodChoice, 'device'> | 'watch' | null;
  address: string;
  /** null until the user changes it; main then uses its default. */
  clientId: string | null;
  key: string;
}

export const emptyDraft: Draft = { choice: null, address: '', clientId: null, key: '' };

export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

export function FormButtons({ onBack }: { onBack: () => void }) {
  return (
    <div className={styles.actions}>
      <Button kind="quiet" onClick={onBack}>
        {messages.back}
      </Button>
      <Button kind="primary" type="submit">
        {messages.continue}
      </Button>
    </div>
  );
}

interface Props {
  address: string;
  isMissing: boolean;
  onChange: (address: string) => void;
  autoFocus: boolean;
}

export function AddressField({ address, isMissing, onChange, autoFocus }: Props) {
  return (
    <Field
      label={signInPageMessages.address}
      hint={signInPageMessages.addressHint}
      error={isMissing ? signInPageMessages.addressMissing : null}
      value={address}
      onChange={onChange}
      inputMode="url"
      maxLength={LENGTHS.address}
      autoFocus={autoFocus}
    />
  );
}
