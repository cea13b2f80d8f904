/** The menu of a time entry: in the list and the day, on a cell of the timesheet, on the task's page. Its keys work without it too. */
import { useState } from 'react';
import type { EntryView } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { shownSpan } from '../../shared/time/shown-times.ts';
import { send, useAppState, usePublished } from '../state/main-process.ts';
import { openEntryOn } from '../state/navigation.ts';
import type { EntryPart, OpenEntry } from '../state/shown-time.ts';
import { menuPlace } from '../ui/input-modality.ts';
import { pressedKeys } from '../ui/keys.ts';
import { PopMenu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-pages.tsx';
import { keysOf } from './keys-of.ts';

/** The keys of an entry's commands, wherever it has the focus. */
export const ENTRY_KEYS = {
  edit: 'Enter',
  timer: 'C',
  duplicate: 'CommandOrControl+D',
  split: '/',
  task: 'M',
  copy: 'CommandOrControl+C',
  delete: 'Delete',
};

/** Opens the form of an entry in the Time tab, on the day that shows it. */
export const showEntryForm = (day: string, opened: OpenEntry): void =>
  openEntryOn(day === usePublished.getState().state?.time.day ? null : day, opened);

type MenuTimeEntry = Pick<EntryView, 'id' | 'startTime' | 'endTime' | 'task' | 'note'>;

interface Place {
  /** The day that shows the entry: it is edited there. */
  day: string;
  platform: string;
  /** Before it is deleted: something else takes the focus. */
  onDelete?: () => void;
  /** In its form, what that does itself. */
  inForm?: { split: () => void; close: () => void };
}

export function entryEntries(entry: MenuTimeEntry, { day, platform, onDelete, inForm }: Place): MenuEntry[] {
  const { id: entryId, endTime, task, note } = entry;
  const isRunning = endTime === null;
  const keyed = (key: keyof typeof ENTRY_KEYS, item: MenuEntry): MenuEntry => ({
    ...item,
    key,
    ...(!inForm && { keys: ENTRY_KEYS[key], result: keysOf(ENTRY_KEYS[key], platform).join(' ') }),
  });
  const open = (part?: EntryPart) => () => showEntryForm(day, { kind: 'edit', entryId, ...(part && { part }) });
  const moved: MenuEntry[] = [
    keyed('task', { label: messages.entry.toTask, apart: true, movesFocus: true, onChoose: open('task') }),
    { key: 'day', label: messages.entry.toDay, movesFocus: true, onChoose: open('day') },
  ];
  const entries: (MenuEntry | false)[] = [
    !inForm && keyed('edit', { label: messages.entry.open, movesFocus: true, onChoose: open() }),
    keyed('timer', {
      label: isRunning ? messages.timerButton.stop : messages.entry.continue,
      movesFocus: inForm !== undefined,
      onChoose() {
        inForm?.close();
        toggleTimer(entry);
      },
    }),
    !isRunning &&
      keyed('duplicate', {
        label: messages.entry.duplicate,
        movesFocus: true,
        onChoose() {
          // The milliseconds of the original would make the service's records of both look the same to us.
          showEntryForm(day, { kind: 'add', ...shownSpan(entry, Date.now()), gap: null, task, note });
        },
      }),
    keyed('split', { label: messages.entry.split, movesFocus: true, onChoose: inForm?.split ?? open('split') }),
    ...(inForm ? [] : moved),
    keyed('copy', { label: messages.entry.copy, onChoose: () => void send('time.copy', { entryId }) }),
    keyed('delete', {
      label: messages.entry.delete,
      danger: true,
      apart: true,
      movesFocus: true,
      onChoose() {
        onDelete?.();
        inForm?.close();
        void send('time.delete', { entryId });
      },
    }),
  ];
  return entries.filter((item) => item !== false);
}

/** Starts a timer with the entry's task and note, or stops the running entry. */
export function toggleTimer({ id: entryId, endTime }: Pick<EntryView, 'id' | 'endTime'>): void {
  void (endTime === null ? send('timer.stop', {}) : send('time.continue', { entryId }));
}

/** Runs the command with these keys. Selected text keeps its own key for copying. */
function runKeys(event: React.KeyboardEvent<HTMLElement>, entries: readonly MenuEntry[]): void {
  const keys = pressedKeys(event);
  const isText = keys === ENTRY_KEYS.copy && getSelection()?.isCollapsed === false;
  const entry =
    keys === ENTRY_KEYS.edit || event.repeat || isText ? undefined : entries.find((one) => one.keys === keys);
  if (entry === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  entry.onChoose?.();
}

/** For the element of an entry among the Tab stops of a list. `day`: that shows it. */
export function useEntryMenu(entry: MenuTimeEntry, day: string) {
  const [opened, setOpened] = useState<{ at: DOMRect; row: HTMLElement } | null>(null);
  const platform = useAppState((state) => state.app.platform);
  const entriesOf = (row: HTMLElement) => entryEntries(entry, { day, platform, onDelete: () => focusNext(row) });
  return {
    events: {
      onContextMenu(event: React.MouseEvent<HTMLElement>) {
        event.preventDefault();
        setOpened({ at: menuPlace(event), row: event.currentTarget });
      },
      onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => runKeys(event, entriesOf(event.currentTarget)),
    },
    menu: opened && (
      <PopMenu
        label={messages.entry.menu({ identifier: entry.task.identifier })}
        at={opened.at}
        page={{ entries: entriesOf(opened.row), isCommands: true }}
        onClose={() => setOpened(null)}
      />
    ),
  };
}

/** The next Tab stop of the list, or the one before. */
function focusNext(row: HTMLElement): void {
  const stops = [...(row.closest('ul')?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const at = stops.indexOf(row);
  (stops[at + 1] ?? stops[at - 1])?.focus();
}
