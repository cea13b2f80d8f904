/** A time of the clock on a calendar day, in the local zone. Pure. */
import { set } from 'date-fns';

/** `HH:mm` on a local day as an instant (ms); where the clock skips it, the moment as far behind the skip. */
export function timeOn(day: Date, clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return set(day, { hours, minutes, seconds: 0, milliseconds: 0 }).getTime();
}
