import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { useAppState } from '../../state/main-process.ts';
import { SwitchRow } from '../../ui/setting-row.tsx';
import { changeSettings } from './bound-rows.tsx';
import { TimeField } from './hours-fields.tsx';

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
        <TimeField label={texts.at} time={at} onChange={(reviewGapsAt) => changeSettings({ reviewGapsAt })} />
      )}
    </>
  );
}
