import { isSameTask } from '../../../../shared/accounts.ts';
import type { DayView, EntryView, TaskRef } from '../../../../shared/contract/index.ts';
import { clock, shortDay } from '../../../../shared/i18n/format-dates.ts';
import { entryMessages } from '../../../../shared/i18n/generated/entry.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import { request, send, useAppState, usePublished } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';
import { PopMenu } from '../../../ui/menu.tsx';
import type { MenuEntry } from '../../../ui/menu-pages.tsx';
import { ENTRY_KEYS, entryEntries } from '../../../widgets/entry-menu.tsx';
import type { CellAt } from './use-cell-edit.ts';

const entriesOf = ({ entries }: DayView, task: TaskRef): EntryView[] =>
  entries.filter((entry) => isSameTask(entry.task, task));

/**
 * The commands of an entry of the cell. Deleting its only entry leaves what that has on other days; one of several is deleted as a
 * whole, because only the total of a cell can be changed.
 */
function commandsOf(entry: EntryView, { task, day }: CellAt, platform: string, isOnly: boolean): MenuEntry[] {
  const commands = entryEntries(entry, { day, platform });
  const { from, to } = dayBounds(day);
  const { startTime, endTime } = entry;
  if (Date.parse(startTime) >= from && (endTime === null ? Date.now() : Date.parse(endTime)) <= to) return commands;
  const { taskId, accountId } = task;
  const days = { from: shortDay(startTime), to: endTime === null ? timePageMessages.now : shortDay(endTime) };
  const part = isOnly
    ? { about: shortDay(from), onChoose: () => void send('timesheet.edit-cell', { taskId, accountId, day, ms: 0 }) }
    : { about: timePageMessages.span(days) };
  return commands.map((command) => (command.keys === ENTRY_KEYS.delete ? { ...command, ...part } : command));
}

/** Runs the command with these keys on the cell's entry; for several, `choose` asks which. */
export async function runCellKeys(cell: CellAt, keys: string, choose: () => void): Promise<void> {
  const answer = await request('time.day', { day: cell.day });
  const { state } = usePublished.getState();
  if (!answer.ok || state === null) return;
  const [first, ...others] = entriesOf(answer.value, cell.task);
  if (others.length > 0) choose();
  else if (first)
    commandsOf(first, cell, state.app.platform, true)
      .find((command) => command.keys === keys)
      ?.onChoose?.();
}

/** The menu of the cell's entry; of several, each has a page of its own. Opens when they are read. */
export function CellMenu({ cell, at, onClose }: { cell: CellAt; at: DOMRect; onClose: () => void }) {
  const platform = useAppState((state) => state.app.platform);
  const { value } = useRead('time.day', { day: cell.day });
  const entries = value ? entriesOf(value, cell.task) : [];
  const [first, ...others] = entries;
  if (first === undefined) return null;
  const itemsOf = (entry: EntryView): MenuEntry[] => commandsOf(entry, cell, platform, others.length === 0);
  const pageOf = (entry: EntryView): MenuEntry => ({
    key: entry.id,
    label: timePageMessages.span({
      from: clock(entry.startTime),
      to: entry.endTime === null ? timePageMessages.now : clock(entry.endTime),
    }),
    result: entry.note,
    more: () => ({ entries: itemsOf(entry), isCommands: true }),
  });
  return (
    <PopMenu
      label={entryMessages.menu({ identifier: first.task.identifier })}
      at={at}
      page={{ entries: others.length === 0 ? itemsOf(first) : entries.map(pageOf), isCommands: true }}
      onClose={onClose}
    />
  );
}
