/** All that the sources of suggestions read, as it is stored, day by day and source by source. */
import { useState } from 'react';
import { isSameTask } from '../../../shared/accounts.ts';
import type { EvidenceView } from '../../../shared/contract/proposals.ts';
import { clock, longDay } from '../../../shared/i18n/format-dates.ts';
import { sourcesPageMessages } from '../../../shared/i18n/generated/sources-page.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { dayAfter, dayBounds } from '../../../shared/time/day.ts';
import { useAppState } from '../../state/main-process.ts';
import { useRead } from '../../state/use-read.ts';
import { IconButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { BackIcon, RightIcon } from '../../ui/icons.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Setting } from '../../ui/setting-row.tsx';
import { Action, ReadSection } from '../../widgets/read-section.tsx';
import { PortionedList } from './portioned-list.tsx';

/** A row, and what was read of a day below it on request. */
export function Evidence() {
  const { sources, kept, evidence } = sourcesPageMessages;
  const { before, after } = timePageMessages;
  const today = useAppState((state) => state.time.day);
  const [day, setDay] = useState<string | null>(null);
  const read = useRead('proposals.evidence', day === null ? null : { day });
  if (day === null)
    return <Action name={kept.all} description={kept.allHint} buttonLabel={kept.show} onDo={() => setDay(today)} />;
  const turn = (days: number) => () => setDay(dayAfter(day, days));
  return (
    <>
      <Setting
        name={<span aria-live="polite">{longDay(dayBounds(day).from, new Date())}</span>}
        description={evidence.title}
      >
        <IconButton autoFocus icon={BackIcon} label={before.day} onClick={turn(-1)} />
        <IconButton icon={RightIcon} label={after.day} disabled={day >= today} onClick={turn(1)} />
      </Setting>
      <div className={settingRowStyles.block}>
        <ReadSection of={read}>
          {(pieces) =>
            pieces.length === 0 ? (
              <Empty title={evidence.none} description={evidence.noneHint} />
            ) : (
              [...Map.groupBy(pieces, ({ source }) => source)].map(([source, items]) => (
                <section key={source}>
                  <h3 className={settingRowStyles.boxTitle}>{sources[source].name}</h3>
                  <PortionedList label={sources[source].name} items={items}>
                    {({ evidence }) => <Piece of={evidence} />}
                  </PortionedList>
                </section>
              ))
            )
          }
        </ReadSection>
      </div>
    </>
  );
}

function Piece({ of: { kind, from, to, ...fields } }: { of: EvidenceView['evidence'] }) {
  const texts = sourcesPageMessages.evidence;
  const task = useAppState(({ tasks }) =>
    'taskId' in fields ? tasks.tasks.find((one) => isSameTask(one, fields)) : undefined,
  );
  const {
    title,
    message,
    file,
    taskId,
    accountId: _,
    ...others
  }: Partial<Record<string, string | string[] | boolean | number>> = fields;
  const values: Partial<Record<string, Partial<Record<string, string>>>> = texts.values;
  const details = Object.entries(others)
    .flatMap(([field, value = '']) => values[field]?.[String(value)] ?? value)
    .filter((one, at, all) => typeof one === 'string' && one !== '' && all.indexOf(one) === at);
  const text = title || message || file || task?.title || taskId;
  return (
    <Setting
      name={<bdi className="selectable">{text || details.shift()}</bdi>}
      description={[texts.kinds[kind], ...details].join(' · ')}
    >
      <time className="small tabular-numbers muted">
        {clock(from) === clock(to) ? clock(from) : `${clock(from)}–${clock(to)}`}
      </time>
    </Setting>
  );
}
