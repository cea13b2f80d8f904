/** A task as the list, the timer and the tray show it. */

import { words } from '../../../shared/i18n/main-messages.ts';
import { MAX_NAME, MAX_TITLE } from '../../../shared/tasks/limits.ts';
import type { AssignedTask, ReadPriority } from '../../service/records.ts';
import type { TaskRef } from '../time/entry-store.ts';

export interface LabelView {
  name: string;
  /** As the service has it: a colour in any CSS form, or a word. */
  color: string;
}

export interface TaskView {
  id: string;
  /** `{projectSlug}-{number}`, such as PAY-142. */
  identifier: string;
  title: string;
  projectId: string;
  projectName: string;
  status: string;
  statusName: string | null;
  priority: ReadPriority;
  /** A whole day or a moment (shared/dates/calendar-day.ts). */
  dueDate: string | null;
  labels: LabelView[];
}

const MAX_COLOR = 50;
/** Of one task: more labels would hold up the list. */
const MAX_LABELS = 50;

export function taskView(task: AssignedTask): TaskView {
  return {
    id: task.id,
    identifier: identifierOf(task.projectSlug, task.number),
    title: taskTitle(task.title),
    projectId: task.projectId,
    projectName: shownName(task.projectName),
    status: task.status,
    statusName: task.statusName === null ? null : shownName(task.statusName),
    priority: task.priority,
    dueDate: task.dueDate,
    labels: labelViews(task.labels),
  };
}

/** As many as anybody reads. */
export const labelViews = (labels: readonly LabelView[]): LabelView[] => labels.slice(0, MAX_LABELS).map(labelView);

export function labelView({ name, color }: LabelView): LabelView {
  return { name: shownName(name), color: color.slice(0, MAX_COLOR) };
}

/** A name as it is shown; empty where nothing of it can be. */
export function shownName(text: string): string {
  return oneLine(text, MAX_NAME);
}

/** A title as it is shown. */
export function taskTitle(text: string): string {
  return oneLine(text, MAX_TITLE) || words.tasks.untitled;
}

/** `{projectSlug}-{number}` (section 2, Project). */
export function identifierOf(projectSlug: string, number: number | null): string {
  const slug = oneLine(projectSlug, 20);
  return number === null ? slug : `${slug}-${number}`;
}

export function taskRef(task: TaskView): TaskRef {
  return { taskId: task.id, identifier: task.identifier, title: task.title, projectName: task.projectName };
}

/** Control characters and line breaks become spaces; what is too long ends in an ellipsis, never inside a character. */
export function oneLine(text: string, max: number): string {
  // Cut first: a title can be megabytes long.
  const line = text
    .slice(0, max * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (line.length <= max && text.length <= max * 4) return line;
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
