import { useEffect } from 'react';
import { reportPageMessages } from '../../../../shared/i18n/generated/report-page.ts';
import type { Period } from '../../../../shared/time/period.ts';
import { sendAbout } from '../../../state/main-process.ts';
import { openPage } from '../../../state/navigation.ts';
import { showToast } from '../../../state/notices.ts';

/** The report of the period, in all its formats. */
export const openReport = ({ from, to }: Period): void => openPage({ name: 'report', from, to, projectKey: null });

async function print({ from, to }: Period): Promise<void> {
  if (await sendAbout('report.print', { from, to, projectKey: null })) showToast(reportPageMessages.actions.printed);
}

/** Ctrl E opens the report of the period, Ctrl P prints it if it has time. */
export function useReportKeys({ from, to }: Period, hasTime: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey)) return;
      if (event.target instanceof Element && event.target.closest('[role=dialog]')) return;
      const key = event.key.toLowerCase();
      if (key === 'e') openReport({ from, to });
      else if (key === 'p' && hasTime) void print({ from, to });
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [from, to, hasTime]);
}
