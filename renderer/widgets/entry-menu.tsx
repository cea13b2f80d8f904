/** The menu of a time entry: in the list and the day, on a cell of the timesheet, on the task's page. Its keys work without it too. */

import { addDays } from 'date-fns';
import { useState } from 'react';
import { taskKey } from '../../shared/accounts.ts';
import type { EntryView, Payload, State } from '../../shared/contract/index.ts';
import { shortDay } from '../../shared/i18n/format-dates.ts';
import { entryMessages } from '../../shared/i18n/generated/entry.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { localDay } from '../../shared/time/day.ts';
import { taskRef } from '../../shared/time/entry.ts';
import { shownSpan } from '../../shared/time/shown-times.ts';
import { send, useAppState, usePublished } from '../state/main-process.ts';
import { showTime } from '../state/navigation.ts';
import { selectedWith } from '../state/selection.ts';
import { type EntryPart, type OpenEntry, openEntry } from '../state/shown-time.ts';
import { menuPlace } from '../ui/input-modality.ts';
import { pressedKeys } from '../ui/keys.ts';
import { PopMenu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-pages.tsx';
import { keyedFor } from './keys-of.ts';

/** The keys of an entry's commands, wherever it has the focus. */
export const ENTRY_KEYS = {
  edit: 'Enter',
  end: 'E',
  timer: 'C',
  duplicate: 'CommandOrControl+D',
  split: '/',
  task: 'M',
  copy: 'CommandOrControl+C',
  delete: 'Delete',
};

/** How many days back several entries can be moved. */
const DAYS = 14;

/** Opens the form of an entry in the Time tab, on the day that shows it. */
export function showEntryForm(day: string, opened: OpenEntry): void {
  showTime(day === usePublished.getState().state?.time.day ? null : day);
  openEntry(opened);
}

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
  const withKeys = keyedFor(platform);
  const keyed = (key: keyof typeof ENTRY_KEYS, item: MenuEntry): MenuEntry =>
    inForm ? { ...item, key } : withKeys(ENTRY_KEYS[key], { ...item, key });
  const open = (part?: EntryPart) => () => showEntryForm(day, { kind: 'edit', entryId, ...(part && { part }) });
  const moved: MenuEntry[] = [
    keyed('task', { label: entryMessages.toTask, apart: true, movesFocus: true, onChoose: open('task') }),
    { key: 'day', label: entryMessages.toDay, movesFocus: true, onChoose: open('day') },
  ];
  const entries: (MenuEntry | false)[] = [
    !inForm && keyed('edit', { label: entryMessages.open, movesFocus: true, onChoose: open() }),
    !inForm && !isRunning && keyed('end', { label: entryMessages.changeEnd, movesFocus: true, onChoose: open('end') }),
    keyed('timer', {
      label: isRunning ? messages.timerButton.stop : entryMessages.continue,
      movesFocus: inForm !== undefined,
      onChoose() {
        inForm?.close();
        toggleTimer(entry);
      },
    }),
    !isRunning &&
      keyed('duplicate', {
        label: entryMessages.duplicate,
        movesFocus: true,
        onChoose() {
          // The milliseconds of the original would make the service's records of both look the same to us.
          showEntryForm(day, { kind: 'add', ...shownSpan(entry, Date.now()), gap: null, task, note });
        },
      }),
    keyed('split', { label: entryMessages.split, movesFocus: true, onChoose: inForm?.split ?? open('split') }),
    ...(inForm ? [] : moved),
    ...copyAndDelete([entryId], keyed, () => {
      onDelete?.();
      inForm?.close();
    }),
  ];
  return entries.filter((item) => item !== false);
}

/** What makes sense for several entries at once. `onDelete`: before they are deleted. */
export function severalEntries(entryIds: readonly string[], state: State, onDelete?: () => void): MenuEntry[] {
  const withKeys = keyedFor(state.app.platform);
  const keyed = (key: 'task' | 'copy' | 'delete', item: MenuEntry) => withKeys(ENTRY_KEYS[key], { ...item, key });
  const move = (to: Payload<'time.move-entries'>['to']) =>
    void send('time.move-entries', { entryIds: [...entryIds], to });
  const known = [...state.tasks.tasks.map(taskRef), ...state.time.today.map(({ task }) => task)];
  const tasks = new Map(known.map((task) => [taskKey(task), task]));
  const days = Array.from({ length: DAYS }, (_, back) => localDay(addDays(Date.now(), -back)));
  return [
    keyed('task', {
      label: entryMessages.toTask,
      more: () => ({
        entries: [...tasks].map(([key, { taskId, accountId, identifier, title }]) => ({
          key,
          label: `${identifier} ${title}`,
          about: state.accounts.find(({ id }) => id === accountId)?.server,
          onChoose: () => move({ taskId, accountId }),
        })),
      }),
    }),
    {
      key: 'day',
      label: entryMessages.toDay,
      more: () => ({
        entries: days.map((day) => ({ key: day, label: shortDay(`${day}T12:00`), onChoose: () => move({ day }) })),
      }),
    },
    ...copyAndDelete([...entryIds], keyed, onDelete),
  ];
}

