import { clockOfTime } from '../../../shared/i18n/format-dates.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { timerFormsMessages } from '../../../shared/i18n/generated/timer-forms.ts';
import { useAppState } from '../../state/main-process.ts';
import { SwitchRow } from '../../ui/setting-row.tsx';
import { TypedField } from '../../ui/typed-field.tsx';
import { changeSettings } from './bound-rows.tsx';
import { readTime } from './hours-fields.tsx';

const USUAL = '17:00';

/** The notification that asks to go through the day's gaps, and its hour. */
export function ReviewGaps() {
  const at = useAppState((state) => state.settings.reviewGapsAt);
  const texts = settingsPageMessages.reviewGaps;
  return (
    <>
      <SwitchRow
        name={settingsMessages.reviewGapsAt}
        description={texts.hint}
        on={at !== null}
        onChange={(on) => changeSettings({ reviewGapsAt: on ? USUAL : null })}
      />
      {at !== null && (
        <TypedField
          label={texts.at}
          text={clockOfTime(at)}
          read={(text) => {
            const value = readTime(text);
            return value === null ? { wrong: timerFormsMessages.notATime } : { value };
          }}
          maxLength={12}
          isTime
          onChange={(reviewGapsAt) => changeSettings({ reviewGapsAt })}
        />
      )}
    </>
  );
}
