/** Labels that can be added to a task. Pure. */
import type { LabelView } from '../../../../shared/contract/index.ts';
import { folded } from '../../../../shared/tasks/filter-tasks.ts';

export interface LabelOption extends LabelView {
  /** The workspace has no label of this name yet. */
  isNew: boolean;
}

/** Labels of the task are left out. A new label comes last. */
export function labelOptions(
  workspaceLabels: readonly LabelView[],
  taskLabels: readonly LabelView[],
  query: string,
  canCreate: boolean,
): LabelOption[] {
  const name = query.trim();
  const foldedName = folded(name);
  const isOn = new Set(taskLabels.map((label) => label.name));
  const free = workspaceLabels.filter((label) => !isOn.has(label.name) && folded(label.name).includes(foldedName));
  const options = free.map(({ name: labelName, color }) => ({ name: labelName, color, isNew: false }));
  const isTaken = isOn.has(name) || workspaceLabels.some((label) => folded(label.name) === foldedName);
  return name === '' || isTaken || !canCreate ? options : [...options, { name, color: '', isNew: true }];
}
