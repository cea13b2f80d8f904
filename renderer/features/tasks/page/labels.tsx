import { useRef, useState } from 'react';
import type { LabelView, TaskLabelView, TaskPageView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { folded } from '../../../../shared/tasks/filter-tasks.ts';
import { send } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';
import { nameOnly } from '../../../ui/button.tsx';
import { classNames, selectorOf } from '../../../ui/class-names.ts';
import { Icon, PlusIcon, XIcon } from '../../../ui/icons.tsx';
import labelStyles from '../../../ui/label.module.css';
import { tintOfColor } from '../../../ui/label.tsx';
import chipStyles from '../../../ui/label-chip.module.css';
import { LabelChip } from '../../../ui/label-chip.tsx';
import { Combobox, type ComboOption } from './combobox.tsx';
import { EditPopover } from './edit-popover.tsx';
import styles from './labels.module.css';
import { missingPermissionReason, type PropertyProps } from './property.tsx';
import { useIsUnsentShown } from './unsent-mark.tsx';

/** The task's labels, with controls to add and remove them. */
export function Labels({ task, taskPage }: PropertyProps) {
  const line = useRef<HTMLElement>(null);
  const labels = taskPage?.labels ?? null;
  const remove = (label: TaskLabelView) => {
    // The focused chip disappears, so move the focus.
    line.current?.querySelector<HTMLElement>(selectorOf(styles.add))?.focus();
    void send('tasks.remove-record', { taskId: task.id, of: 'labels', id: label.id });
  };
  return (
    <>
      <dt className="visually-hidden">{taskPageMessages.labels}</dt>
      <dd className={styles.chips} ref={line}>
        {labels === null &&
          task.labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two labels may have the same name.
            <LabelChip key={index} label={label} />
          ))}
        {taskPage &&
          labels?.map((label) => (
            <Chip
              key={label.id}
              label={label}
              disabledReason={missingPermissionReason(taskPage, label.isCopy ? 'label:delete' : 'label:update')}
              onRemove={() => remove(label)}
            />
          ))}
        {taskPage === null && task.labels.length === 0 && <span className="faint">{taskPageMessages.noLabels}</span>}
        {taskPage && labels !== null && <AddLabel taskId={task.id} taskPage={taskPage} labels={labels} />}
      </dd>
    </>
  );
}

interface ChipProps {
  label: TaskLabelView;
  disabledReason: string | undefined;
  onRemove: () => void;
}

function Chip({ label, disabledReason, onRemove }: ChipProps) {
  const { name } = label;
  const late = useIsUnsentShown(label.isUnsent);
  return (
    <span
      className={classNames(chipStyles.chip, styles.chip, late && styles.unsent)}
      data-tint={tintOfColor(label.color)}
      title={late ? taskPageMessages.unsent : undefined}
    >
      <bdi className="truncate">{name}</bdi>
      <button
        type="button"
        {...nameOnly(taskPageMessages.removeLabel({ name }), disabledReason)}
        aria-disabled={disabledReason !== undefined}
        onClick={() => disabledReason === undefined && onRemove()}
      >
        <Icon of={XIcon} size={12} />
      </button>
    </span>
  );
}

function AddLabel({ taskId, taskPage, labels }: { taskId: string; taskPage: TaskPageView; labels: TaskLabelView[] }) {
  const disabledReason = missingPermissionReason(taskPage, 'label:update');
  return (
    <EditPopover
      label={taskPageMessages.addLabel}
      letter="L"
      disabledReason={disabledReason}
      trigger={
        // Its tooltip is its name, unless it gives the reason.
        <button type="button" className={styles.add} aria-label={disabledReason && taskPageMessages.addLabel}>
          <Icon of={PlusIcon} size={12} />
          {labels.length === 0 && taskPageMessages.addLabel}
        </button>
      }
      align="start"
      content={(close) => (
        <Choices
          taskId={taskId}
          labels={labels}
          canCreate={missingPermissionReason(taskPage, 'label:create') === undefined}
          close={close}
        />
      )}
    />
  );
}

interface ChoicesProps {
  taskId: string;
  labels: readonly TaskLabelView[];
  canCreate: boolean;
  close: () => void;
}

function Choices({ taskId, labels, canCreate, close }: ChoicesProps) {
  const choices = useRead('tasks.choices', { taskId }).value;
  const [query, setQuery] = useState('');
  const found = labelOptions(choices?.labels ?? [], labels, query, canCreate);
  const options: ComboOption[] = found.map((option) => ({
    key: option.isNew ? 'new' : `label ${option.name}`,
    content: option.isNew ? (
      <bdi className="truncate">{taskPageMessages.newLabel({ name: option.name })}</bdi>
    ) : (
      <span className={classNames(labelStyles.label, styles.option)} data-tint={tintOfColor(option.color)}>
        <bdi className="truncate">{option.name}</bdi>
      </span>
    ),
  }));
  return (
    <Combobox
      label={taskPageMessages.labelName}
      query={query}
      onQuery={setQuery}
      options={options}
      none={choices === null ? '' : query === '' ? taskPageMessages.noMoreLabels : taskPageMessages.nothingFound}
      onChoose={(index) => {
        const chosen = found[index];
        close();
        if (chosen) void send('tasks.add-record', { taskId, record: { of: 'labels', name: chosen.name } });
      }}
    />
  );
}

interface LabelOption extends LabelView {
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
