import { useState } from 'react';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { typedDuration } from '../../../shared/time/typed-duration.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { useRead } from '../../state/use-read.ts';
import { Box, Fact, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { DateInput } from '../../ui/text-input.tsx';
import { TypedField } from '../../ui/typed-field.tsx';

const MOST_MINUTES = 600_000;
const MIN_DAY = '1970-01-01';
const MAX_DAY = '2199-12-31';

const signed = (minutes: number): string => `${minutes < 0 ? '−' : ''}${hoursMinutes(Math.abs(minutes) * MINUTE_MS)}`;

/** The overtime account: from which day it counts, with which balance, and what it is today. */
export function Overtime() {
  const today = useAppState((state) => state.time.day);
  const { overtime, targets } = useAppState((state) => state.timeRules);
  const { overtime: texts } = timeRulesPageMessages;
  const change = (part: Partial<typeof overtime>) =>
    void send('time-rules.change', { overtime: { ...overtime, ...part } });
  const isOn = overtime.from !== null;
  const balance = useRead('timesheet.overtime', isOn && targets.on ? { to: today } : null).value;
  return (
    <Box title={texts.title}>
      <SwitchRow
        name={texts.on}
        description={targets.on ? texts.description : texts.needsTargets}
        on={isOn}
        disabledReason={targets.on || isOn ? undefined : texts.needsTargets}
        onChange={(on) => change({ from: on ? today : null })}
      />
      {overtime.from !== null && (
        <>
          <Setting name={texts.from}>
            <FirstDay label={texts.from} value={overtime.from} onChange={(from) => change({ from })} />
          </Setting>
          <TypedField
            label={texts.opening}
            description={texts.openingDescription}
            text={signed(overtime.openingMinutes)}
            read={(text) => {
              const typed = typedDuration(text.trim() === '' ? '0:00' : text);
              if ('wrong' in typed) return { wrong: texts.wrong };
              const minutes = typed.ms / MINUTE_MS;
              return Math.abs(minutes) <= MOST_MINUTES ? { value: minutes } : { wrong: texts.wrong };
            }}
            onChange={(openingMinutes) => change({ openingMinutes })}
          />
          {balance !== null && (
            <Fact name={texts.balance} value={`${balance > 0 ? '+' : ''}${signed(Math.trunc(balance / MINUTE_MS))}`} />
          )}
        </>
      )}
    </Box>
  );
}

function FirstDay({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <DateInput
      label={label}
      required
      value={typed ?? value}
      onChange={(day) => {
        setTyped(day);
        // An empty field, or the year 202, is a date still being typed.
        if (day >= MIN_DAY && day <= MAX_DAY) onChange(day);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
