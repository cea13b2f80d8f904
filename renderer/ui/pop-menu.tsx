/** A menu at a point on screen, for elements without a button of their own. Its entries can open submenu pages. */
import { Popover } from 'radix-ui';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import { folded } from '../../shared/tasks/filter-tasks.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { BackIcon, CheckIcon, RightIcon } from './icons.ts';
import inputStyles from './input.module.css';
import { isTyping, moveFocus } from './keys.ts';
import { Spinner } from './loading.tsx';
import menuStyles from './menu.module.css';
import styles from './pop-menu.module.css';

export interface MenuEntry {
  key: string;
  label: string;
  icon?: ReactNode;
  /** The resulting value, or the keyboard shortcut. */
  result?: string;
  /** Draws a separator above the entry. */
  apart?: boolean;
  danger?: boolean;
  /** Makes the entry a checkbox or radio item. */
  checked?: boolean;
  /** Why the entry is disabled. */
  disabledReason?: string | undefined;
  /** Opens a submenu page. */
  more?: () => MenuPage;
  /** Keeps the menu open. */
  stays?: boolean;
  /** The view that it opens takes the focus; otherwise the focus returns to the previous element. */
  movesFocus?: boolean;
  onChoose?: () => void;
}

export interface MenuPage {
  entries: readonly MenuEntry[];
  /** Shown before the entries or instead of them. */
  content?: ReactNode;
  /** Always last; the search does not hide it. */
  last?: MenuEntry;
}

/** Pages with at least this many entries get a search field. */
const MANY = 9;

interface Props {
  label: string;
  at: DOMRect;
  page: MenuPage;
  /** Keys of the entries that lead to the initial page. */
  opensAt?: readonly string[];
  onClose: () => void;
}

