/** Why something on a task's page cannot be done. Pure. */
import type { TaskDetails } from '../../../../shared/contract/index.ts';
import { detailWords } from '../../../../shared/i18n/task-page-messages.ts';

/** undefined where nothing is known to stand in the way: the first of the permissions that is missing, in words. */
export function lacking({ lacks }: Pick<TaskDetails, 'lacks'>, ...permissions: string[]): string | undefined {
  const missing = permissions.find((permission) => lacks.includes(permission));
  return missing === undefined ? undefined : detailWords.lacking(missing);
}
