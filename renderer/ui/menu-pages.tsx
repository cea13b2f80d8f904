/** The inside of a menu: pages of entries, of which long ones can be searched. The keys are those of the app's lists. */
import { Popover } from 'radix-ui';
import { type ComponentProps, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import { folded } from '../../shared/tasks/filter-tasks.ts';
import { classNames, selectorOf } from './class-names.ts';
import { BackIcon, CheckIcon, Icon, MinusIcon, RightIcon } from './icons.tsx';
import { isTyping, moveFocus, pressedKeys } from './keys.ts';
import { Spinner } from './loading.tsx';
import styles from './menu.module.css';
import { TextInput } from './text-input.tsx';

export interface MenuEntry {
  /** Unique in its page; the label if it is left out. */
  key?: string;
  label: string;
  /** A second, smaller line. */
  about?: ReactNode;
  icon?: ReactNode;
  /** The resulting value, or the keyboard shortcut. */
  result?: string;
  /** Draws a separator above the entry. */
  apart?: boolean;
  danger?: boolean;
  /** Makes the entry a checkbox; `mixed`: it is set on some of several things. */
  checked?: boolean | 'mixed';
  /** Makes the entry a radio button. */
  chosen?: boolean;
  disabledReason?: string | undefined;
  /** Opens a page of its own. */
  more?: () => MenuPage;
  /** Opens a page of its own, which is read first. */
  read?: () => Promise<MenuPage>;
  /** The keys that choose it while its page is open: an Electron accelerator. */
  keys?: string;
  /** Keeps the menu open. */
  stays?: boolean;
  /** The view that it opens takes the focus; otherwise the focus returns to where it was. */
  movesFocus?: boolean;
  onChoose?: () => void;
}

export interface MenuPage {
  entries: readonly MenuEntry[];
  /** Shown before the entries or instead of them. */
  content?: ReactNode;
  /** Always last; the search does not hide it. */
  last?: MenuEntry;
  /** The entries are commands, which have no search. */
  isCommands?: boolean;
}

const keyOf = ({ key, label }: MenuEntry): string => key ?? label;

/** Lists with at least this many entries get a search field. */
const MIN_SEARCHABLE = 9;

interface Props {
  label: string;
  page: MenuPage;
  /** Keys of the entries that lead to the initial page. */
  opensAt?: readonly string[];
  onClose: (movesFocus: boolean) => void;
  /** Leaves the page that stands beside its menu. */
  onBack?: () => void;
}

export const hasPage = ({ more, read }: MenuEntry): boolean => more !== undefined || read !== undefined;

/** Room for a menu and a page beside it; otherwise the page takes the menu's place. */
const hasRoomBeside = (): boolean => matchMedia('(min-width: 480px)').matches;
/** Rest of the pointer on an entry after which its page opens (ms). */
const HOVER_MS = 120;

export function MenuPages({ label, page, opensAt = [], onClose, onBack }: Props) {
  const [path, setPath] = useState(opensAt);
  const [beside, setBeside] = useState<{ key: string; from: HTMLElement } | null>(null);
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const hovering = useRef(0);
  const id = useId();

  const pages = useReadPages(page, path);
  const { shown, title } = follow(page, path, label, pages);
  const isSearchable = !shown.isCommands && shown.entries.length >= MIN_SEARCHABLE;
  const wanted = folded(query.trim());
  const found = wanted === '' ? shown.entries : shown.entries.filter((entry) => folded(entry.label).includes(wanted));
  const entries = shown.last ? [...found, shown.last] : found;
  const isForm = entries.length === 0 && shown.content !== undefined;

  const pathKey = path.join('/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page takes the focus once.
  useLayoutEffect(() => {
    const checked = shown.isCommands ? '[role=menuitemradio][aria-checked=true]' : '[aria-checked=true]';
    const first = ['input', checked, `${selectorOf(styles.item)}:not([aria-disabled=true])`]
      .map((selector) => box.current?.querySelector<HTMLElement>(selector))
      .find((element) => element != null);
    (first ?? box.current)?.focus();
  }, [pathKey, shown.content === undefined]);

  useEffect(() => () => clearTimeout(hovering.current), []);

  const go = (to: readonly string[]) => {
    setQuery('');
    setPath(to);
  };
  const back = () => (onBack && path.length === 1 ? onBack() : go(path.slice(0, -1)));
  const itemOf = (entry: MenuEntry): HTMLElement | undefined =>
    [...(box.current?.querySelectorAll<HTMLElement>(selectorOf(styles.item)) ?? [])][entries.indexOf(entry)];
  const open = (entry: MenuEntry) => {
    const from = itemOf(entry);
    if (path.length === 0 && from && hasRoomBeside()) setBeside({ key: keyOf(entry), from });
    else go([...path, keyOf(entry)]);
  };
  const hover = (entry: MenuEntry) => {
    clearTimeout(hovering.current);
    if (path.length > 0 || !hasRoomBeside()) return;
    hovering.current = window.setTimeout(() => {
      if (hasPage(entry) && entry.disabledReason === undefined) open(entry);
      else setBeside(null);
    }, HOVER_MS);
  };
  const leaveBeside = () => {
    beside?.from.focus({ preventScroll: true });
    setBeside(null);
  };
  const choose = (entry: MenuEntry) => {
    if (entry.disabledReason !== undefined) return;
    if (hasPage(entry)) return open(entry);
    if (!entry.stays) onClose(entry.movesFocus ?? false);
    entry.onChoose?.();
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (isForm && event.key === 'Tab') return;
    // The view below must not handle these keys.
    event.stopPropagation();
    if (event.key === 'Tab') {
      event.preventDefault();
      return onClose(false);
    }
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selectorOf(styles.item))];
    const current = all.indexOf(document.activeElement as HTMLElement);
    if (isTyping(event.target)) {
      const to = { ArrowDown: all[0], ArrowUp: all.at(-1) }[event.key];
      if (to) to.focus();
      else if (event.key === 'Enter' && !event.nativeEvent.isComposing && entries[0]) choose(entries[0]);
      else return;
      return event.preventDefault();
    }
    const entry = entries[current];
    const keyed = entries.find(({ keys }) => keys === pressedKeys(event));
    if (keyed !== undefined) choose(keyed);
    else if (event.key === 'ArrowRight' && entry && hasPage(entry)) choose(entry);
    else if ((event.key === 'ArrowLeft' || event.key === 'Backspace') && path.length > 0) back();
    else if (event.key === 'ArrowUp' && current === 0 && isSearchable) box.current?.querySelector('input')?.focus();
    else
      return moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>(selectorOf(styles.back)), ...all]);
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and the entries in it.
    <div ref={box} className={styles.pages} tabIndex={-1} onKeyDown={onKeyDown}>
      {path.length > (onBack ? 1 : 0) && (
        <button type="button" className={styles.back} tabIndex={isForm ? 0 : -1} onClick={back}>
          <Icon of={BackIcon} />
          {title}
        </button>
      )}
      {isSearchable && (
        <TextInput
          className={styles.search}
          label={messages.menu.search}
          placeholder={messages.menu.search}
          spellCheck={false}
          maxLength={100}
          value={query}
          onChange={setQuery}
        />
      )}
      {shown.content !== undefined && <div id={`${id}-content`}>{shown.content}</div>}
      {entries.length > 0 && (
        <div
          role="menu"
          aria-label={title}
          aria-describedby={shown.content === undefined ? undefined : `${id}-content`}
        >
          {entries.map((entry) => (
            <Entry
              key={keyOf(entry)}
              entry={entry}
              isOpen={beside?.key === keyOf(entry)}
              onChoose={choose}
              onHover={hover}
            />
          ))}
        </div>
      )}
      {shown.content === undefined && found.length === 0 && <MenuNote>{messages.menu.nothing}</MenuNote>}
      {beside && (
        <Popover.Root open onOpenChange={(isOpen) => !isOpen && leaveBeside()}>
          <Popover.Anchor virtualRef={{ current: beside.from }} />
          <PopoverPanel
            role="group"
            side="right"
            align="start"
            alignOffset={-4}
            onCloseAutoFocus={(event) => event.preventDefault()}
          >
            <MenuPages
              key={beside.key}
              label={label}
              page={page}
              opensAt={[beside.key]}
              onClose={onClose}
              onBack={leaveBeside}
            />
          </PopoverPanel>
        </Popover.Root>
      )}
    </div>
  );
}

