import { useEffect, useId } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { clockOfTime } from '../../../shared/i18n/format-clock.ts';
import { daysWords } from '../../../shared/i18n/weekdays.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { tell, useTold } from '../../app/state/store.ts';
import { Several } from '../../ui/checkbox-group.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { readHours } from './hours.ts';
import { HoursFields } from './hours-fields.tsx';
import { FIRST_DAY, weekDays } from './weekday-choices.ts';

const change = (part: Partial<Settings>) => void tell('settings.change', part);

/** The choices of a number; one that was set elsewhere is among them. */
const numbers = (usual: number[], now: number, label: (value: number) => string) =>
  [...new Set([...usual, now])].sort((one, other) => one - other).map((value) => ({ value, label: label(value) }));

/** What a timer asks, and when. */
export function Timer() {
  const { askIdle, idleMinutes, stillWorkingHours, remindToTrack } = useTold((state) => state.settings);
  const canReadIdle = useTold((state) => state.app.canReadIdle);
  useEffect(() => void tell('system.find-idle', {}), []);
  const [idleId, remindId] = [useId(), useId()];
  const { on, days, from, to } = remindToTrack;
  const remind = (part: Partial<Settings['remindToTrack']>) => change({ remindToTrack: { ...remindToTrack, ...part } });
  return (
    <>
      <Box title={words.settings.awayTitle}>
        <Setting name={words.settings.askIdle} nameId={idleId} says={words.settings.askIdleSays}>
          <Switch on={askIdle} labelledBy={idleId} onChange={(askIdle) => change({ askIdle })} />
        </Setting>
        {askIdle && !canReadIdle && <p className="box-says">{words.settings.cannotReadIdle}</p>}
        {askIdle && canReadIdle && (
          <>
            <Setting name={words.settings.idleAfter} />
            <Choice
              label={words.settings.idleAfter}
              options={numbers([5, 10, 15, 30], idleMinutes, words.settings.idleMinutes)}
              value={idleMinutes}
              onChange={(idleMinutes) => change({ idleMinutes })}
            />
          </>
        )}
      </Box>
      <Box title={words.settings.stillTitle}>
        <Setting name={words.settings.stillWorking} says={words.settings.stillSays} />
        <Choice
          label={words.settings.stillWorking}
          options={numbers([0, 2, 4, 6, 8], stillWorkingHours, words.settings.stillHours)}
          value={stillWorkingHours}
          onChange={(stillWorkingHours) => change({ stillWorkingHours })}
        />
      </Box>
      <Box title={words.settings.remindTitle}>
        <Setting
          name={words.settings.remind}
          nameId={remindId}
          says={words.settings.remindSays(daysWords(days, FIRST_DAY), clockOfTime(from), clockOfTime(to))}
        >
          <Switch on={on} labelledBy={remindId} onChange={(on) => remind({ on })} />
        </Setting>
        {on && (
          <>
            <Several
              label={words.settings.remindOn}
              options={weekDays()}
              chosen={days}
              onChange={(days) => remind({ days: [...days].sort() })}
            />
            <HoursFields
              key={`${from} ${to}`}
              from={from}
              to={to}
              read={readHours}
              wrong={words.settings.remindWrong}
              onChange={remind}
            />
          </>
        )}
      </Box>
    </>
  );
}
