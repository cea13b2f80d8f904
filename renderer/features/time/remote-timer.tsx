import { useState } from 'react';
import type { RunningElsewhere } from '../../../shared/contract/index.ts';
import { clock, clockOrDay } from '../../../shared/i18n/format-clock.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { localDay } from '../../../shared/time/day.ts';
import { timeBetween } from '../../../shared/time/typed-time.ts';
import { ask, tell, useTold } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { MINUTE, useNow } from '../../ui/use-now.ts';
import { useLongQuestion } from './confirm-long-entry.tsx';
import { TimeForm } from './timer/time-form.tsx';

/** A timer of the person's that runs at the service and not here. Nothing is wrong: it is asked calmly. */
export function Elsewhere({ one, more }: { one: RunningElsewhere; more: number }) {
  const { serverId, task, startTime } = one;
  const [ending, setEnding] = useState(false);
  const running = useTold((state) => state.time.running);
  const now = useNow(MINUTE);
  const start = Date.parse(startTime);
  const { set, question } = useLongQuestion(
    (at, isLongMeant) => ask('elsewhere.complete', { serverId, endTime: new Date(at).toISOString(), isLongMeant }),
    () => undefined,
  );
  return (
    <ProblemBox
      calm
      problem={{
        kind: 'invalid',
        title: words.elsewhere.title(task.identifier, clockOrDay(startTime, now)),
        what: oneLine(task.title, 200),
        todo: '',
      }}
      {...(running && { kept: words.elsewhere.takeOverStops(running.task.identifier) })}
    >
      {ending ? (
        <div className="q-elsewhere-end">
          <TimeForm
            label={words.elsewhere.endedAtLabel}
            initial={clock(now)}
            action={words.elsewhere.set}
            read={(typed, at, day) => timeBetween(typed, start, at.getTime(), day)}
            since={localDay(start)}
            outside={words.elsewhere.outside}
            says={(at) => words.time.duration(at - start)}
            onSet={(at) => void set(at)}
            onCancel={() => setEnding(false)}
          />
          {question}
        </div>
      ) : (
        <>
          <Button small kind="secondary" onClick={() => void tell('elsewhere.adopt', { serverId })}>
            {words.elsewhere.takeOver}
          </Button>
          <Button small onClick={() => setEnding(true)}>
            {words.elsewhere.endedAt}
          </Button>
          <Button small kind="quiet" onClick={() => void tell('elsewhere.leave', { serverId })}>
            {words.elsewhere.leave}
          </Button>
          {more > 0 && <p className="q-elsewhere-more">{words.elsewhere.more(more)}</p>}
        </>
      )}
    </ProblemBox>
  );
}
