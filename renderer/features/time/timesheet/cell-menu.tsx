import type { EntryView } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { useAppState } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';
import { PopMenu } from '../../../ui/menu.tsx';
import type { MenuEntry } from '../../../ui/menu-pages.tsx';
import { entryEntries } from '../../../widgets/entry-menu.tsx';
import type { CellAt } from './use-cell-edit.ts';

/** The menu of the cell's entry; of several, each has a page of its own. Opens when they are read. */
export function CellMenu({ cell: { taskId, day }, at, onClose }: { cell: CellAt; at: DOMRect; onClose: () => void }) {
  const platform = useAppState((state) => state.app.platform);
  const { value } = useRead('time.day', { day });
  const entries = value?.entries.filter(({ task }) => task.taskId === taskId) ?? [];
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
      label={messages.entry.menu({ identifier: first.task.identifier })}
      at={at}
      page={{ entries: others.length === 0 ? itemsOf(first) : entries.map(pageOf), isCommands: true }}
      onClose={onClose}
    />
  );
}
