/** The labels of a task. */
import type { LabelView } from '../contract/task-view.ts';

/** Limit per task: more labels would slow a list down. */
const MAX_LABELS = 50;

export const labelViews = (labels: readonly LabelView[]): LabelView[] =>
  labels.slice(0, MAX_LABELS).map(({ name, color }) => ({ name, color }));

/** Colours for labels that a task creates; a name always gets the same colour. */
const COLORS = ['#dc2626', '#d97706', '#16a34a', '#0891b2', '#2563eb', '#7c3aed', '#db2777', '#64748b'] as const;

export function labelColor(name: string): string {
  let sum = 0;
  for (const character of name.toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return COLORS[sum % COLORS.length] ?? COLORS[0];
}