const copyAndDelete = (
  entryIds: string[],
  keyed: (key: 'copy' | 'delete', item: MenuEntry) => MenuEntry,
  onDelete?: () => void,
): MenuEntry[] => [
  keyed('copy', { label: entryMessages.copy, onChoose: () => void send('time.copy', { entryIds }) }),
  keyed('delete', {
    label: entryMessages.delete,
    danger: true,
    apart: true,
    movesFocus: entryIds.length === 1,
    onChoose() {
      onDelete?.();
      void send('time.delete', { entryIds });
    },
  }),
];

/** Starts a timer with the entry's task and note, or stops the running entry. */
export function toggleTimer({ id: entryId, endTime }: Pick<EntryView, 'id' | 'endTime'>): void {
  void (endTime === null ? send('timer.stop', {}) : send('time.continue', { entryId }));
}

/** Runs the command with these keys; one with a page of its own opens the menu there. Selected text keeps its own key for copying. */
function runKeys(
  event: React.KeyboardEvent<HTMLElement>,
  entries: readonly MenuEntry[],
  openAt: (path: readonly string[]) => void,
): void {
  const keys = pressedKeys(event);
  const isText = keys === ENTRY_KEYS.copy && getSelection()?.isCollapsed === false;
  const entry =
    keys === ENTRY_KEYS.edit || event.repeat || isText ? undefined : entries.find((one) => one.keys === keys);
  if (entry === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (entry.more) openAt([entry.key ?? entry.label]);
  else entry.onChoose?.();
}

/** For the element of an entry among the Tab stops of a list. `day`: that shows it. */
export function useEntryMenu(entry: MenuTimeEntry, day: string) {
  const [opened, setOpened] = useState<{ at: DOMRect; row: HTMLElement; opensAt: readonly string[] } | null>(null);
  const platform = useAppState((state) => state.app.platform);
  const count = selectedWith('time', entry.id).length;
  const entriesOf = (row: HTMLElement) => {
    const ids = selectedWith('time', entry.id);
    const { state } = usePublished.getState();
    const onDelete = () => focusNext(row, ids);
    return ids.length > 1 && state
      ? severalEntries(ids, state, onDelete)
      : entryEntries(entry, { day, platform, onDelete });
  };
  return {
    events: {
      onContextMenu(event: React.MouseEvent<HTMLElement>) {
        event.preventDefault();
        setOpened({ at: menuPlace(event), row: event.currentTarget, opensAt: [] });
      },
      onKeyDown(event: React.KeyboardEvent<HTMLElement>) {
        const row = event.currentTarget;
        runKeys(event, entriesOf(row), (opensAt) => setOpened({ at: row.getBoundingClientRect(), row, opensAt }));
      },
    },
    menu: opened && (
      <PopMenu
        label={
          count > 1
            ? taskPageMessages.selection.entryActions({ count })
            : entryMessages.menu({ identifier: entry.task.identifier })
        }
        at={opened.at}
        page={{ entries: entriesOf(opened.row), isCommands: true }}
        opensAt={opened.opensAt}
        onClose={() => setOpened(null)}
      />
    ),
  };
}

/** The next entry of the list that stays, or the one before, or the view. Gaps beside the entry, and fixes, become others. */
function focusNext(row: HTMLElement, leaving: readonly string[]): void {
  const all = [...(row.closest('ul')?.querySelectorAll<HTMLElement>('[data-stop]:not([data-stop*=" "])') ?? [])];
  const stays = (stop: HTMLElement) => !leaving.includes(stop.dataset.stop ?? '');
  const at = all.indexOf(row);
  const next = all.slice(at + 1).find(stays) ?? all.slice(0, at).findLast(stays);
  (next ?? row.closest<HTMLElement>('section[tabindex]'))?.focus();
}
