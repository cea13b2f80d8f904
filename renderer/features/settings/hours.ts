/** Times of day as typed, as `HH:mm`; null for what is none. Pure. */
import { timeOfDay } from '../../../shared/time/typed-time.ts';

interface Hours {
  from: string;
  to: string;
}

/** Two of one day, the earlier one first. */
export function readHours(from: string, to: string): Hours | null {
  const [first, last] = [readTime(from), readTime(to)];
  return first !== null && last !== null && first < last ? { from: first, to: last } : null;
}

/** Two different ones; the second may be on the next day. */
export function readNight(from: string, to: string): Hours | null {
  const [first, last] = [readTime(from), readTime(to)];
  return first !== null && last !== null && first !== last ? { from: first, to: last } : null;
}

export function readTime(text: string): string | null {
  const time = timeOfDay(text);
  return time && `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;
}
