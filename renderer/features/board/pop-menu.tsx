/** A menu at a place on screen, with pages: an entry can lead to more of them, and back. For what has no button of its own. */
import { Popover } from 'radix-ui';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { boardMessages } from '../../../shared/i18n/board-messages.ts';
import { folded } from '../../../shared/tasks/filter-tasks.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { BackIcon, CheckIcon, RightIcon } from '../../ui/icons.ts';
import inputStyles from '../../ui/input.module.css';
import { isTyping, moveInList } from '../../ui/keys.ts';
import menuStyles from '../../ui/menu.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './pop-menu.module.css';

export interface MenuEntry {
  key: string;
  label: string;
  icon?: ReactNode;
  /** What it results in, or the key that does the same. */
  result?: string;
  /** A line above it. */
  apart?: boolean;
  danger?: boolean;
  /** For what is on or off, or one of several. */
  checked?: boolean;
  /** Why it cannot be chosen. */
  why?: string | undefined;
  /** It leads to more. */
  more?: () => MenuPage;
  /** The menu stays open. */
  stays?: boolean;
  /** What it opens takes the focus; otherwise the focus goes back to where it was. */
  movesFocus?: boolean;
  onChoose?: () => void;
}

export interface MenuPage {
  entries: readonly MenuEntry[];
  /** Before the entries, or in place of them. */
  says?: ReactNode;
  /** Stands after the entries, whatever is searched for. */
  last?: MenuEntry;
}

/** From here on typing is quicker than looking. */
const MANY = 9;

interface Props {
  label: string;
  at: DOMRect;
  page: MenuPage;
  /** Keys of the entries that lead to the page it opens at. */
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
  // During the first render, before the menu takes the focus.
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
  useLayoutEffect(focusFirst, [pathKey, shown.says === undefined]);
  useEffect(() => setQuery(''), []);

  const go = (to: readonly string[]) => {
    setQuery('');
    setPath(to);
  };
  const choose = (entry: MenuEntry) => {
    if (entry.why !== undefined) return;
    if (entry.more) return go([...path, entry.key]);
    moved.current = entry.movesFocus ?? false;
    if (!entry.stays) onClose();
    entry.onChoose?.();
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    // Nothing of this is for the board below.
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
    if (event.key === 'ArrowRight' && entry?.more && entry.why === undefined) {
      event.preventDefault();
      go([...path, entry.key]);
    } else if ((event.key === 'ArrowLeft' || event.key === 'Backspace') && path.length > 0) {
      event.preventDefault();
      go(path.slice(0, -1));
    } else if (event.key === 'ArrowUp' && current === 0 && searchable) {
      event.preventDefault();
      content.current?.querySelector('input')?.focus();
    } else {
      const to = moveInList(event, current, all.length);
      if (to === null) return;
      event.preventDefault();
      all[to]?.focus();
    }
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
              aria-label={boardMessages.filter.search}
              placeholder={boardMessages.filter.search}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          )}
          {shown.says !== undefined && <div id={`${id}-says`}>{shown.says}</div>}
          {entries.length > 0 && (
            <div
              role="menu"
              id={id}
              aria-label={title}
              aria-describedby={shown.says === undefined ? undefined : `${id}-says`}
            >
              {entries.map((entry) => (
                <Entry key={entry.key} entry={entry} onChoose={choose} />
              ))}
            </div>
          )}
          {shown.says === undefined && found.length === 0 && <p className={styles.note}>{boardMessages.filter.none}</p>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Entry({ entry, onChoose }: { entry: MenuEntry; onChoose: (entry: MenuEntry) => void }) {
  const { label, icon, result, apart, danger, checked, why, more } = entry;
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
        aria-disabled={why !== undefined}
        onClick={({ detail }) => {
          // The second click of a double click may hit what came up under the pointer.
          if (!danger || detail < 2) onChoose(entry);
        }}
      >
        {icon}
        <bdi className="truncate" title={label}>
          {label}
        </bdi>
        {why !== undefined && <span className={classNames(menuStyles.hint, styles.hint, styles.reason)}>{why}</span>}
        {why === undefined && result !== undefined && (
          <span className={classNames(menuStyles.hint, styles.hint)}>{result}</span>
        )}
        {why === undefined && checked && <Icon of={CheckIcon} className={styles.mark} />}
        {why === undefined && more && <Icon of={RightIcon} className={styles.mark} />}
      </button>
    </div>
  );
}

/** In place of entries that are still to be read. */
export function MenuWaits({ what }: { what: string }) {
  return (
    <p className={styles.note} role="status">
      <Spinner />
      {what}
    </p>
  );
}

/** The page a path leads to; where an entry is gone meanwhile, the one before. */
function follow(page: MenuPage, path: readonly string[], label: string): { shown: MenuPage; title: string } {
  let [shown, title] = [page, label];
  for (const key of path) {
    const entry = shown.entries.find((found) => found.key === key);
    if (entry?.more === undefined) break;
    [shown, title] = [entry.more(), entry.label];
  }
  return { shown, title };
}
