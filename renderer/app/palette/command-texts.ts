import type { LucideIcon } from 'lucide-react';
import type { State } from '../../../shared/contract/index.ts';
import { assistantsPageMessages } from '../../../shared/i18n/generated/assistants-page.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import {
  BellIcon,
  CalendarIcon,
  ClockIcon,
  DeleteIcon,
  DownloadIcon,
  EditIcon,
  EyeOffIcon,
  FilterIcon,
  FocusIcon,
  InfoIcon,
  PersonIcon,
  PinIcon,
  PlusIcon,
  PrintIcon,
  RedoIcon,
  RefreshIcon,
  ServerIcon,
  SettingsIcon,
  SwitchIcon,
  TaskListIcon,
  ToolsIcon,
  ToTrayIcon,
  UndoIcon,
  UnsentIcon,
  WindowIcon,
} from '../../ui/icons.tsx';
import { type CommandId, focusAction } from '../commands.ts';

/** Marks of our own drawing are named. */
export type LineIcon = LucideIcon | 'stop' | 'play' | 'board';

interface CommandText {
  title: string;
  icon: LineIcon;
}

/** `tracked`: the length of the running entry. */
export const commandText = (id: Exclude<CommandId, 'palette'>, tracked: string, state: State): CommandText => {
  const { commands } = paletteMessages;
  const texts: Record<typeof id, CommandText> = {
    stop: { title: commands.stop({ tracked }), icon: 'stop' },
    newTask: { title: commands.newTask, icon: PlusIcon },
    newEntry: { title: commands.newEntry, icon: PlusIcon },
    note: { title: commands.note, icon: EditIcon },
    start: { title: commands.start, icon: ClockIcon },
    switchTask: { title: commands.switchTask, icon: SwitchIcon },
    focus: { title: focusTitle(state), icon: FocusIcon },
    endFocus: { title: commands.endFocus, icon: FocusIcon },
    discard: { title: commands.discard, icon: DeleteIcon },
    undo: { title: commands.undo, icon: UndoIcon },
    redo: { title: commands.redo, icon: RedoIcon },
    recentChanges: { title: messages.status.recentChanges, icon: UndoIcon },
    filter: { title: commands.filter, icon: FilterIcon },
    refresh: { title: commands.refresh, icon: RefreshIcon },
    exportWeek: { title: commands.exportWeek, icon: DownloadIcon },
    report: { title: commands.report, icon: PrintIcon },
    reportLastWeek: { title: commands.reportLastWeek, icon: PrintIcon },
    pauseReminders: { title: commands.pauseReminders, icon: BellIcon },
    resumeReminders: { title: commands.resumeReminders, icon: BellIcon },
    keepOpen: { title: commands.keepOpen, icon: PinIcon },
    letClose: { title: commands.letClose, icon: PinIcon },
    openAsWindow: { title: messages.openAsWindow, icon: WindowIcon },
    openAtIcon: { title: messages.openAtIcon, icon: ToTrayIcon },
    hide: { title: commands.hide, icon: EyeOffIcon },
    tasks: { title: messages.tabs.tasks, icon: TaskListIcon },
    board: { title: messages.tabs.board, icon: 'board' },
    time: { title: messages.tabs.time, icon: ClockIcon },
    week: { title: commands.week, icon: CalendarIcon },
    month: { title: commands.month, icon: CalendarIcon },
    goToDate: { title: commands.goToDate, icon: CalendarIcon },
    yesterday: { title: commands.yesterday, icon: CalendarIcon },
    settings: { title: messages.settingsButton, icon: SettingsIcon },
    account: { title: commands.account, icon: PersonIcon },
    unsent: { title: commands.unsent, icon: UnsentIcon },
    assistants: { title: assistantsPageMessages.title, icon: ToolsIcon },
    notifications: { title: commands.notifications, icon: BellIcon },
    server: { title: commands.server, icon: ServerIcon },
    connectedTools: { title: commands.connectedTools, icon: ToolsIcon },
    keys: { title: commands.keys, icon: InfoIcon },
    newProject: { title: commands.newProject, icon: PlusIcon },
  };
  return texts[id];
};

function focusTitle(state: State): string {
  const { commands } = paletteMessages;
  const { minutes, breakMinutes } = state.settings.focus;
  switch (focusAction(state)) {
    case 'next':
      return commands.focusNext;
    case 'start':
      return commands.focus({ minutes });
    default:
      return commands.focusBreak({ minutes: state.focus.session?.breakMinutes ?? breakMinutes });
  }
}
