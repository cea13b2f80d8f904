import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { PopoverPanel } from '../../../ui/menu-pages.tsx';
import sectionStyles from './section.module.css';
import styles from './task-page.module.css';

interface Props {
  label: string;
  /** A `Popover.Trigger`. */
  trigger: ReactNode;
  align: 'start' | 'end';
  className?: string | undefined;
  content: (close: () => void) => ReactNode;
}

/** A popover in which a part of the task is edited. */
export function EditPopover({ label, trigger, align, className, content }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen} modal={false}>
      {trigger}
      <PopoverPanel className={className} aria-label={label} align={align}>
        {content(() => setOpen(false))}
      </PopoverPanel>
    </Popover.Root>
  );
}

interface AddButtonProps {
  label: string;
  disabledReason: string | undefined;
  content: (close: () => void) => ReactNode;
}

/** The "add" button of a section and its popover form. */
export function AddButton({ label, disabledReason, content }: AddButtonProps) {
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