/** What a button opens: a menu, or a form that looks like one. */
export const PopoverPanel = ({ className, ...content }: ComponentProps<typeof Popover.Content>) => (
  <Popover.Portal>
    <Popover.Content sideOffset={4} collisionPadding={8} {...content} className={classNames(styles.menu, className)} />
  </Popover.Portal>
);

/** ARIA role and state of an entry. */
function roleOf(entry: MenuEntry): React.AriaAttributes & { role: string } {
  const { checked, chosen } = entry;
  if (checked !== undefined) return { role: 'menuitemcheckbox', 'aria-checked': checked };
  if (chosen !== undefined) return { role: 'menuitemradio', 'aria-checked': chosen };
  return hasPage(entry) ? { role: 'menuitem', 'aria-haspopup': 'menu' } : { role: 'menuitem' };
}

interface EntryProps {
  entry: MenuEntry;
  /** Its page stands beside the menu. */
  isOpen: boolean;
  onChoose: (entry: MenuEntry) => void;
  onHover: (entry: MenuEntry) => void;
}

function Entry({ entry, isOpen, onChoose, onHover }: EntryProps) {
  const { label, about, icon, result, apart, danger, checked, chosen, disabledReason, keys } = entry;
  const hint = disabledReason ?? result;
  const mark = checked === 'mixed' ? MinusIcon : checked || chosen ? CheckIcon : hasPage(entry) ? RightIcon : undefined;
  return (
    <div role="none">
      {apart && <hr />}
      <button
        type="button"
        className={classNames(styles.item, danger && styles.danger, isOpen && styles.open)}
        tabIndex={-1}
        {...roleOf(entry)}
        aria-disabled={disabledReason !== undefined}
        aria-keyshortcuts={keys?.replace('CommandOrControl', 'Control')}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHover(entry)}
        onClick={({ detail }) => {
          // The second click of a double click may hit an entry that has just appeared under the pointer.
          if (!danger || detail < 2) onChoose(entry);
        }}
      >
        {icon}
        <bdi className={styles.label} title={label}>
          {label}
          {about && <small>{about}</small>}
        </bdi>
        {hint !== undefined && (
          <span className={classNames(styles.hint, disabledReason !== undefined && styles.reason)}>{hint}</span>
        )}
        {disabledReason === undefined && mark && <Icon of={mark} className={styles.mark} />}
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

type ReadPages = ReadonlyMap<MenuEntry['label'], MenuPage>;

/** The pages of a path that are read first, by the names of their entries. */
function useReadPages(page: MenuPage, path: readonly string[]): ReadPages {
  const [pages, setPages] = useState<ReadPages>(new Map());
  const entry = page.entries.find((one) => keyOf(one) === path[0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is read once, when it opens.
  useEffect(() => {
    let isClosed = false;
    if (entry?.read !== undefined)
      void entry.read().then((read) => !isClosed && setPages((others) => new Map(others).set(keyOf(entry), read)));
    return () => {
      isClosed = true;
    };
  }, [path[0]]);
  return pages;
}

/** The page at the end of a path. Stops early if an entry on the path no longer exists. */
function follow(
  page: MenuPage,
  path: readonly string[],
  label: string,
  pages: ReadPages,
): { shown: MenuPage; title: string } {
  let [shown, title] = [page, label];
  for (const key of path) {
    const entry = shown.entries.find((found) => keyOf(found) === key);
    if (entry === undefined || !hasPage(entry)) break;
    shown = entry.more?.() ?? pages.get(key) ?? { entries: [], content: <MenuLoading what={entry.label} /> };
    title = entry.label;
  }
  return { shown, title };
}
