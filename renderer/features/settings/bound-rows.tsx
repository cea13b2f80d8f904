/** Rows that show and change one setting, found by its key. */
import type { Settings } from '../../../shared/contract/index.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { ChoiceRow, SwitchRow } from '../../ui/setting-row.tsx';

export const changeSettings = (part: Partial<Settings>) => void send('settings.change', part);

/** A switch with a label and a hint in the messages. */
export function SettingSwitch({ of: key }: { of: keyof typeof settingsPageMessages.hints }) {
  const on = useAppState((state) => state.settings[key]);
  return (
    <SwitchRow
      name={settingsMessages[key]}
      description={settingsPageMessages.hints[key]}
      on={on}
      onChange={(on) => changeSettings({ [key]: on })}
    />
  );
}

type ChoiceKey = {
  [K in keyof Settings]: Settings[K] extends string | number ? K : never;
}[keyof Settings];

interface ChoiceProps<K extends ChoiceKey> {
  of: K;
  values: readonly Settings[K][];
  text: (value: Settings[K]) => string;
  description?: string;
}

export function SettingChoice<K extends ChoiceKey>({ of: key, values, text, description }: ChoiceProps<K>) {
  const value = useAppState((state) => state.settings[key]);
  return (
    <ChoiceRow
      name={settingsMessages[key]}
      description={description}
      values={values}
      text={text}
      value={value}
      onChange={(value) => changeSettings({ [key]: value })}
    />
  );
}

/** The usual values of a number, and the present one if it is not among them. */
export const withPresent = (usual: readonly number[], present: number): number[] =>
  [...new Set([...usual, present])].sort((one, other) => one - other);
