/** My tasks without a task: a field that creates the first ones. Loaded when the list is empty. */
import { useEffect, useRef } from 'react';
import { taskListMessages } from '../../../../shared/i18n/generated/task-list.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { may, send, useAppState } from '../../../state/main-process.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { useViewRequest } from '../../../state/view-requests.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadingView } from '../../../ui/loading.tsx';
import { NewTaskField } from '../../../widgets/new-task-field.tsx';
import { type NewTaskChoice, useNewTask } from '../../../widgets/use-new-task.ts';
import styles from './first-task.module.css';
import NothingListed from './nothing-listed.tsx';

interface Props {
  isEmpty: boolean;
  /** The field is in use, and stays above the tasks that it has created. */
  onWriting: (isWriting: boolean) => void;
}

export default function FirstTask(props: Props) {
  const newTask = useNewTask(true);
  const mayCreate = useAppState((state) => may(state, 'task:create', newTask?.project.account?.id));
  if (mayCreate && newTask) return <Field {...props} newTask={newTask} />;
  if (mayCreate && newTask === undefined) return <LoadingView>{messages.tasks.loading}</LoadingView>;
  return <NothingListed filter={null} />;
}

function Field({ isEmpty, onWriting, newTask }: Props & { newTask: NewTaskChoice }) {
  const offersSample = useAppState(({ sample }) => sample !== null && !sample.present);
  const input = useRef<HTMLInputElement>(null);
  const focus = () => {
    if (document.activeElement === document.body) input.current?.focus();
    return true;
  };
  useViewRequest('focus-list', focus);
  // In a wide window the person may be in another column.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown.
  useEffect(() => {
    if (useNavigation.getState().tab === 'tasks') focus();
  }, []);
  const { title, label, placeholder, hint, orSample } = taskListMessages.first;
  return (
    <div className={styles.first} data-empty={isEmpty}>
      {isEmpty && <h2 className="lead">{title}</h2>}
      <NewTaskField
        ref={input}
        className={styles.field}
        accountId={null}
        of="my-tasks"
        label={isEmpty ? label : taskListMessages.first.next}
        placeholder={placeholder}
        create={newTask.createMine}
        openQuickAdd={(text) =>
          send('quick-add.open', { text, projectId: newTask.project.id, accountId: newTask.project.account?.id })
        }
        onFocus={() => onWriting(true)}
        onLeave={() => onWriting(false)}
      />
      {isEmpty && (
        <>
          <p dir="auto">{hint({ project: newTask.project.name })}</p>
          {offersSample ? (
            <p>
              {orSample}{' '}
              <Button small onClick={() => void send('local.add-sample', {})}>
                {messages.tasks.addSample}
              </Button>
            </p>
          ) : (
            <p>{messages.tasks.emptyHint}</p>
          )}
        </>
      )}
    </div>
  );
}
