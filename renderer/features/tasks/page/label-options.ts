/** Labels that can be added to a task. Pure. */
import type { LabelView } from '../../../../shared/contract/index.ts';
import { folded } from '../../../../shared/tasks/filter-tasks.ts';

export interface LabelOption extends LabelView {
  /** The workspace has no label of this name yet. */
  isNew: boolean;
}

/** `known`: labels of the workspace; `on`: labels of the task, which are left out. A new label comes last. */
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
