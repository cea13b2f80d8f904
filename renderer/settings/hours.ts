/** Two times of day as typed, the earlier one first, as `HH:mm`; null for what is none. Pure. */
import { timeOfDay } from '../timer/exact-time.ts';

export function readHours(from: string, to: string): { from: string; to: string } | null {
  const [first, last] = [padded(from), padded(to)];
  return first !== null && last !== null && first < last ? { from: first, to: last } : null;
}

function padded(text: string): string | null {
  const time = timeOfDay(text);
  return time && `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;
}
