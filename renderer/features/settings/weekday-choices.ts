/** The days of the week to choose from, in the order of the place where the person is. */
import { weekStart } from '../../../shared/dates/week-start.ts';
import { weekOrder } from '../../../shared/i18n/weekdays.ts';
import { messages } from '../../../shared/i18n/window-messages.ts';

export const FIRST_DAY = weekStart(navigator.language);

export const weekDays = () =>
  weekOrder(FIRST_DAY).map((value) => ({
    value,
    label: messages.settings.remindDays.short[value] ?? '',
    long: messages.settings.remindDays.weekdays[value] ?? '',
  }));
