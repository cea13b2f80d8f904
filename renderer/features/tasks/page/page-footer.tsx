import type { TaskDetails } from '../../../../shared/contract/index.ts';
import { longDay } from '../../../../shared/i18n/format-clock.ts';
import { detailWords } from '../../../../shared/i18n/task-page-messages.ts';
import { oneLine } from '../../../../shared/one-line.ts';
import { MINUTE, useNow } from '../../../ui/use-now.ts';

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
