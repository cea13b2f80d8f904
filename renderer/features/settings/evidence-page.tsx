/** All that the sources of suggestions read, as it is stored, day by day. */
import { useState } from 'react';
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
import { Lines } from './lines.tsx';

export default function EvidencePage() {
  const { title, none, noneHint } = sourcesPageMessages.evidence;
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
            <Lines label={title} items={pieces}>
              {({ evidence }) => <Piece of={evidence} />}
            </Lines>
          )
        }
      </ReadSection>
    </Page>
  );
}

function Piece({ of: { kind, from, to, ...fields } }: { of: EvidenceView['evidence'] }) {
  const texts = sourcesPageMessages.evidence;
  const tasks = useAppState((state) => state.tasks.tasks);
  const { title, message, file, taskId, ...others }: Partial<Record<string, string | string[] | boolean>> = fields;
  const values: Partial<Record<string, Partial<Record<string, string>>>> = texts.values;
  const details = Object.entries(others)
    .flatMap(([field, value = '']) => values[field]?.[String(value)] ?? value)
    .filter((one, at, all) => typeof one === 'string' && one !== '' && all.indexOf(one) === at);
  const text = title || message || file || (taskId && (tasks.find(({ id }) => id === taskId)?.title ?? taskId));
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
