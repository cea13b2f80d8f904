/** The days of the week to choose from, in the order of the place where the person is. */
import { weekStart } from '../../electron/time/week-start.ts';
import { words } from '../words/en.ts';
import { weekOrder } from './days-words.ts';

export const FIRST_DAY = weekStart(navigator.language);

export const WEEK_DAYS = weekOrder(FIRST_DAY).map((value) => {
  const long = words.settings.remindDays.weekdays[value] ?? '';
  return { value, label: long.slice(0, 3), long };
});
