import { useState } from 'react';
import type { CalendarFeedView, CalendarsView } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { send, sendAbout } from '../../state/main-process.ts';
import { runWrite } from '../../state/run-write.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { tintOfColor } from '../../ui/label.tsx';
import chipStyles from '../../ui/label-chip.module.css';
import { LabelChip } from '../../ui/label-chip.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box } from '../../ui/setting-row.tsx';
import { Form } from '../../widgets/form.tsx';
import { ReadSection, useBlockedReason, useBusy } from '../../widgets/read-section.tsx';
import { Unreadable } from '../../widgets/unreadable.tsx';
import styles from './calendars.module.css';

/** Calendar feeds. Their addresses are secrets and never shown. */
export function Calendar({ project }: { project: NamedProjectRef }) {
  const { projectId, accountId } = project;
  const { calendar: texts } = projectPageMessages;
  const read = useRead('calendar.read', { projectId, accountId });
  const disabledReason = useBlockedReason(accountId, 'project:share');
  return (
    <ReadSection of={read}>
      {(view) => (
        <>
          <Unreadable of="calendar" />
          {view.feeds.length === 0 ? (
            <Empty compact title={texts.none} description={texts.noneHint} />
          ) : (
            <Box title={texts.title}>
              <ul>
                {view.feeds.map((feed) => (
                  <Feed key={feed.id} feed={feed} view={view} project={project} disabledReason={disabledReason} />
                ))}
              </ul>
              <p className={settingRowStyles.description}>{view.hasAddress ? texts.secret : texts.noAddress}</p>
            </Box>
          )}
          <AddCalendar view={view} project={project} disabledReason={disabledReason} />
        </>
      )}
    </ReadSection>
  );
}

interface FeedProps {
  feed: CalendarFeedView;
  view: CalendarsView;
  project: NamedProjectRef;
  disabledReason: string | undefined;
}

function Feed({ feed, view, project, disabledReason }: FeedProps) {
  const { calendar: texts } = projectPageMessages;
  const [asking, setAsking] = useState(false);
  const [dates, setDates] = useState<number | null>(null);
  const { projectId, accountId } = project;
  const what = feed.labels.map(({ name }) => name).join(', ') || texts.all;
  const which = { projectId, accountId, feedId: feed.id };
  const [checking, check] = useBusy(async () => setDates((await sendAbout('calendar.count', which)) ?? null));
  const copy = () => void send('calendar.copy', which, texts.copied);
  const [removing, remove] = useBusy(() => runWrite('calendar.remove', { ...project, feedId: feed.id }, texts.removed));
  return (
    <li className={classNames(styles.feed, settingRowStyles.ruled)}>
      <div className={styles.chips}>
        {feed.labels.length === 0 ? (
          <span>{texts.all}</span>
        ) : (
          feed.labels.map((label) => <LabelChip key={label.name} label={label} />)
        )}
        <span className={styles.zone}>{texts.zone({ zone: feed.timeZone })}</span>
      </div>
      <p className={classNames('truncate', styles.address)} title={feed.maskedUrl}>
        {feed.maskedUrl}
      </p>
      <div className={classNames(formSectionStyles.sectionActions, formSectionStyles.flush)}>
        {dates !== null && (
          <span className="meta faint grow" role="status">
            {texts.dates({ count: dates })}
          </span>
        )}
        <Button
          small
          kind="quiet"
          disabled={removing || asking || disabledReason !== undefined}
          onClick={() => setAsking(true)}
        >
          {texts.remove}
        </Button>
        <Button small disabled={checking} aria-label={`${texts.check}: ${what}`} onClick={() => void check()}>
          {texts.check}
        </Button>
        <Button small disabled={!view.hasAddress} aria-label={`${texts.copy}: ${what}`} onClick={copy}>
          {texts.copy}
        </Button>
      </div>
      {asking && (
        <Confirm
          question={texts.removeAsk}
          yes={texts.remove}
          onYes={() => {
            setAsking(false);
            void remove();
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function AddCalendar({ view, project, disabledReason }: Omit<FeedProps, 'feed'>) {
  const { calendar: texts } = projectPageMessages;
  const [chosen, setChosen] = useState<string[]>([]);
  const [timeZone, setTimeZone] = useState(view.timeZone);
  const isWrong = !isTimeZone(timeZone.trim());
  const add = async () => {
    if (await runWrite('calendar.add', { ...project, labelIds: chosen, timeZone: timeZone.trim() }, texts.added))
      setChosen([]);
  };
  return (
    <Box title={texts.add}>
      <Form submit={texts.addDo} isReady={!isWrong} disabledReason={disabledReason} onSubmit={add}>
        <fieldset className={formSectionStyles.fields} disabled={disabledReason !== undefined}>
          <legend className={styles.legend}>{texts.labels}</legend>
          <div className={styles.choices}>
            {view.labels.map(({ id, name, color }) => (
              <label key={id} className={classNames(chipStyles.chip, styles.chip)} data-tint={tintOfColor(color)}>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={(event) =>
                    setChosen(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                  }
                />
                <bdi className="truncate">{name}</bdi>
              </label>
            ))}
          </div>
          <p className="meta faint">{view.labels.length === 0 ? texts.noLabels : texts.labelsHint}</p>
          <Field
            label={texts.timeZone}
            hint={texts.timeZoneHint}
            error={isWrong ? texts.timeZoneWrong : null}
            maxLength={LENGTHS.timeZone}
            value={timeZone}
            onChange={setTimeZone}
          />
        </fieldset>
      </Form>
    </Box>
  );
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
