import { useState } from 'react';
import type { RemoteTimerView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { localDay } from '../../../shared/time/day.ts';
import { shownDuration } from '../../../shared/time/shown-times.ts';
import { timeBetween } from '../../../shared/time/typed-time.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './remote-timer.module.css';
import { TimeForm } from './timer/time-form.tsx';

/** Asks what to do with a timer that was started on another device. Not an error. */
export function RemoteTimer({ timer, more }: { timer: RemoteTimerView; more: number }) {
  const { serverId, task, startTime } = timer;
  const which = { serverId, ...(task.accountId !== undefined && { accountId: task.accountId }) };
  const [ending, setEnding] = useState(false);
  const running = useAppState((state) => state.time.running);
  const now = useNow(MINUTE_MS);
  const start = Date.parse(startTime);
  return (
    <ErrorBox
      calm
      error={{
        kind: 'invalid',
        title: timePageMessages.elsewhere.title({ identifier: task.identifier, since: clockOrDay(startTime, now) }),
        explanation: task.title || messages.tasks.untitled,
        nextStep: '',
      }}
      whatWasKept={running && timePageMessages.elsewhere.takeOverStops({ identifier: running.task.identifier })}
    >
      {ending ? (
        <TimeForm
          label={timePageMessages.elsewhere.endedAtLabel}
          initial={clock(now)}
          action={timePageMessages.elsewhere.set}
          read={(typed, at, day) => timeBetween(typed, start, at.getTime(), day)}
          since={localDay(start)}
          outside={timePageMessages.elsewhere.outside}
          description={(at) => formatDuration(shownDuration(start, at))}
          onSet={(at) => void send('remote-timer.complete', { ...which, endTime: new Date(at).toISOString() })}
          onCancel={() => setEnding(false)}
        />
      ) : (
        <>
          <Button small kind="secondary" onClick={() => void send('remote-timer.adopt', which)}>
            {timePageMessages.elsewhere.takeOver}
          </Button>
          <Button small onClick={() => setEnding(true)}>
            {timePageMessages.elsewhere.endedAt}
          </Button>
          <Button small kind="quiet" onClick={() => void send('remote-timer.leave', which)}>
            {timePageMessages.elsewhere.leave}
          </Button>
          {more > 0 && <p className={styles.more}>{timePageMessages.elsewhere.more({ count: more })}</p>}
        </>
      )}
    </ErrorBox>
  );
}
