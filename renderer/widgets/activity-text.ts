import type { EventView, TaskPageView } from '../../shared/contract/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, longDay } from '../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { dayOf, parseDue } from '../../shared/tasks/due-date.ts';

export const personName = ({ isMine, person }: Pick<EventView, 'isMine' | 'person'>): string =>
  isMine ? taskPageMessages.you : (person ?? taskPageMessages.somebody);

type Sentence = (event: { who: string; from: string | null; to: string | null }) => string;

/** "Ada moved this task from To do to Done". */
export function activityText(event: EventView, { places }: Pick<TaskPageView, 'places'>, now: Date): string {
  const who = personName(event);
  const happened: Record<string, Sentence> = taskPageMessages.happened;
  if (!Object.hasOwn(happened, event.type)) {
    const what = words(event.type);
    return taskPageMessages.happenedElse({ who, what: what || null });
  }
  const value = (text: string | null) => text && valueText(event.type, text, places, now);
  return happened[event.type]?.({ who, from: value(event.from), to: value(event.to) }) ?? '';
}

/** "sprint_closed" becomes "sprint closed". */
const words = (name: string): string => name.replaceAll(/[_.\-\s]+/g, ' ');

function valueText(type: string, text: string, places: TaskPageView['places'], now: Date): string {
  switch (type) {
    case 'status_changed':
      return places.find(({ slug }) => slug === text)?.name ?? words(text);
    case 'priority_changed': {
      const names: Partial<Record<string, string>> = messages.tasks.priorityName;
      return (Object.hasOwn(names, text) && names[text]) || text;
    }
    case 'due_date_changed': {
      const due = parseDue(text);
      if (due === null) return text;
      const day = longDay(dayOf(due), now);
      return due.allDay ? day : `${day}, ${clock(due.at)}`;
    }
    default:
      return text;
  }
}

/** "5 min ago", "3 h ago", then the date. Up to an hour in the future (clock skew) counts as now. */
export function agoText(at: string, now: Date): string {
  const { history } = taskPageMessages;
  const ms = now.getTime() - Date.parse(at);
  if (ms < -HOUR_MS || ms >= DAY_MS) {
    const isThisYear = new Date(at).getFullYear() === now.getFullYear();
    return isThisYear ? clockOrDay(at, now) : `${longDay(at, now)}, ${clock(at)}`;
  }
  if (ms < MINUTE_MS) return history.now;
  return ms < HOUR_MS
    ? history.minutesAgo({ minutes: Math.floor(ms / MINUTE_MS) })
    : history.hoursAgo({ hours: Math.floor(ms / HOUR_MS) });
}
