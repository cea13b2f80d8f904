/** The commands of a task's menu as lines of the palette. */
import { isValidElement } from 'react';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import type { PaletteTask } from '../../../shared/palette/tasks.ts';
import {
  BellIcon,
  BrowserIcon,
  ClockIcon,
  CommentIcon,
  CopyIcon,
  DeleteIcon,
  EditIcon,
  FlagIcon,
  FolderIcon,
  LabelIcon,
  LinkIcon,
  PersonIcon,
  StatusIcon,
  SwitchIcon,
} from '../../ui/icons.tsx';
import type { MenuEntry, MenuPage } from '../../ui/menu-pages.tsx';
import { openBoard } from '../../widgets/open-board.ts';
import { taskEntries } from '../../widgets/task-menu.tsx';
import type { LineIcon } from './command-texts.ts';
import { action, type Line, type Sources } from './line.ts';

const ICONS: Partial<Record<string, LineIcon>> = {
  open: EditIcon,
  timer: 'play',
  stop: 'stop',
  'move-timer': SwitchIcon,
  'add-time': ClockIcon,
  status: StatusIcon,
  project: FolderIcon,
  priority: FlagIcon,
  due: BellIcon,
  assignee: PersonIcon,
  labels: LabelIcon,
  title: EditIcon,
  comment: CommentIcon,
  'copy-link': LinkIcon,
  'copy-identifier': CopyIcon,
  browser: BrowserIcon,
  delete: DeleteIcon,
};

export function taskActions(task: PaletteTask, { state, view }: Sources): Line[] {
  const project = view.projects.find((one) => one.id === task.projectId && one.accountId === task.accountId);
  return [
    ...taskEntries(task, state, { opensWith: 'Space' }).map(lineOf),
    ...(project
      ? [action('board', paletteMessages.board({ project: project.name }), 'board', () => void openBoard(project))]
      : []),
  ];
}

function lineOf({ key, label, icon, keys, chosen = false, checked = false, ...entry }: MenuEntry): Line {
  const id = key ?? label;
  const { more, read, movesFocus, onChoose } = entry;
  const linesOf = ({ entries, last }: MenuPage): Line[] => [...entries, ...(last ? [last] : [])].map(lineOf);
  return action(id, label, isValidElement(icon) ? icon : (ICONS[id] ?? null), () => onChoose?.(), {
    // A letter is typed here.
    ...(keys !== undefined && keys.length > 1 && { keys }),
    ...((chosen || checked) && { isChosen: true }),
    ...(movesFocus && { movesFocus }),
    ...(more && { isMenu: true, actions: () => linesOf(more()) }),
    ...(read && { isMenu: true, read: async () => linesOf(await read()) }),
  });
}
