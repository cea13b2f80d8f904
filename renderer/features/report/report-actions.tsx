import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Payload } from '../../../shared/contract/index.ts';
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
import { shareUnchanged } from '../../state/share-unchanged.ts';
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
  const [saved, setSaved] = useState<{ path: string; report: Report; format: Format } | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [isSaving, save] = useBusy(async () => {
    const written = await sendAbout('report.save', { ...choice, format });
    if (written) setSaved({ ...written, format });
  });
  const [isPrinting, print] = useBusy(async () => {
    if (await sendAbout('report.print', choice)) showToast(actions.printed);
  });
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
      {/* Until something changes that the file does not have. */}
      {saved?.format === format && shareUnchanged(report, saved.report) === report ? (
        <SavedReport
          path={saved.path}
          onDone={() => {
            flushSync(() => setSaved(null));
            saveButton.current?.focus();
          }}
        />
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

/** A report that was just saved, and what a person does with it next. */
function SavedReport({ path, onDone }: { path: string; onDone: () => void }) {
  const { actions } = reportPageMessages;
  const where = savedFileText(path);
  const email = async () => {
    const isHandedOver = await sendAbout('report.email-file', {});
    if (isHandedOver !== undefined) showToast(isHandedOver ? actions.emailed : actions.emailedWithout);
  };
  return (
    <>
      <p className={styles.saved} role="status">
        <Icon of={CheckIcon} />
        <bdi className="truncate grow" title={where}>
          {where}
        </bdi>
        <LinkButton onClick={onDone}>{actions.done}</LinkButton>
      </p>
      <div className={styles.actions}>
        {/* It takes the place of Save, which had the focus. */}
        <Button kind="primary" autoFocus onClick={() => void email()}>
          {actions.email}
        </Button>
        <Button onClick={() => void send('report.show-file', {})}>{actions.showInFolder}</Button>
        <Button onClick={() => void send('report.copy-file', {}, actions.copied)}>{actions.copyFile}</Button>
      </div>
    </>
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
