import type { ReactNode } from 'react';
import type { TaskField, TaskPageView, TaskView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import type { Priority } from '../../../../shared/tasks/priority.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { PriorityMark } from '../../../ui/marks.tsx';
import menuStyles from '../../../ui/menu.module.css';
import { type MenuEntry, MenuPages } from '../../../ui/menu-pages.tsx';
import { ProjectIcon } from '../../../ui/project-icon.tsx';
import { ProgressIcon } from '../../../widgets/progress-icon.tsx';
import { personEntries, priorityEntries, projectEntries, statusEntries } from '../../../widgets/task-values.tsx';
import { DateProperties } from './date-properties.tsx';
import { Labels } from './labels.tsx';
import styles from './properties.module.css';
import { missingPermissionReason, Property, type PropertyProps } from './property.tsx';
import { UnsentMark } from './unsent-mark.tsx';

export function Properties({ task, taskPage }: PropertyProps) {
  return (
    <dl className={styles.properties}>
      <Status task={task} taskPage={taskPage} />
      <Project task={task} taskPage={taskPage} />
      <PriorityProperty task={task} taskPage={taskPage} />
      <DateProperties task={task} taskPage={taskPage} />
      {taskPage && <Assignee task={task} taskPage={taskPage} />}
      <Labels task={task} taskPage={taskPage} />
    </dl>
  );
}

const isUnsent = (taskPage: TaskPageView | null, field: TaskField): boolean =>
  taskPage?.unsent.includes(field) ?? false;

interface MenuPropertyProps extends PropertyProps {
  field: TaskField;
  name: string;
  letter?: string;
  isFixed?: boolean;
  entries: () => MenuEntry[];
  children: ReactNode;
}

function MenuProperty({ taskPage, field, name, letter, isFixed = false, entries, children }: MenuPropertyProps) {
  return (
    <Property
      name={name}
      letter={letter}
      disabledReason={taskPage === null ? undefined : missingPermissionReason(taskPage, 'task:update')}
      isFixed={taskPage === null || isFixed}
      content={(close) => <MenuPages label={name} page={{ entries: entries() }} onClose={close} />}
    >
      {children}
      <UnsentMark isUnsent={isUnsent(taskPage, field)} />
    </Property>
  );
}

function Status(props: PropertyProps) {
  const { task, taskPage } = props;
  const places = taskPage?.places ?? [];
  const set = (status: string) => void send('tasks.change', { changes: [{ taskId: task.id, status }] });
  return (
    <MenuProperty
      {...props}
      field="status"
      name={taskPageMessages.status}
      letter="M"
      entries={() => statusEntries(task.status, places, set)}
    >
      <ProgressIcon slug={task.status} places={places} />
      <bdi className="truncate">{task.statusName ?? task.status}</bdi>
    </MenuProperty>
  );
}

function Project(props: PropertyProps) {
  const { task } = props;
  const projects = useAppState((state) => state.projects);
  return (
    <MenuProperty
      {...props}
      field="project"
      name={taskPageMessages.project}
      isFixed={projects === null}
      entries={() => projectEntries(task.id, task.projectId, projects ?? [])}
    >
      <ProjectIcon icon={projects?.find(({ id }) => id === task.projectId)?.icon ?? null} />
      <bdi className="truncate">{task.projectName}</bdi>
    </MenuProperty>
  );
}

function PriorityProperty(props: PropertyProps) {
  const { id: taskId, priority } = props.task;
  const set = (to: Priority) => void send('tasks.change', { changes: [{ taskId, priority: to }] });
  return (
    <MenuProperty
      {...props}
      field="priority"
      name={taskPageMessages.priority}
      letter="P"
      entries={() => priorityEntries(priority, set)}
    >
      <PriorityMark priority={priority} />
      {messages.tasks.priorityName[priority]}
    </MenuProperty>
  );
}

function Assignee({ task, taskPage }: { task: TaskView; taskPage: TaskPageView }) {
  const { assignee } = taskPage;
  const name = assignee?.name ?? '';
  return (
    <Property
      name={taskPageMessages.assignee}
      letter="A"
      disabledReason={missingPermissionReason(taskPage, 'task:assign')}
      isFixed={false}
      content={(close) => <People taskId={task.id} assignee={assignee} close={close} />}
    >
      {assignee === null ? (
        <span className="faint">{taskPageMessages.nobody}</span>
      ) : (
        <>
          <Avatar id={assignee.id} name={name} className={styles.avatar} />
          <bdi className="truncate">{name}</bdi>
        </>
      )}
      <UnsentMark isUnsent={isUnsent(taskPage, 'assignee')} />
    </Property>
  );
}

interface PeopleProps {
  taskId: string;
  assignee: TaskPageView['assignee'];
  close: () => void;
}

function People({ taskId, assignee, close }: PeopleProps) {
  const { value: choices, error } = useRead('tasks.choices', { taskId });
  if (choices === null && error === null)
    return (
      <div className={menuStyles.loading}>
        <Spinner />
      </div>
    );
  return (
    <MenuPages
      label={taskPageMessages.assignee}
      page={{
        entries: personEntries(
          assignee,
          choices?.people ?? [],
          (userId) => void send('tasks.change', { changes: [{ taskId, userId }] }),
        ),
      }}
      onClose={close}
    />
  );
}
