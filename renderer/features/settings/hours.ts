/** Parses typed times of day to `HH:mm`; null if invalid. Pure. */
import { timeOfDay } from '../../../shared/time/typed-time.ts';

interface Hours {
  from: string;
  to: string;
}

/** A range within one day: the first time must be earlier. */
export function readHours(from: string, to: string): Hours | null {
  const [first, last] = [readTime(from), readTime(to)];
  return first !== null && last !== null && first < last ? { from: first, to: last } : null;
}

/** A range that may end on the next day; the times must differ. */
export function readNight(from: string, to: string): Hours | null {
  const [first, last] = [readTime(from), readTime(to)];
  return first !== null && last !== null && first !== last ? { from: first, to: last } : null;
}

export function readTime(text: string): string | null {
  const time = timeOfDay(text);
  return time && `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;
}
