import { Popover, Slot } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { PopoverPanel } from '../../../ui/menu-pages.tsx';
import sectionStyles from './section.module.css';
import styles from './task-page.module.css';

export interface EditPopoverProps {
  label: string;
  /** A button. */
  trigger: ReactNode;
  /** The letter that opens it (widgets/task-keys.ts). */
  letter?: string | undefined;
  role?: 'menu' | 'dialog';
  disabledReason: string | undefined;
  align: 'start' | 'end';
  className?: string | undefined;
  content: (close: () => void) => ReactNode;
}

/** A popover in which a part of the task is edited. */
export function EditPopover(props: EditPopoverProps) {
  const { label, trigger, letter, role = 'dialog', disabledReason, align, className, content } = props;
  const [open, setOpen] = useState(false);
  if (disabledReason !== undefined)
    return (
      <Slot.Root aria-disabled="true" title={disabledReason}>
        {trigger}
      </Slot.Root>
    );
  return (
    <Popover.Root open={open} onOpenChange={setOpen} modal={false}>
      <Popover.Trigger asChild aria-haspopup={role} aria-keyshortcuts={letter} title={label}>
        {trigger}
      </Popover.Trigger>
      <PopoverPanel className={className} aria-label={label} align={align}>
        {content(() => setOpen(false))}
      </PopoverPanel>
    </Popover.Root>
  );
}

/** The "add" button of a section and its popover form. */
export function AddButton(props: Pick<EditPopoverProps, 'label' | 'disabledReason' | 'content'>) {
  const trigger = <IconButton className={sectionStyles.add} icon={PlusIcon} label={props.label} />;
  return <EditPopover {...props} trigger={trigger} align="end" className={styles.addForm} />;
}
