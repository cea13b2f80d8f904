import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PlusIcon } from '../../../ui/icons.ts';
import menuStyles from '../../../ui/menu.module.css';
import styles from './add-button.module.css';
import sectionStyles from './section.module.css';

interface Props {
  label: string;
  /** Why adding is disabled. */
  disabledReason: string | undefined;
  content: (close: () => void) => ReactNode;
}

/** The "add" button of a section and its popover form. */
export function AddButton({ label, disabledReason, content }: Props) {
  const [open, setOpen] = useState(false);
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
    <Popover.Root open={open} onOpenChange={setOpen} modal={false}>
      <Popover.Trigger asChild>
        <IconButton className={sectionStyles.add} icon={PlusIcon} label={label} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={classNames(menuStyles.menu, styles.form)}
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
        >
          {content(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
