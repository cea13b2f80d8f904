/** All that the sources of suggestions read, as it is stored, day by day and source by source. */
import { useState } from 'react';
import { isSameTask } from '../../../shared/accounts.ts';
import type { EvidenceView } from '../../../shared/contract/proposals.ts';
import { clock, longDay } from '../../../shared/i18n/format-dates.ts';
import { sourcesPageMessages } from '../../../shared/i18n/generated/sources-page.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { dayAfter, dayBounds } from '../../../shared/time/day.ts';
import { useAppState } from '../../state/main-process.ts';
import { closePage } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { IconButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/header.tsx';
import { BackIcon, RightIcon } from '../../ui/icons.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Setting } from '../../ui/setting-row.tsx';
import { ReadSection } from '../../widgets/read-section.tsx';
import { PortionedList } from './portioned-list.tsx';

export default function EvidencePage() {
  const { sources, evidence } = sourcesPageMessages;
  const { title, none, noneHint } = evidence;
  const { before, after } = timePageMessages;
  const today = useAppState((state) => state.time.day);
  const [day, setDay] = useState(today);
  const read = useRead('proposals.evidence', { day });
  const turn = (days: number) => () => setDay(dayAfter(day, days));
  const arrows = (
    <>
      <IconButton icon={BackIcon} label={before.day} onClick={turn(-1)} />
      <IconButton icon={RightIcon} label={after.day} disabled={day >= today} onClick={turn(1)} />
    </>
  );
  return (
    <Page title={title} onBack={closePage} actions={arrows}>
      <h2 className={settingRowStyles.boxTitle} aria-live="polite">
        {longDay(dayBounds(day).from, new Date())}
      </h2>
      <ReadSection of={read}>
        {(pieces) =>
          pieces.length === 0 ? (
            <Empty title={none} description={noneHint} />
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
    </Page>
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
