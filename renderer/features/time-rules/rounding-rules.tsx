import type { TimeRulesView } from '../../../shared/contract/index.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { send, useAppState } from '../../state/store.ts';
import { Choice } from '../../ui/radio-group.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { TypedField } from './typed-field.tsx';

type Rounding = TimeRulesView['rounding'];

const MODES = ['none', 'nearest', 'up', 'down'] as const;
const STEPS = [5, 6, 10, 15, 30];

export function RoundingRules() {
  const rounding = useAppState((state) => state.timeRules.rounding);
  const { rounding: texts } = timeRulesPageMessages;
  const change = (part: Partial<Rounding>) => void send('time-rules.change', { rounding: { ...rounding, ...part } });
  return (
    <Box title={texts.title}>
      <Setting name={texts.mode} description={texts.description} />
      <Choice
        label={texts.mode}
        options={MODES.map((value) => ({ value, label: texts.modes[value] }))}
        value={rounding.mode}
        onChange={(mode) => change({ mode })}
      />
      {rounding.mode !== 'none' && (
        <>
          <Setting name={texts.minutes} />
          <Choice
            label={texts.minutes}
            options={STEPS.map((value) => ({ value, label: texts.step({ minutes: value }) }))}
            value={rounding.minutes}
            onChange={(minutes) => change({ minutes })}
          />
          <TypedField
            label={texts.other}
            description={texts.otherDescription}
            text={String(rounding.minutes)}
            read={(text) => {
              const minutes = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
              return minutes >= 1 && minutes <= 60 ? { value: minutes } : { wrong: texts.wrong };
            }}
            onChange={(minutes) => change({ minutes })}
          />
          <Setting name={texts.per} />
          <Choice
            label={texts.per}
            options={(['task', 'project'] as const).map((value) => ({ value, label: texts.pers[value] }))}
            value={rounding.per}
            onChange={(per) => change({ per })}
          />
        </>
      )}
    </Box>
  );
}
