import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { EditPopover } from './edit-popover.tsx';
import sectionStyles from './section.module.css';
import styles from './task-page.module.css';

interface Props {
  label: string;
  /** Why adding is disabled. */
  disabledReason: string | undefined;
  content: (close: () => void) => ReactNode;
}

/** The "add" button of a section and its popover form. */
export function AddButton({ label, disabledReason, content }: Props) {
  if (disabledReason !== undefined)
    return (
      <IconButton
        className={sectionStyles.add}
        icon={PlusIcon}
        label={label}
        title={disabledReason}
        aria-disabled="true"
      />
    );
  return (
    <EditPopover
      label={label}
      trigger={
        <Popover.Trigger asChild>
          <IconButton className={sectionStyles.add} icon={PlusIcon} label={label} />
        </Popover.Trigger>
      }
      align="end"
      className={styles.addForm}
      content={content}
    />
  );
}
