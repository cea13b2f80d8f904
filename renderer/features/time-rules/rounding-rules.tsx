import type { TimeRulesView } from '../../../shared/contract/index.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { Box, ChoiceRow } from '../../ui/setting-row.tsx';
import { TypedField } from '../../ui/typed-field.tsx';

type Rounding = TimeRulesView['rounding'];

const MODES = ['none', 'nearest', 'up', 'down'] as const;
const STEPS = [5, 6, 10, 15, 30];

export function RoundingRules() {
  const rounding = useAppState((state) => state.timeRules.rounding);
  const { rounding: texts } = timeRulesPageMessages;
  const change = (part: Partial<Rounding>) => void send('time-rules.change', { rounding: { ...rounding, ...part } });
  return (
    <Box title={texts.title}>
      <ChoiceRow
        name={texts.mode}
        description={texts.description}
        values={MODES}
        text={(mode) => texts.modes[mode]}
        value={rounding.mode}
        onChange={(mode) => change({ mode })}
      />
      {rounding.mode !== 'none' && (
        <>
          <ChoiceRow
            name={texts.minutes}
            values={STEPS}
            text={(minutes) => texts.step({ minutes })}
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
          <ChoiceRow
            name={texts.per}
            values={['task', 'project'] as const}
            text={(per) => texts.pers[per]}
            value={rounding.per}
            onChange={(per) => change({ per })}
          />
        </>
      )}
    </Box>
  );
}
