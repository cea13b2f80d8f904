import { reportPageMessages } from '../../../../shared/i18n/generated/report-page.ts';
import type { Period } from '../../../../shared/time/period.ts';
import { sendAbout } from '../../../state/main-process.ts';
import { openPage } from '../../../state/navigation.ts';
import { showToast } from '../../../state/notices.ts';
import { useControlKeys } from '../../../ui/use-control-keys.ts';

/** The report of the period, in all its formats. */
export const openReport = ({ from, to }: Period): void => openPage({ name: 'report', from, to, projectKey: null });

async function print({ from, to }: Period): Promise<void> {
  if (await sendAbout('report.print', { from, to, projectKey: null })) showToast(reportPageMessages.actions.printed);
}

/** Ctrl E opens the report of the period, Ctrl P prints it if it has time. */
export function useReportKeys(period: Period, hasTime: boolean): void {
  useControlKeys({ e: () => openReport(period), p: hasTime ? () => void print(period) : undefined });
}
