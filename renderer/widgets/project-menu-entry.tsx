import type { ProjectChoice } from '../../shared/contract/index.ts';
import { boardMessages } from '../../shared/i18n/generated/board.ts';
import { send } from '../state/store.ts';
import { type MenuEntry, MenuLoading, MenuNote } from '../ui/menu-pages.tsx';
import { ProjectIcon } from '../ui/project-icon.tsx';

/** Moves a task to another project. `projects`: null while loading. */
export function projectMenuEntry(
  task: { id: string; projectId: string },
  projects: readonly ProjectChoice[] | null,
  disabledReason: string | undefined,
): MenuEntry {
  const others = projects?.filter(({ id }) => id !== task.projectId) ?? [];
  const content =
    projects === null ? (
      <MenuLoading what={boardMessages.projects} />
    ) : others.length === 0 ? (
      <MenuNote>{boardMessages.noOtherProject}</MenuNote>
    ) : undefined;
  return {
    key: 'project',
    label: boardMessages.toProject,
    disabledReason,
    more: () => ({
      content,
      entries: others.map(({ id, name, icon }) => ({
        key: id,
        label: name,
        icon: <ProjectIcon icon={icon} />,
        onChoose: () => void send('tasks.set-project', { taskId: task.id, projectId: id }),
      })),
    }),
  };
}
