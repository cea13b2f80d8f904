import type { TimeRulesView } from '../../../../shared/contract/index.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { send } from '../../../state/main-process.ts';
import type { MenuEntry } from '../../../ui/menu-pages.tsx';

type Rounding = TimeRulesView['rounding'];

const USUAL: readonly Pick<Rounding, 'mode' | 'minutes'>[] = [
  { mode: 'nearest', minutes: 5 },
  { mode: 'nearest', minutes: 15 },
  { mode: 'nearest', minutes: 30 },
  { mode: 'up', minutes: 15 },
  { mode: 'down', minutes: 15 },
];

/** "15 min, nearest". */
export const roundingText = ({ mode, minutes }: Pick<Rounding, 'mode' | 'minutes'>): string =>
  mode === 'none' ? timesheetPageMessages.roundings.none : timesheetPageMessages.roundings[mode]({ minutes });

export function roundingItems(now: Rounding): MenuEntry[] {
  const off = { mode: 'none', minutes: now.minutes } as const;
  const isNow = ({ mode, minutes }: Pick<Rounding, 'mode' | 'minutes'>): boolean =>
    mode === now.mode && (mode === 'none' || minutes === now.minutes);
  const others = now.mode === 'none' || USUAL.some(isNow) ? [] : [now];
  return [off, ...USUAL, ...others].map((one) => ({
    label: roundingText(one),
    ...(isNow(one) && { result: '✓' }),
    onChoose: () => void send('time-rules.change', { rounding: { ...one, per: now.per } }),
  }));
}
