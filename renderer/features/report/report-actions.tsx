import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Payload } from '../../../shared/contract/index.ts';
import { hoursMinutes, money } from '../../../shared/i18n/format-dates.ts';
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import type { Report } from '../../../shared/time/report.ts';
import { send, sendAbout } from '../../state/main-process.ts';
import { showToast } from '../../state/notices.ts';
import { useRead } from '../../state/use-read.ts';
import buttonStyles from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { DownIcon, Icon, PrintIcon } from '../../ui/icons.tsx';
import { Spinner, useDelayed } from '../../ui/loading.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useControlKeys } from '../../ui/use-control-keys.ts';
import { useBusy } from '../../widgets/read-section.tsx';
import styles from './report-page.module.css';
import { SavedReport } from './saved-report.tsx';
import { Warnings } from './warnings.tsx';

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
  const [saved, setSaved] = useState<{ path: string; report: Report | null; format: Format } | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [isSaving, save] = useBusy(async () => {
    const path = await sendAbout('report.save', { ...choice, format });
    if (typeof path === 'string') setSaved({ path, report, format });
  });
  const [isPrinting, print] = useBusy(async () => {
    if (await sendAbout('report.print', choice)) showToast(actions.printed);
  });
  const review = useRead('timesheet.review', { from: choice.from, to: choice.to });
  const isSlow = useDelayed(isSaving);
  const isBusy = isSaving || isPrinting;
  const isEmpty = report === null || report.entries === 0;
  const isReady = !isEmpty && !isBusy;
  useControlKeys({ s: isReady ? () => void save() : undefined, p: isReady ? () => void print() : undefined });
  const copy = async (as: Payload<'report.copy'>['format']) => {
    if (await send('report.copy', { ...choice, format: as })) showToast(actions.copied);
  };
  return (
    <footer className={styles.foot}>
      {!isEmpty && review.value && <Warnings review={review.value} />}
      <p role="status">{report !== null && summary(report)}</p>
      {/* Until something changes that the file does not have. */}
      {saved !== null && saved.report === report && saved.format === format ? (
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
            <Menu
              label={actions.copy}
              className={buttonStyles.button ?? ''}
              entries={() => [
                { label: actions.copyMarkdown, onChoose: () => void copy('markdown') },
                { label: actions.copyText, onChoose: () => void copy('text') },
              ]}
            >
              {actions.copy}
              <Icon of={DownIcon} />
            </Menu>
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
