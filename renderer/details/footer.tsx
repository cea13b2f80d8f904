import type { TaskDetails } from '../../electron/bridge/contract.ts';
import { MINUTE, useNow } from '../ui/use-now.ts';
import { longDay } from '../words/clock.ts';
import { detailWords } from '../words/details-words.ts';
import { oneLine } from '../words/text.ts';

/** Where the task belongs and when it was made. */
export function Footer({ details }: { details: TaskDetails }) {
  const now = useNow(60 * MINUTE);
  const { task, createdAt } = details;
  const isDate = createdAt !== null && !Number.isNaN(Date.parse(createdAt));
  return (
    <p className="d-foot">
      <bdi>{oneLine(task.projectName, 100)}</bdi>
      {isDate && ` · ${detailWords.created(longDay(createdAt, now))}`}
    </p>
  );
}
