import { useState } from 'react';
import type { RunningElsewhere } from '../../electron/bridge/contract.ts';
import { tell, useTold } from '../store.ts';
import { timeBetween } from '../timer/exact-time.ts';
import { TimeForm } from '../timer/time-form.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { MINUTE, useNow } from '../ui/use-now.ts';
import { clock, clockOrDay } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { oneLine } from '../words/text.ts';

const text = words.elsewhere;

/** A timer of the person's that runs at the service and not here. Nothing is wrong: it is asked calmly. */
export function Elsewhere({ one, more }: { one: RunningElsewhere; more: number }) {
  const { serverId, task, startTime } = one;
  const [ending, setEnding] = useState(false);
  const running = useTold((state) => state.time.running);
  const now = useNow(MINUTE);
  const start = Date.parse(startTime);
  return (
    <ProblemBox
      calm
      problem={{
        kind: 'invalid',
        title: text.title(task.identifier, clockOrDay(startTime, now)),
        what: oneLine(task.title, 200),
        todo: '',
      }}
      {...(running && { kept: text.takeOverStops(running.task.identifier) })}
    >
      {ending ? (
        <TimeForm
          label={text.endedAtLabel}
          initial={clock(now)}
          action={text.set}
          read={(typed, at) => timeBetween(typed, start, at.getTime())}
          outside={text.outside}
          says={(at) => words.time.duration(at - start)}
          onSet={(at) => void tell('elsewhere.complete', { serverId, endTime: new Date(at).toISOString() })}
          onCancel={() => setEnding(false)}
        />
      ) : (
        <>
          <Button small kind="secondary" onClick={() => void tell('elsewhere.adopt', { serverId })}>
            {text.takeOver}
          </Button>
          <Button small onClick={() => setEnding(true)}>
            {text.endedAt}
          </Button>
          <Button small kind="quiet" onClick={() => void tell('elsewhere.leave', { serverId })}>
            {text.leave}
          </Button>
          {more > 0 && <p className="q-elsewhere-more">{text.more(more)}</p>}
        </>
      )}
    </ProblemBox>
  );
}
