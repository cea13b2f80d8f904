import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { moveFocus } from './keys.ts';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  /** The resulting value. */
  result?: string;
  danger?: boolean;
  /** Draws a separator above the item. */
  apart?: boolean;
  /** The view that it opens takes the focus; otherwise the focus returns to the button. */
  movesFocus?: boolean;
  onChoose: () => void;
}

interface Props {
  label: string;
  className: string;
  /** An icon button, whose name is also its tooltip. */
  isIcon?: boolean;
  tabIndex?: number;
  /** Key of the button in a list with arrow key navigation. */
  stop?: string;
  items: () => MenuItem[];
  children: ReactNode;
}

/** A menu button. Its items are computed when it opens. */
export function Menu({ label, className, isIcon = false, tabIndex = 0, stop, items, children }: Props) {
  const [open, setOpen] = useState(false);
  const moved = useRef(false);
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    // Elements around the button must not handle these keys.
    event.stopPropagation();
    if (event.key === 'Tab') return setOpen(false);
    moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.item}`)]);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen} modal={false}>
      <Popover.Trigger
        className={className}
        aria-haspopup="menu"
        {...(isIcon ? { title: label } : { 'aria-label': label })}
        tabIndex={tabIndex}
        data-stop={stop}
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.menu}
          role="menu"
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            if (moved.current) event.preventDefault();
            moved.current = false;
          }}
        >
          {items().map((item) => (
            <div key={item.label} role="none">
              {item.apart && <hr />}
              <button
                type="button"
                role="menuitem"
                className={classNames(styles.item, item.danger && styles.danger)}
                onClick={() => {
                  moved.current = item.movesFocus ?? false;
                  setOpen(false);
                  item.onChoose();
                }}
              >
                {item.label}
                {item.result !== undefined && <span className={styles.hint}>{item.result}</span>}
              </button>
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
