import type { TaskDetails, TaskField, TaskView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { PRIORITIES } from '../../../../shared/tasks/priority.ts';
import { send } from '../../../app/state/store.ts';
import { useProjects } from '../../../app/state/use-projects.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { PriorityMark } from '../../../ui/marks.tsx';
import menuStyles from '../../../ui/menu.module.css';
import { ProjectIcon } from '../../../ui/project-icon.tsx';
import { DateProperties } from './date-properties.tsx';
import { Labels } from './labels.tsx';
import { OptionPicker } from './pick.tsx';
import { ProgressIcon } from './progress-icon.tsx';
import styles from './properties.module.css';
import { missingPermissionReason, Property, type PropertyProps } from './property.tsx';
import { UnsentMark } from './unsent-mark.tsx';
import { useChoices } from './use-details.ts';

/** The properties of a task, editable in place. */
export function Properties({ task, details }: PropertyProps) {
  return (
    <dl className={styles.properties}>
      <Status task={task} details={details} />
      <Project task={task} details={details} />
      <PriorityProperty task={task} details={details} />
      <DateProperties task={task} details={details} />
      {details && <Assignee task={task} details={details} />}
      <Labels task={task} details={details} />
    </dl>
  );
}

const isUnsent = (details: TaskDetails | null, field: TaskField): boolean => details?.unsent.includes(field) ?? false;

function Status({ task, details }: PropertyProps) {
  const name = task.statusName ?? task.status;
  const places = details?.places ?? [];
  const choose = (status: string) => void send('tasks.set-status', { taskId: task.id, status });
  return (
    <Property
      name={taskPageMessages.status}
      letter="M"
      disabledReason={details === null ? undefined : missingPermissionReason(details, 'task:update')}
      isFixed={details === null}
      content={(close) => (
        <OptionPicker
          label={taskPageMessages.status}
          chosen={task.status}
          options={places.map((place) => ({
            key: place.slug,
            label: place.name,
            mark: <ProgressIcon slug={place.slug} places={places} />,
          }))}
          onChoose={(status) => {
            close();
            choose(status);
          }}
        />
      )}
    >
      <ProgressIcon slug={task.status} places={places} />
      <bdi className="truncate">{name}</bdi>
      <UnsentMark isUnsent={isUnsent(details, 'status')} />
    </Property>
  );
}

function Project({ task, details }: PropertyProps) {
  const projects = useProjects();
  const icon = projects?.find(({ id }) => id === task.projectId)?.icon ?? null;
  return (
    <Property
      name={taskPageMessages.project}
      disabledReason={details === null ? undefined : missingPermissionReason(details, 'task:update')}
      isFixed={details === null || projects === null}
      content={(close) => (
        <OptionPicker
          label={taskPageMessages.project}
          chosen={task.projectId}
          options={(projects ?? []).map(({ id, name, icon }) => ({
            key: id,
            label: name,
            mark: <ProjectIcon icon={icon} />,
          }))}
          onChoose={(projectId) => {
            close();
            void send('tasks.set-project', { taskId: task.id, projectId });
          }}
        />
      )}
    >
      <ProjectIcon icon={icon} />
      <bdi className="truncate">{task.projectName}</bdi>
      <UnsentMark isUnsent={isUnsent(details, 'project')} />
    </Property>
  );
}

function PriorityProperty({ task, details }: PropertyProps) {
  const name = messages.tasks.priorityName[task.priority];
  return (
    <Property
      name={taskPageMessages.priority}
      disabledReason={details === null ? undefined : missingPermissionReason(details, 'task:update')}
      isFixed={details === null}
      content={(close) => (
        <OptionPicker
          label={taskPageMessages.priority}
          chosen={task.priority}
          options={PRIORITIES.map(({ id }) => ({
            key: id,
            label: messages.tasks.priorityName[id],
            mark: <PriorityMark priority={id} />,
          }))}
          onChoose={(key) => {
            close();
            const priority = PRIORITIES.find(({ id }) => id === key);
            if (priority) void send('tasks.set-values', { taskId: task.id, priority: priority.id });
          }}
        />
      )}
    >
      <PriorityMark priority={task.priority} />
      {name}
      <UnsentMark isUnsent={isUnsent(details, 'priority')} />
    </Property>
  );
}

const NOBODY = '';

function Assignee({ task, details }: { task: TaskView; details: TaskDetails }) {
  const { assignee } = details;
  const name = assignee?.name ?? '';
  return (
    <Property
      name={taskPageMessages.assignee}
      disabledReason={missingPermissionReason(details, 'task:assign')}
      isFixed={false}
      content={(close) => (
        <People
          taskId={task.id}
          assignee={assignee}
          onChoose={(userId) => {
            close();
            void send('tasks.set-assignee', { taskId: task.id, userId });
          }}
        />
      )}
    >
      {assignee === null ? (
        <span className="faint">{taskPageMessages.nobody}</span>
      ) : (
        <>
          <Avatar id={assignee.id} name={name} className={styles.avatar} />
          <bdi className="truncate">{name}</bdi>
        </>
      )}
      <UnsentMark isUnsent={isUnsent(details, 'assignee')} />
    </Property>
  );
}

interface PeopleProps {
  taskId: string;
  assignee: TaskDetails['assignee'];
  onChoose: (userId: string | null) => void;
}

function People({ taskId, assignee, onChoose }: PeopleProps) {
  const choices = useChoices(taskId);
  if (choices === null)
    return (
      <div className={menuStyles.loading}>
        <Spinner />
      </div>
    );
  const { people } = choices;
  // The assignee may have left the workspace.
  const all = assignee === null || people.some(({ id }) => id === assignee.id) ? people : [assignee, ...people];
  return (
    <OptionPicker
      label={taskPageMessages.assignee}
      chosen={assignee?.id ?? NOBODY}
      options={[
        { key: NOBODY, label: taskPageMessages.nobody },
        ...all.map(({ id, name }) => ({
          key: id,
          label: name,
          mark: <Avatar id={id} name={name} />,
        })),
      ]}
      onChoose={(key) => onChoose(key === NOBODY ? null : key)}
    />
  );
}
