import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Payload } from '../../../shared/contract/index.ts';
import type { SavedReport as Saved } from '../../../shared/contract/report.ts';
import type { WeekReview } from '../../../shared/contract/timesheet.ts';
import { clock, hoursMinutes, money, shortDay } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { localDay, total } from '../../../shared/time/day.ts';
import type { Report } from '../../../shared/time/report.ts';
import { send, sendAbout, usePublished } from '../../state/main-process.ts';
import { openPage, showTab } from '../../state/navigation.ts';
import { showToast } from '../../state/notices.ts';
import { savedFileText } from '../../state/saved-file.ts';
import { showDay } from '../../state/shown-time.ts';
import { useRead } from '../../state/use-read.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CheckIcon, Icon, PrintIcon } from '../../ui/icons.tsx';
import { Spinner, useDelayed } from '../../ui/loading.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { useControlKeys } from '../../ui/use-window-keys.ts';
import { useBusy } from '../../widgets/read-section.tsx';
import styles from './report-page.module.css';

export type Format = Payload<'report.save'>['format'];

interface Props {
  /** null until its time is read. */
  report: Report | null;
  choice: Payload<'report.print'>;
  format: Format;
}

/** The report's sums, and buttons to save, print and copy it. */
export function ReportActions({ report, choice, format }: Props) {
  const { actions } = reportPageMessages;
  const asked = JSON.stringify({ ...choice, format });
  const [saved, setSaved] = useState<(Saved & { asked: string }) | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [isSaving, save] = useBusy(async () => {
    const written = await sendAbout('report.save', { ...choice, format });
    if (written) setSaved({ ...written, asked });
  });
  const [isPrinting, print] = useBusy(async () => {
    if (await sendAbout('report.print', choice)) showToast(actions.printed);
  });
  const shown = saved?.asked === asked ? saved : null;
  const latest = useRead('report.version', shown && choice);
  /** Nothing has changed that the file does not have. */
  const isCurrent = shown !== null && latest.error === null && (latest.value ?? shown.version) === shown.version;
  const review = useRead('timesheet.review', choice);
  const isSlow = useDelayed(isSaving);
  const isBusy = isSaving || isPrinting;
  const isEmpty = report === null || report.entries === 0;
  const isReady = !isEmpty && !isBusy;
  /** What a key asked for, until the report of the days that were just typed is there. */
  const [wanted, setWanted] = useState<'save' | 'print' | null>(null);
  useControlKeys({ s: () => setWanted('save'), p: () => setWanted('print') });
  useEffect(() => {
    if (wanted === null || report === null) return;
    setWanted(null);
    if (isReady) void (wanted === 'save' ? save : print)();
  });
  const copy = (as: Payload<'report.copy'>['format']) => () =>
    void send('report.copy', { ...choice, format: as }, actions.copied);
  return (
    <footer className={styles.foot}>
      {!isEmpty && review.value && <Warnings review={review.value} />}
      <p role="status">{report !== null && summary(report)}</p>
      {shown !== null && (
        <SavedReport
          path={shown.path}
          onDone={() => {
            flushSync(() => setSaved(null));
            saveButton.current?.focus();
          }}
        />
      )}
      {isCurrent ? (
        <FileActions />
      ) : (
        <div className={styles.actions}>
          <Button ref={saveButton} kind="primary" disabled={!isReady} aria-busy={isSaving} onClick={() => void save()}>
            {isSlow && <Spinner />}
            {actions.save({ format: format.toUpperCase() })}
          </Button>
          <Button disabled={!isReady} aria-busy={isPrinting} onClick={() => void print()}>
            <Icon of={PrintIcon} />
            {actions.print}
          </Button>
          {!isEmpty && (
            <MenuButton
              label={actions.copy}
              entries={() => [
                { label: actions.copyMarkdown, onChoose: copy('markdown') },
                { label: actions.copyText, onChoose: copy('text') },
              ]}
            >
              {actions.copy}
            </MenuButton>
          )}
        </div>
      )}
    </footer>
  );
}

/** "17:15, €1,466.25 · 9 entries on 4 days". */
function summary({ ms, sums, entries, days, billableMs }: Report): string {
  const { actions } = reportPageMessages;
  if (entries === 0) return actions.nothing;
  const isSplit = billableMs > 0 && billableMs < ms;
  return [
    [hoursMinutes(ms), ...sums.map(money)].join(', '),
    ...(isSplit ? [actions.billable({ hours: hoursMinutes(billableMs) })] : []),
    actions.entries({ entries, days: days.filter((day) => day.ms > 0).length }),
  ].join(' · ');
}

/** Where the report was just saved. */
function SavedReport({ path, onDone }: { path: string; onDone: () => void }) {
  const where = savedFileText(path);
  return (
    <p className={styles.saved} role="status">
      <Icon of={CheckIcon} />
      <bdi className="truncate grow" title={where}>
        {where}
      </bdi>
      <LinkButton onClick={onDone}>{reportPageMessages.actions.done}</LinkButton>
    </p>
  );
}

/** What a person does next with a report that was just saved. */
function FileActions() {
  const { actions } = reportPageMessages;
  const email = async () => {
    const isHandedOver = await sendAbout('report.email-file', {});
    if (isHandedOver !== undefined) showToast(isHandedOver ? actions.emailed : actions.emailedWithout);
  };
  return (
    <div className={styles.actions}>
      {/* It takes the place of Save, which had the focus. */}
      <Button kind="primary" autoFocus onClick={() => void email()}>
        {actions.email}
      </Button>
      <Button onClick={() => void send('report.show-file', {})}>{actions.showInFolder}</Button>
      <Button onClick={() => void send('report.copy-file', {}, actions.copied)}>{actions.copyFile}</Button>
    </div>
  );
}

/** What is doubtful about the reported time. It warns, and never blocks. */
function Warnings({ review }: { review: WeekReview }) {
  const { warnings } = reportPageMessages;
  const [first] = review.overlaps;
  const fix = (at: number) => {
    const day = localDay(at);
    showTab('time');
    showDay(day === usePublished.getState().state?.time.day ? null : day);
  };
  return (
    <>
      {first !== undefined && (
        <p className={styles.warning}>
          {warnings.twice({
            duration: formatDuration(total(review.overlaps)),
            when: `${shortDay(first.from)}, ${timePageMessages.span({ from: clock(first.from), to: clock(first.to) })}`,
            more: review.overlaps.length - 1,
          })}
          <LinkButton onClick={() => fix(first.from)}>{warnings.fix}</LinkButton>
        </p>
      )}
      {review.unsent.length > 0 && (
        <p className={styles.warning}>
          {warnings.unsent({ count: review.unsent.length })}
          <LinkButton onClick={() => openPage({ name: 'outbox' })}>{warnings.show}</LinkButton>
        </p>
      )}
    </>
  );
}
