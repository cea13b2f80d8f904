/** The values of a task to choose from, in its menu and on its page. */
import type { State, TaskPageView } from '../../shared/contract/index.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { PRIORITIES, type Priority, type ReadPriority } from '../../shared/tasks/priority.ts';
import { send } from '../state/main-process.ts';
import { Avatar } from '../ui/avatar.tsx';
import { PriorityMark } from '../ui/marks.tsx';
import type { MenuEntry } from '../ui/menu-pages.tsx';
import { ProjectIcon } from '../ui/project-icon.tsx';
import { ProgressIcon } from './progress-icon.tsx';

type Person = NonNullable<TaskPageView['assignee']>;

export const statusEntries = (
  status: string | undefined,
  places: TaskPageView['places'],
  set: (status: string) => void,
): MenuEntry[] =>
  places.map(({ slug, name }) => ({
    key: slug,
    label: name,
    icon: <ProgressIcon slug={slug} places={places} />,
    chosen: slug === status,
    onChoose: () => set(slug),
  }));

export const projectEntries = (
  taskId: string,
  present: string | undefined,
  projects: NonNullable<State['projects']>,
): MenuEntry[] =>
  projects.map(({ id, name, icon }) => ({
    key: id,
    label: name,
    icon: <ProjectIcon icon={icon} />,
    chosen: id === present,
    onChoose: () => void (id !== present && send('tasks.set-project', { taskId, projectId: id })),
  }));

export const priorityEntries = (
  priority: ReadPriority | null | undefined,
  set: (priority: Priority) => void,
): MenuEntry[] =>
  PRIORITIES.map(({ id }) => ({
    key: id,
    label: messages.tasks.priorityName[id],
    icon: <PriorityMark priority={id} />,
    chosen: id === priority,
    onChoose: () => set(id),
  }));

/** Nobody first. The assignee may have left the workspace. */
export function personEntries(
  assignee: Person | null | undefined,
  people: readonly Person[],
  assign: (userId: string | null) => void,
): MenuEntry[] {
  const all = assignee == null || people.some(({ id }) => id === assignee.id) ? people : [assignee, ...people];
  return [
    { key: 'nobody', label: taskPageMessages.nobody, chosen: assignee === null, onChoose: () => assign(null) },
    ...all.map(({ id, name }) => ({
      key: `person ${id}`,
      label: name,
      icon: <Avatar id={id} name={name} />,
      chosen: id === assignee?.id,
      onChoose: () => assign(id),
    })),
  ];
}
