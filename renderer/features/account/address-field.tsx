import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { Field } from '../../ui/field.tsx';

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
