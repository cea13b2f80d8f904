import type { TaskField, TaskPageView, TaskView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { PriorityMark } from '../../../ui/marks.tsx';
import menuStyles from '../../../ui/menu.module.css';
import { MenuPages } from '../../../ui/menu-pages.tsx';
import { ProjectIcon } from '../../../ui/project-icon.tsx';
import { ProgressIcon } from '../../../widgets/progress-icon.tsx';
import { personEntries, priorityEntries, projectEntries, statusEntries } from '../../../widgets/task-values.tsx';
import { DateProperties } from './date-properties.tsx';
import { Labels } from './labels.tsx';
import styles from './properties.module.css';
import { missingPermissionReason, Property, type PropertyProps } from './property.tsx';
import { UnsentMark } from './unsent-mark.tsx';

/** The properties of a task, editable in place. */
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

function Status({ task, taskPage }: PropertyProps) {
  const name = task.statusName ?? task.status;
  const places = taskPage?.places ?? [];
  return (
    <Property
      name={taskPageMessages.status}
      letter="M"
      disabledReason={taskPage === null ? undefined : missingPermissionReason(taskPage, 'task:update')}
      isFixed={taskPage === null}
      content={(close) => (
        <MenuPages
          label={taskPageMessages.status}
          page={{
            entries: statusEntries(
              task.status,
              places,
              (status) => void send('tasks.set-status', { taskId: task.id, status }),
            ),
          }}
          onClose={close}
        />
      )}
    >
      <ProgressIcon slug={task.status} places={places} />
      <bdi className="truncate">{name}</bdi>
      <UnsentMark isUnsent={isUnsent(taskPage, 'status')} />
    </Property>
  );
}

function Project({ task, taskPage }: PropertyProps) {
  const projects = useAppState((state) => state.projects);
  const icon = projects?.find(({ id }) => id === task.projectId)?.icon ?? null;
  return (
    <Property
      name={taskPageMessages.project}
      disabledReason={taskPage === null ? undefined : missingPermissionReason(taskPage, 'task:update')}
      isFixed={taskPage === null || projects === null}
      content={(close) => (
        <MenuPages
          label={taskPageMessages.project}
          page={{ entries: projectEntries(task.id, task.projectId, projects ?? []) }}
          onClose={close}
        />
      )}
    >
      <ProjectIcon icon={icon} />
      <bdi className="truncate">{task.projectName}</bdi>
      <UnsentMark isUnsent={isUnsent(taskPage, 'project')} />
    </Property>
  );
}

function PriorityProperty({ task, taskPage }: PropertyProps) {
  const name = messages.tasks.priorityName[task.priority];
  return (
    <Property
      name={taskPageMessages.priority}
      letter="P"
      disabledReason={taskPage === null ? undefined : missingPermissionReason(taskPage, 'task:update')}
      isFixed={taskPage === null}
      content={(close) => (
        <MenuPages
          label={taskPageMessages.priority}
          page={{
            entries: priorityEntries(
              task.priority,
              (priority) => void send('tasks.set-values', { taskId: task.id, priority }),
            ),
          }}
          onClose={close}
        />
      )}
    >
      <PriorityMark priority={task.priority} />
      {name}
      <UnsentMark isUnsent={isUnsent(taskPage, 'priority')} />
    </Property>
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
          (userId) => void send('tasks.set-assignee', { taskId, userId }),
        ),
      }}
      onClose={close}
    />
  );
}
