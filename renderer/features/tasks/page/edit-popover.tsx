import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import menuStyles from '../../../ui/menu.module.css';

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
      <Popover.Portal>
        <Popover.Content
          className={classNames(menuStyles.menu, className)}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          {content(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
