import { messages } from '../../../shared/i18n/generated/window.ts';
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
      label={messages.signIn.address}
      hint={messages.signIn.addressHint}
      error={isMissing ? messages.signIn.addressMissing : null}
      value={address}
      onChange={(event) => onChange(event.target.value)}
      inputMode="url"
      maxLength={LENGTHS.address}
      autoFocus={autoFocus}
    />
  );
}