export function PopMenu({ label, at, page, opensAt = [], onClose }: Props) {
  const [path, setPath] = useState(opensAt);
  const [query, setQuery] = useState('');
  const content = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const moved = useRef(false);
  const id = useId();
  // Read during the first render, before the menu takes the focus.
  if (cameFrom.current === null) cameFrom.current = document.activeElement;

  const { shown, title } = follow(page, path, label);
  const searchable = shown.entries.length >= MANY;
  const wanted = folded(query.trim());
  const found = wanted === '' ? shown.entries : shown.entries.filter((entry) => folded(entry.label).includes(wanted));
  const entries = shown.last ? [...found, shown.last] : found;

  const focusFirst = () => {
    const first =
      content.current?.querySelector<HTMLElement>('input') ??
      content.current?.querySelector<HTMLElement>('[aria-checked=true]') ??
      content.current?.querySelector<HTMLElement>(`.${menuStyles.item}:not([aria-disabled=true])`) ??
      content.current;
    first?.focus();
  };
  const pathKey = path.join('/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page takes the focus once.
  useLayoutEffect(focusFirst, [pathKey, shown.content === undefined]);
  useEffect(() => setQuery(''), []);

  const go = (to: readonly string[]) => {
    setQuery('');
    setPath(to);
  };
  const choose = (entry: MenuEntry) => {
    if (entry.disabledReason !== undefined) return;
    if (entry.more) return go([...path, entry.key]);
    moved.current = entry.movesFocus ?? false;
    if (!entry.stays) onClose();
    entry.onChoose?.();
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    // The board below must not handle these keys.
    event.stopPropagation();
    if (event.key === 'Tab') {
      event.preventDefault();
      return onClose();
    }
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${menuStyles.item}`)];
    const current = all.indexOf(document.activeElement as HTMLElement);
    if (isTyping(event.target)) {
      const to = { ArrowDown: all[0], ArrowUp: all.at(-1) }[event.key];
      if (to) {
        event.preventDefault();
        to.focus();
      } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && entries[0]) {
        event.preventDefault();
        choose(entries[0]);
      }
      return;
    }
    const entry = entries[current];
    if (event.key === 'ArrowRight' && entry?.more && entry.disabledReason === undefined) {
      event.preventDefault();
      go([...path, entry.key]);
    } else if ((event.key === 'ArrowLeft' || event.key === 'Backspace') && path.length > 0) {
      event.preventDefault();
      go(path.slice(0, -1));
    } else if (event.key === 'ArrowUp' && current === 0 && searchable) {
      event.preventDefault();
      content.current?.querySelector('input')?.focus();
    } else moveFocus(event, all);
  };

  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={{ current: { getBoundingClientRect: () => at } }} />
      <Popover.Portal>
        <Popover.Content
          ref={content}
          className={menuStyles.menu}
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focusFirst();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // This is called a moment after the menu has closed, when the focus may already be in the next one.
            if (document.activeElement !== document.body) return;
            if (!moved.current && cameFrom.current instanceof HTMLElement)
              cameFrom.current.focus({ preventScroll: true });
          }}
        >
          {path.length > 0 && (
            <button type="button" className={styles.back} tabIndex={-1} onClick={() => go(path.slice(0, -1))}>
              <Icon of={BackIcon} />
              {title}
            </button>
          )}
          {searchable && (
            <input
              className={classNames(inputStyles.input, styles.search)}
              aria-label={messages.menu.search}
              placeholder={messages.menu.search}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          )}
          {shown.content !== undefined && <div id={`${id}-content`}>{shown.content}</div>}
          {entries.length > 0 && (
            <div
              role="menu"
              id={id}
              aria-label={title}
              aria-describedby={shown.content === undefined ? undefined : `${id}-content`}
            >
              {entries.map((entry) => (
                <Entry key={entry.key} entry={entry} onChoose={choose} />
              ))}
            </div>
          )}
          {shown.content === undefined && found.length === 0 && <MenuNote>{messages.menu.nothing}</MenuNote>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Entry({ entry, onChoose }: { entry: MenuEntry; onChoose: (entry: MenuEntry) => void }) {
  const { label, icon, result, apart, danger, checked, disabledReason, more } = entry;
  return (
    <div role="none">
      {apart && <hr />}
      <button
        type="button"
        className={classNames(menuStyles.item, styles.item, danger && menuStyles.danger)}
        tabIndex={-1}
        {...(checked === undefined
          ? { role: 'menuitem' as const }
          : { role: 'menuitemcheckbox' as const, 'aria-checked': checked })}
        {...(more ? { 'aria-haspopup': 'menu' as const } : {})}
        aria-disabled={disabledReason !== undefined}
        onClick={({ detail }) => {
          // The second click of a double click may hit an entry that has just appeared under the pointer.
          if (!danger || detail < 2) onChoose(entry);
        }}
      >
        {icon}
        <bdi className="truncate" title={label}>
          {label}
        </bdi>
        {disabledReason !== undefined && (
          <span className={classNames(menuStyles.hint, styles.hint, styles.reason)}>{disabledReason}</span>
        )}
        {disabledReason === undefined && result !== undefined && (
          <span className={classNames(menuStyles.hint, styles.hint)}>{result}</span>
        )}
        {disabledReason === undefined && checked && <Icon of={CheckIcon} className={styles.mark} />}
        {disabledReason === undefined && more && <Icon of={RightIcon} className={styles.mark} />}
      </button>
    </div>
  );
}

/** A sentence before the entries of a page or instead of them. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** Placeholder while the entries are loading. */
export function MenuLoading({ what }: { what: string }) {
  return (
    <p className={styles.note} role="status">
      <Spinner />
      {what}
    </p>
  );
}

/** The page at the end of a path. Stops early if an entry on the path no longer exists. */
function follow(page: MenuPage, path: readonly string[], label: string): { shown: MenuPage; title: string } {
  let [shown, title] = [page, label];
  for (const key of path) {
    const entry = shown.entries.find((found) => found.key === key);
    if (entry?.more === undefined) break;
    [shown, title] = [entry.more(), entry.label];
  }
  return { shown, title };
}
