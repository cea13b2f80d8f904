/** The days of the week to choose from, in the order of the place where the person is. */
import { weekStart } from '../../electron/time/week-start.ts';
import { words } from '../words/index.ts';
import { weekOrder } from './days-words.ts';

export const FIRST_DAY = weekStart(navigator.language);

export const weekDays = () =>
  weekOrder(FIRST_DAY).map((value) => ({
    value,
    label: words.settings.remindDays.short[value] ?? '',
    long: words.settings.remindDays.weekdays[value] ?? '',
  }));
