import { isSameTask } from '../../../../shared/accounts.ts';
import type { DayView, EntryView, TaskRef } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
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

function isWithin({ startTime, endTime }: EntryView, day: string): boolean {
  const { from, to } = dayBounds(day);
  return Date.parse(startTime) >= from && (endTime === null ? Date.now() : Date.parse(endTime)) <= to;
}

/**
 * Runs the command with these keys on the cell's entry; for several, `choose` asks which. Delete leaves what the entry has on other
 * days.
 */
export async function runCellKeys({ task, day }: CellAt, keys: string, choose: () => void): Promise<void> {
  const answer = await request('time.day', { day });
  const { state } = usePublished.getState();
  if (!answer.ok || state === null) return;
  const [first, ...others] = entriesOf(answer.value, task);
  if (others.length > 0) choose();
  else if (first && keys === ENTRY_KEYS.delete && !isWithin(first, day))
    void send('timesheet.edit-cell', { taskId: task.taskId, accountId: task.accountId, day, ms: 0 });
  else if (first)
    entryEntries(first, { day, platform: state.app.platform })
      .find((entry) => entry.keys === keys)
      ?.onChoose?.();
}

/** The menu of the cell's entry; of several, each has a page of its own. Opens when they are read. */
export function CellMenu({ cell: { task, day }, at, onClose }: { cell: CellAt; at: DOMRect; onClose: () => void }) {
  const platform = useAppState((state) => state.app.platform);
  const { value } = useRead('time.day', { day });
  const entries = value ? entriesOf(value, task) : [];
  const [first, ...others] = entries;
  if (first === undefined) return null;
  const itemsOf = (entry: EntryView): MenuEntry[] => entryEntries(entry, { day, platform });
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
