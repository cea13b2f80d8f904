import { words } from '../../../shared/i18n/window-messages.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { Field } from '../../ui/field.tsx';

interface Props {
  address: string;
  isMissing: boolean;
  onChange: (address: string) => void;
  autoFocus: boolean;
}

/** The server's address. */
export function AddressField({ address, isMissing, onChange, autoFocus }: Props) {
  return (
    <Field
      label={words.signIn.address}
      hint={words.signIn.addressHint}
      error={isMissing ? words.signIn.addressMissing : null}
      value={address}
      onChange={(event) => onChange(event.target.value)}
      inputMode="url"
      maxLength={LENGTHS.address}
      autoFocus={autoFocus}
    />
  );
}
