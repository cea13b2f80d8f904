import { dueWords } from '../../../../shared/i18n/format-dates.ts';
import { type Due, dueDistance, dueTone } from '../../../../shared/tasks/due-date.ts';

/** "2 days late", "in 2 h", "tomorrow": coloured only where it presses. */
export function DueText({ due, now }: { due: Due | null; now: Date }) {
  if (due === null) return null;
  return (
    <span aria-hidden="true" className={`due ${dueTone(due, now)}`}>
      {dueWords(dueDistance(due, now), now)}
    </span>
  );
}
