/** The file name of a report: that of the last one, where its dates or its week become those of the period. Pure. */
import type { Day } from '../../../shared/dates/week-start.ts';
import { kindOf, type Period, weekNumber } from '../../../shared/time/period.ts';
import { reportNumber } from './letterhead.ts';

interface Named extends Period {
  /** The period in words, as the report has it. */
  text: string;
  weekStartsOn: Day;
}

/** How a name may say its period, longest first. */
function partsOf({ from, to, text, weekStartsOn }: Named): [placeholder: string, part: string][] {
  const number = reportNumber(from, to, weekStartsOn);
  const isWeek = kindOf({ from, to }, weekStartsOn) === 'week';
  return [
    ['{period}', text],
    ['{from}', from],
    ['{to}', to],
    ...(number === null ? [] : [['{number}', number] satisfies [string, string]]),
    ['{year}', from.slice(0, 4)],
    ...(isWeek ? [['{week}', String(weekNumber(from))] satisfies [string, string]] : []),
  ];
}

/** `name`: without its extension. */
export const patternOf = (name: string, period: Named): string =>
  partsOf(period).reduce(
    // The 47 of "Week 47", and not that of a longer number.
    (pattern, [placeholder, part]) =>
      pattern.replace(placeholder === '{week}' ? new RegExp(`(?<!\\d)0?${part}(?!\\d)`) : part, placeholder),
    name,
  );

/** null if the pattern says a period of another kind, such as a week. */
export function nameFrom(pattern: string, period: Named): string | null {
  const name = partsOf(period).reduce((text, [placeholder, part]) => text.replaceAll(placeholder, part), pattern);
  return /\{(?:number|week)\}/.test(name) ? null : name;
}
