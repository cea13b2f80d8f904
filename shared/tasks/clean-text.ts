/** Cleans text of the service where it enters: one line, no control characters, bounded length. */
import type { LabelView } from '../contract/task-view.ts';
import { messages } from '../i18n/main-messages.ts';
import { MAX_NAME, MAX_TITLE } from './limits.ts';

const MAX_COLOR = 50;

/** Of one task: more labels would hold up the list. */
const MAX_LABELS = 50;

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
  return oneLine(text, MAX_TITLE) || messages.tasks.untitled;
}

/** `{projectSlug}-{number}` (docs/service.md#projects). */
export function identifierOf(projectSlug: string, number: number | null): string {
  const slug = oneLine(projectSlug, 20);
  return number === null ? slug : `${slug}-${number}`;
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
