/** Which labels can be put on a task. Pure. */
import type { LabelView } from '../../../../shared/contract/index.ts';
import { folded } from '../../../../shared/tasks/filter-tasks.ts';

export interface LabelOption extends LabelView {
  /** The workspace has none of that name yet. */
  isNew: boolean;
}

/** `known`: the workspace's; those `on` the task already are no choice. A new one comes last. */
export function labelOptions(
  known: readonly LabelView[],
  on: readonly LabelView[],
  query: string,
  canCreate: boolean,
): LabelOption[] {
  const name = query.trim();
  const wanted = folded(name);
  const isOn = new Set(on.map((label) => label.name));
  const free = known.filter((label) => !isOn.has(label.name) && folded(label.name).includes(wanted));
  const options = free.map(({ name: its, color }) => ({ name: its, color, isNew: false }));
  const isTaken = isOn.has(name) || known.some((label) => folded(label.name) === wanted);
  return name === '' || isTaken || !canCreate ? options : [...options, { name, color: '', isNew: true }];
}
