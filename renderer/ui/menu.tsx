import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { moveInList } from './keys.ts';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  /** What it results in. */
  result?: string;
  danger?: boolean;
  /** A line above it. */
  apart?: boolean;
  /** What it opens takes the focus; otherwise the focus goes back to the button. */
  movesFocus?: boolean;
  onChoose: () => void;
}

interface Props {
  label: string;
  className: string;
  /** It shows no text: its name is its tooltip, too. */
  isIcon?: boolean;
  tabIndex?: number;
  /** For a list that the arrow keys move in. */
  stop?: string;
  items: () => MenuItem[];
  children: ReactNode;
}

/** A button and its menu. The items are asked for when it opens. */
export function Menu({ label, className, isIcon = false, tabIndex = 0, stop, items, children }: Props) {
  const [open, setOpen] = useState(false);
  const moved = useRef(false);
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    // Nothing of this is for what the button stands in.
    event.stopPropagation();
    if (event.key === 'Tab') return setOpen(false);
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.item}`)];
    const to = moveInList(event, all.indexOf(document.activeElement as HTMLElement), all.length);
    if (to === null) return;
    event.preventDefault();
    all[to]?.focus();
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
