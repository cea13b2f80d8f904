import { Popover } from 'radix-ui';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import { DownIcon, Icon, MoreIcon } from './icons.tsx';
import styles from './menu.module.css';
import { type MenuEntry, type MenuPage, MenuPages, PopoverPanel } from './menu-pages.tsx';

interface MenuProps {
  label: string;
  className: string | undefined;
  /** An icon button, whose name is also its tooltip. */
  isIcon?: boolean;
  tabIndex?: number;
  /** Key of the button in a list with arrow key navigation. */
  stop?: string;
  /** Computed when the menu opens. */
  entries: () => readonly MenuEntry[];
  /** Shown before the entries. */
  content?: ReactNode;
  /** Where the caller opens or closes the menu itself. */
  state?: [path: MenuPath, setPath: (path: MenuPath) => void];
  children: ReactNode;
}

/** Keys of the entries that lead to the page that a menu opens at; null while it is closed. */
export type MenuPath = readonly string[] | null;

export function Menu(props: MenuProps) {
  const { label, className, isIcon = false, tabIndex = 0, stop, entries, content, state, children } = props;
  const own = useState<MenuPath>(null);
  const [path, setPath] = state ?? own;
  // While it closes, the menu keeps its page, or that would take the focus again.
  const opensAt = useRef<readonly string[]>([]);
  opensAt.current = path ?? opensAt.current;
  const moved = useRef(false);
  return (
    <Popover.Root open={path !== null} onOpenChange={(isOpen) => setPath(isOpen ? [] : null)} modal={false}>
      <Popover.Trigger
        className={className}
        aria-haspopup="menu"
        {...(isIcon ? { title: label } : { 'aria-label': label })}
        tabIndex={tabIndex}
        data-stop={stop}
      >
        {children}
      </Popover.Trigger>
      <PopoverPanel
        // Not a dialog, which screen readers would announce besides the menu in it.
        role="group"
        align="end"
        onCloseAutoFocus={(event) => {
          if (moved.current) event.preventDefault();
          moved.current = false;
        }}
      >
        <MenuPages
          key={opensAt.current.join()}
          label={label}
          page={{ entries: entries(), content, isCommands: true }}
          opensAt={opensAt.current}
          onClose={(movesFocus) => {
            moved.current = movesFocus;
            setPath(null);
          }}
        />
      </PopoverPanel>
    </Popover.Root>
  );
}

type ButtonProps = Pick<MenuProps, 'label' | 'entries'> & { className?: string | undefined };

/** The menu of what is beside it. */
export const MoreMenu = ({ className, ...menu }: ButtonProps) => (
  <Menu {...menu} isIcon className={classNames(buttonStyles.iconButton, className)}>
    <Icon of={MoreIcon} />
  </Menu>
);

interface MenuButtonProps extends ButtonProps, Pick<MenuProps, 'content'> {
  small?: boolean;
  quiet?: boolean;
  children: ReactNode;
}

/** A button with a text, and an arrow that says that it opens a menu. */
export const MenuButton = ({ small = false, quiet = false, className, children, ...menu }: MenuButtonProps) => (
  <Menu
    {...menu}
    className={classNames(buttonStyles.button, small && buttonStyles.small, quiet && buttonStyles.quiet, className)}
  >
    {children}
    <Icon of={DownIcon} size={small ? 12 : 16} />
  </Menu>
);

interface PopoverButtonProps extends ComponentProps<'button'> {
  /** The resulting value, or the key. */
  hint?: ReactNode;
}

/** An entry of a popover that looks like a menu and contains more than entries. */
export const PopoverButton = ({ hint, children, ...rest }: PopoverButtonProps) => (
  <button type="button" className={styles.item} {...rest}>
    {children}
    {hint !== undefined && <span className={styles.hint}>{hint}</span>}
  </button>
);

interface PopMenuProps {
  label: string;
  at: DOMRect;
  page: MenuPage;
  /** Keys of the entries that lead to the initial page. */
  opensAt?: readonly string[];
  onClose: () => void;
}

/** A menu at a point on screen, for elements without a button of their own. */
export function PopMenu({ label, at, page, opensAt = [], onClose }: PopMenuProps) {
  // Read during the first render, before the menu takes the focus.
  const [cameFrom] = useState(() => document.activeElement);
  const moved = useRef(false);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={{ current: { getBoundingClientRect: () => at } }} />
      <PopoverPanel
        aria-label={label}
        align="start"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // This is called a moment after the menu has closed, when the focus may already be in the next one.
          if (document.activeElement !== document.body) return;
          if (!moved.current && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
        }}
      >
        <MenuPages
          label={label}
          page={page}
          opensAt={opensAt}
          onClose={(movesFocus) => {
            moved.current = movesFocus;
            onClose();
          }}
        />
      </PopoverPanel>
    </Popover.Root>
  );
}
