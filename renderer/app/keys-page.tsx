/** Every key, by the place where it works. */

import { boardMessages } from '../../shared/i18n/generated/board.ts';
import { entryMessages } from '../../shared/i18n/generated/entry.ts';
import { keysPageMessages } from '../../shared/i18n/generated/keys-page.ts';
import { paletteMessages } from '../../shared/i18n/generated/palette.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { closePage } from '../state/navigation.ts';
import { Page } from '../ui/header.tsx';
import { Box } from '../ui/setting-row.tsx';
import { ENTRY_KEYS } from '../widgets/entry-menu.tsx';
import { TASK_KEYS } from '../widgets/task-keys.ts';
import styles from './keys-page.module.css';
import { Keys } from './palette/keys.tsx';

/** Electron accelerators, any of which does it. */
type Row = [keys: string[], does: string];

const CONTROL = 'CommandOrControl';

/** They work on a task's row, card and page. */
function taskRows(): Row[] {
  const { status, priority, due, assignee, labels, menu } = taskPageMessages;
  const does: Record<(typeof TASK_KEYS)[keyof typeof TASK_KEYS], string> = {
    [TASK_KEYS.timer]: keysPageMessages.tasks.start,
    [TASK_KEYS.addTime]: messages.tasks.addTime,
    [TASK_KEYS.moveTimer]: keysPageMessages.tasks.moveTimer,
    [TASK_KEYS.status]: status,
    [TASK_KEYS.priority]: priority,
    [TASK_KEYS.due]: due,
    [TASK_KEYS.assignee]: assignee,
    [TASK_KEYS.labels]: labels,
    [TASK_KEYS.title]: menu.title,
    [TASK_KEYS.comment]: menu.comment,
    [TASK_KEYS.copyLink]: menu.copyLink,
    [TASK_KEYS.copyIdentifier]: menu.copyIdentifier,
    [TASK_KEYS.browser]: boardMessages.openInBrowser,
    [TASK_KEYS.delete]: taskPageMessages.delete.open,
  };
  return Object.entries(does).map(([keys, text]) => [[keys], text]);
}

function entryRows(): Row[] {
  return [
    [[ENTRY_KEYS.edit], entryMessages.open],
    [[ENTRY_KEYS.end], entryMessages.changeEnd],
    [[ENTRY_KEYS.timer], keysPageMessages.day.continue],
    [[ENTRY_KEYS.duplicate], entryMessages.duplicate],
    [[ENTRY_KEYS.split], entryMessages.split],
    [[ENTRY_KEYS.task], entryMessages.toTask],
    [[ENTRY_KEYS.copy], entryMessages.copy],
    [[ENTRY_KEYS.delete], entryMessages.delete],
  ];
}

function sections(): { title: string; rows: Row[] }[] {
  const { anywhere, tasks, board, day, gap, week, report, palette, places } = keysPageMessages;
  return [
    {
      title: places.anywhere,
      rows: [
        [[`${CONTROL}+K`], messages.find],
        [[`${CONTROL}+1`], messages.tabs.tasks],
        [[`${CONTROL}+2`], messages.tabs.board],
        [[`${CONTROL}+3`], messages.tabs.time],
        [[`${CONTROL}+4`], messages.tabs.week],
        [[`${CONTROL}+G`], paletteMessages.commands.goToDate],
        [[`${CONTROL}+N`], messages.newTask],
        [['F6'], messages.timer.region],
        [[`${CONTROL}+.`], anywhere.stop],
        [[`${CONTROL}+M`], anywhere.note],
        [[`${CONTROL}+Shift+B`], anywhere.start],
        [[`${CONTROL}+Shift+F`], anywhere.focus],
        [[`${CONTROL}+Z`], anywhere.undo],
        [[`${CONTROL}+Shift+Z`], anywhere.redo],
        [[`${CONTROL}+,`], messages.settingsButton],
        [[`${CONTROL}+Plus`, `${CONTROL}+-`, `${CONTROL}+0`], anywhere.zoom],
        [[`${CONTROL}+Alt+1`, `${CONTROL}+Alt+0`], anywhere.accounts],
        [['Escape'], anywhere.back],
        [['?'], keysPageMessages.title],
      ],
    },
    {
      title: messages.tabs.tasks,
      rows: [
        [['Up', 'Down', 'J', 'K'], tasks.move],
        [['Enter'], tasks.start],
        [['Space'], tasks.open],
        [['Shift+F10'], tasks.menu],
        [['X'], tasks.select],
        [['Shift+Up', 'Shift+Down'], tasks.selectMore],
        [[`${CONTROL}+A`], tasks.selectAll],
        [['Alt+Up', 'Alt+Down'], tasks.group],
        [['/'], tasks.filter],
      ],
    },
    {
      title: places.task,
      rows: taskRows(),
    },
    {
      title: messages.tabs.board,
      rows: [
        [['Up', 'Down', 'Left', 'Right'], board.card],
        [['Enter'], tasks.open],
        [['Space'], board.pickUp],
        [['Alt+Up', 'Alt+Down'], board.move],
        [['Alt+Left', 'Alt+Right'], board.column],
        [['N'], messages.newTask],
        [['/'], board.search],
      ],
    },
    {
      title: places.entry,
      rows: entryRows(),
    },
    {
      title: places.day,
      rows: [
        [['Up', 'Down'], day.entry],
        [['Alt+Up', 'Alt+Down'], day.move],
        [['Shift+Up', 'Shift+Down'], day.end],
        [[`${CONTROL}+Shift+Up`, `${CONTROL}+Shift+Down`], day.start],
        [['Enter'], day.edit],
        [['N'], day.add],
        [['F'], day.fill],
        [['Plus', '-'], day.zoom],
        [['Left', 'Right'], day.other],
        [['T'], day.today],
      ],
    },
    {
      title: places.gap,
      rows: [
        [['Up', 'Down', '1–5'], gap.choose],
        [['Enter'], gap.add],
        [['Shift+Tab'], gap.times],
        [['/'], gap.other],
        [['N'], gap.notWork],
        [['.'], gap.menu],
        [['S'], gap.skip],
      ],
    },
    {
      title: messages.tabs.week,
      rows: [
        [['Up', 'Down', 'Left', 'Right'], week.cell],
        [['Enter'], week.edit],
        [['Alt+Enter'], week.entries],
        [['Escape'], week.leave],
        [['T'], day.today],
        [[`${CONTROL}+E`], week.report],
        [[`${CONTROL}+P`], week.print],
      ],
    },
    {
      title: places.report,
      rows: [
        [[`${CONTROL}+S`], report.save],
        [[`${CONTROL}+P`], report.print],
      ],
    },
    {
      title: places.palette,
      rows: [
        [['Up', 'Down'], palette.choose],
        [['Enter'], palette.run],
        [['Tab'], palette.more],
        [['Backspace'], palette.back],
        [[`${CONTROL}+Enter`], palette.newTask],
        [['Shift+Enter'], palette.server],
      ],
    },
  ];
}

export default function KeysPage() {
  return (
    <Page title={keysPageMessages.title} onBack={closePage} hasRows>
      {sections().map(({ title, rows }) => (
        <Box key={title} title={title}>
          <dl className={styles.keys}>
            {rows.map(([keys, does]) => (
              <div key={does} className={styles.row}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((one) => (
                    <span key={one} className={styles.key}>
                      <Keys keys={one} />
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Box>
      ))}
    </Page>
  );
}
