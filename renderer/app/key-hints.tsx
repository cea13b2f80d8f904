import { entryMessages } from '../../shared/i18n/generated/entry.ts';
import { keysPageMessages } from '../../shared/i18n/generated/keys-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { useTimeViews } from '../features/time/view-state.ts';
import { useAppState } from '../state/main-process.ts';
import { areTogether, isBesideList, isToday, useNavigation } from '../state/navigation.ts';
import { useSelectedList } from '../state/selection.ts';
import { useDayLayout, useShownTime } from '../state/shown-time.ts';
import { useColumns } from '../state/window-columns.ts';
import { Keys } from './status-line.tsx';

/** Hints about keys, for keyboard users. */
export default function KeyHints() {
  const page = useNavigation(({ page }) => page);
  const tab = useNavigation(({ tab }) => tab);
  const view = useDayLayout();
  const filtering = useNavigation(({ filter }) => filter !== null);
  const opened = useShownTime(({ openEntry }) => openEntry);
  const timesheetLayout = useShownTime(({ timesheetLayout }) => timesheetLayout);
  const editing = opened !== null;
  const selected = useSelectedList();
  const isTyping = useTimeViews(({ preview }) => preview !== null);
  const hasTasks = useAppState((state) => state.tasks.tasks.length > 0);
  const isWide = useColumns() > 1;
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const { keys } = messages.status;
  const { hints } = keysPageMessages;
  const control = isMac ? keys.command : keys.control;
  let shown: [string, string][] = [];
  if (isWide && isBesideList({ tab, page }))
    shown = [
      [keys.upDown, hints.otherTask],
      [keys.tab, hints.intoPage],
      [keys.s, hints.timer],
      [keys.e, hints.title],
      [keys.c, hints.comment],
      [keys.esc, hints.close],
    ];
  else if (page?.name === 'taskPage')
    shown = [
      [keys.s, hints.timer],
      [keys.m, hints.move],
      [keys.esc, hints.back],
    ];
  else if (page?.name === 'report')
    shown = [
      [`${control} ${keys.s}`, hints.save],
      [`${control} ${keys.p}`, hints.print],
      [keys.esc, hints.back],
    ];
  else if (page?.name === 'recentChanges')
    shown = [
      [keys.u, hints.undo],
      [keys.esc, hints.back],
    ];
  else if (page !== null) shown = [[keys.esc, hints.back]];
  else if (selected !== null && areTogether(tab, selected))
    shown = [
      [keys.x, hints.select],
      [keys.shiftUpDown, hints.more],
      [keys.esc, hints.none],
      [`${control} ${keys.a}`, hints.all],
    ];
  // The end of a review has nothing to choose.
  else if (tab === 'time' && opened?.kind === 'fill' && opened.from === opened.to) shown = [[keys.esc, hints.close]];
  else if (tab === 'time' && opened?.kind === 'fill')
    shown = [
      ['1–5', hints.choose],
      [keys.shiftTab, hints.times],
      ['.', hints.menu],
      [keys.esc, hints.close],
    ];
  else if (tab === 'time' && editing)
    shown = [
      [keys.enter, (opened.kind === 'add' ? entryMessages.addIt : entryMessages.save).toLowerCase()],
      [keys.esc, messages.cancel.toLowerCase()],
    ];
  else if (tab === 'timesheet' && isTyping)
    shown = [
      [keys.enter, hints.keep],
      [keys.altEnter, hints.seeEntries],
      [keys.esc, hints.leaveIt],
    ];
  else if (tab === 'timesheet' && timesheetLayout === 'month') shown = [[keys.enter, hints.open]];
  else if (tab === 'timesheet')
    shown = [
      [keys.arrows, hints.cell],
      [keys.digits, hints.type],
      [keys.altEnter, hints.seeEntries],
    ];
  else if (tab === 'time' && view === 'day')
    shown = [
      [keys.upDown, hints.entry],
      [keys.altUpDown, hints.move],
      [keys.shiftUpDown, hints.longer],
      [keys.f, hints.fillGap],
    ];
  else if (tab === 'time')
    shown = [
      [keys.enter, hints.edit],
      [keys.c, hints.continue],
    ];
  else if (tab === 'board')
    shown = filtering
      ? [[keys.esc, hints.clear]]
      : [
          [keys.enter, hints.open],
          [keys.space, hints.move],
          [keys.s, hints.timer],
        ];
  else if (hasTasks && filtering)
    shown = [
      [keys.enter, hints.start],
      [keys.esc, hints.clear],
    ];
  else if (hasTasks)
    shown = [
      [keys.enter, hints.start],
      [keys.space, hints.taskPage],
      [keys.slash, hints.filter],
    ];
  if (isWide && page === null && isToday(tab) && !editing && !filtering)
    shown.push(
      [`${control} 1`, hints.tasks],
      [`${control} 3`, hints.day],
      [`${control} 4`, hints.week],
      [`${control} ${keys.k}`, hints.anything],
    );
  return <Keys keys={shown} />;
}
