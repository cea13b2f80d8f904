import { useId } from 'react';
import type { Settings } from '../../electron/bridge/contract.ts';
import { tell, useTold } from '../store.ts';
import { Choice } from '../ui/choice.tsx';
import { Several } from '../ui/several.tsx';
import { Switch } from '../ui/switch.tsx';
import { clockOfTime } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { daysWords } from './days-words.ts';
import { readHours } from './hours.ts';
import { HoursFields } from './hours-fields.tsx';
import { Box, Setting } from './parts.tsx';
import { FIRST_DAY, WEEK_DAYS } from './week-days.ts';

const text = words.settings;

const change = (part: Partial<Settings>) => void tell('settings.change', part);

/** The choices of a number; one that was set elsewhere is among them. */
const numbers = (usual: number[], now: number, label: (value: number) => string) =>
  [...new Set([...usual, now])].sort((one, other) => one - other).map((value) => ({ value, label: label(value) }));

/** What a timer asks, and when. */
export function Timer() {
  const { askIdle, idleMinutes, stillWorkingHours, remindToTrack } = useTold((state) => state.settings);
  const canReadIdle = useTold((state) => state.app.canReadIdle);
  const [idleId, remindId] = [useId(), useId()];
  const { on, days, from, to } = remindToTrack;
  const remind = (part: Partial<Settings['remindToTrack']>) => change({ remindToTrack: { ...remindToTrack, ...part } });
  return (
    <>
      <Box title={text.awayTitle}>
        <Setting name={text.askIdle} nameId={idleId} says={text.askIdleSays}>
          <Switch on={askIdle} labelledBy={idleId} onChange={(askIdle) => change({ askIdle })} />
        </Setting>
        {askIdle && !canReadIdle && <p className="box-says">{text.cannotReadIdle}</p>}
        {askIdle && canReadIdle && (
          <>
            <Setting name={text.idleAfter} />
            <Choice
              label={text.idleAfter}
              options={numbers([5, 10, 15, 30], idleMinutes, text.idleMinutes)}
              value={idleMinutes}
              onChange={(idleMinutes) => change({ idleMinutes })}
            />
          </>
        )}
      </Box>
      <Box title={text.stillTitle}>
        <Setting name={text.stillWorking} says={text.stillSays} />
        <Choice
          label={text.stillWorking}
          options={numbers([0, 2, 4, 6, 8], stillWorkingHours, text.stillHours)}
          value={stillWorkingHours}
          onChange={(stillWorkingHours) => change({ stillWorkingHours })}
        />
      </Box>
      <Box title={text.remindTitle}>
        <Setting
          name={text.remind}
          nameId={remindId}
          says={text.remindSays(daysWords(days, FIRST_DAY), clockOfTime(from), clockOfTime(to))}
        >
          <Switch on={on} labelledBy={remindId} onChange={(on) => remind({ on })} />
        </Setting>
        {on && (
          <>
            <Several
              label={text.remindOn}
              options={WEEK_DAYS}
              chosen={days}
              onChange={(days) => remind({ days: [...days].sort() })}
            />
            <HoursFields
              key={`${from} ${to}`}
              from={from}
              to={to}
              read={readHours}
              wrong={text.remindWrong}
              onChange={remind}
            />
          </>
        )}
      </Box>
    </>
  );
}
