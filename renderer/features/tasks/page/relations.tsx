import { useEffect, useId, useRef, useState } from 'react';
import type { RelationKind, RelationView, TaskHit, TaskPageView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { plainTask } from '../../../../shared/quick-add/plain-task.ts';
import { request, send, sendAbout } from '../../../state/main-process.ts';
import { openPage, pageOf } from '../../../state/navigation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { BlockIcon, Icon, ParentIcon, PlusIcon, RelatedIcon } from '../../../ui/icons.tsx';
import inputStyles from '../../../ui/input.module.css';
import { NewTaskField } from '../../../widgets/new-task-field.tsx';
import { DoneMark, ProgressIcon } from '../../../widgets/progress-icon.tsx';
import { useTaskMenu } from '../../../widgets/task-menu.tsx';
import styles from './add-relation.module.css';
import { Combobox } from './combobox.tsx';
import { AddButton } from './edit-popover.tsx';
import linkRowStyles from './link-row.module.css';
import { missingPermissionReason } from './property.tsx';
import { RemoveRecord, Rows, Section, SectionNotRead } from './section.tsx';
import { UnsentMark } from './unsent-mark.tsx';

export function Subtasks({ taskPage }: { taskPage: TaskPageView }) {
  const { task, relations } = taskPage;
  const disabledReason = missingPermissionReason(taskPage, 'task:update');
  const subtasks = relations?.filter(({ kind }) => kind === 'subtask') ?? [];
  const done = subtasks.filter((relation) => relation.task.isCompleted).length;
  const mayCreate = disabledReason === undefined && missingPermissionReason(taskPage, 'task:create') === undefined;
  const mayAdd = relations !== null && mayCreate;
  if (subtasks.length === 0 && !mayAdd) return null;
  return (
    <Section
      title={taskPageMessages.subtasks}
      {...(subtasks.length > 0 && { count: taskPageMessages.doneOf({ done, all: subtasks.length }) })}
    >
      <Rows
        records={subtasks}
        row={(relation) => (
          <Row key={relation.id} relation={relation} taskPage={taskPage} disabledReason={disabledReason} />
        )}
      />
      {mayAdd && <AddSubtask task={task} />}
    </Section>
  );
}

/** Other tasks that it has to do with, without its subtasks. */
export function Relations({ taskPage, onRetry }: { taskPage: TaskPageView; onRetry: () => void }) {
  const { task, relations } = taskPage;
  const disabledReason = missingPermissionReason(taskPage, 'task:update');
  const add = relations !== null && (
    <AddButton
      label={taskPageMessages.addRelation}
      disabledReason={disabledReason}
      content={(close) => <AddRelation task={task} relations={relations} close={close} />}
    />
  );
  return (
    <Section title={taskPageMessages.relations} end={add}>
      {relations === null && <SectionNotRead onRetry={onRetry} />}
      <Rows
        records={relations?.filter(({ kind }) => kind !== 'subtask') ?? []}
        row={(relation) => (
          <Row key={relation.id} relation={relation} taskPage={taskPage} disabledReason={disabledReason} />
        )}
      />
    </Section>
  );
}

/** The line that creates subtasks, one after the other. */
function AddSubtask({ task: { id, identifier, projectId, accountId } }: Pick<TaskPageView, 'task'>) {
  const input = useRef<HTMLInputElement>(null);
  const create = async (title: string) => {
    const directory = await sendAbout('quick-add.directory', {});
    if (!directory) return false;
    const account = accountId === undefined ? undefined : { id: accountId, name: '' };
    const project = { id: projectId, slug: identifier.replace(/-\d+$/, ''), ...(account && { account }) };
    const task = plainTask(title, project, directory);
    return send('quick-add.create', { tasks: [task], startTimer: false, subtaskOf: { taskId: id, identifier } });
  };
  return (
    <div className={linkRowStyles.add}>
      <Icon of={PlusIcon} />
      <NewTaskField
        ref={input}
        className={linkRowStyles.addField}
        accountId={accountId}
        of={id}
        label={taskPageMessages.addSubtask}
        placeholder={taskPageMessages.addSubtask}
        create={create}
        onClose={() => input.current?.closest<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })}
      />
    </div>
  );
}

interface RowProps {
  relation: RelationView;
  taskPage: TaskPageView;
  disabledReason: string | undefined;
}

function Row({ relation, taskPage, disabledReason }: RowProps) {
  const { task, kind } = relation;
  const title = task.title || messages.tasks.untitled;
  const name = [task.identifier, title].filter(Boolean).join(' ');
  const isSubtask = kind === 'subtask';
  const { id, identifier } = task;
  const { accountId } = taskPage.task;
  const { events, menu } = useTaskMenu({
    id,
    accountId,
    identifier,
    title: task.title,
    ...(relation.isUnsent && { isOnlyNamed: true }),
  });
  return (
    <li className={linkRowStyles.row}>
      <button
        type="button"
        className={linkRowStyles.main}
        data-leads-to={task.id}
        {...events}
        onClick={() => openPage(pageOf({ id, accountId }))}
      >
        <RelationMark relation={relation} taskPage={taskPage} />
        <span className={classNames('identifier', linkRowStyles.identifier)}>{task.identifier}</span>
        <bdi className="truncate grow" title={title}>
          {title}
        </bdi>
        {task.isCompleted && <span className="visually-hidden">{taskPageMessages.completed}</span>}
        <UnsentMark isUnsent={relation.isUnsent} />
        {!isSubtask && <span className={linkRowStyles.note}>{taskPageMessages.kinds[kind]}</span>}
      </button>
      <RemoveRecord
        record={{ taskId: taskPage.task.id, of: 'relations', id: relation.id }}
        name={taskPageMessages.removeRelation({ name })}
        disabledReason={disabledReason}
      />
      {menu}
    </li>
  );
}

function RelationMark({ relation, taskPage }: { relation: RelationView; taskPage: TaskPageView }) {
  const { kind, task } = relation;
  switch (kind) {
    case 'subtask':
      return task.isCompleted ? <DoneMark /> : <ProgressIcon slug={task.status} places={taskPage.places} />;
    case 'blocks':
    case 'blocked-by':
      return <Icon of={BlockIcon} />;
    case 'parent':
      return <Icon of={ParentIcon} />;
    case 'related':
      return <Icon of={RelatedIcon} />;
  }
}

interface AddRelationProps {
  task: TaskPageView['task'];
  relations: readonly RelationView[];
  close: () => void;
}

const KINDS: readonly RelationKind[] = ['subtask', 'parent', 'blocks', 'blocked-by', 'related'];
/** Debounce of the search (ms). */
const TYPING_MS = 200;

/** Chooses the related task and the kind of relation. */
function AddRelation({ task, relations, close }: AddRelationProps) {
  const [kind, setKind] = useState<RelationKind>('related');
  const [query, setQuery] = useState('');
  const { hits, content } = useHits(query);
  const id = useId();
  const taken = new Set([task.id, ...relations.map((relation) => relation.task.id)]);
  // The tasks of all accounts are searched, but one server knows no task of another.
  const free = hits.filter((hit) => hit.accountId === task.accountId && !taken.has(hit.id));
  return (
    <>
      <div className={styles.kind}>
        <label htmlFor={`${id}-kind`}>{taskPageMessages.kindLabel}</label>
        <select
          id={`${id}-kind`}
          className={inputStyles.input}
          value={kind}
          onChange={(event) => setKind(KINDS.find((one) => one === event.target.value) ?? 'related')}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {taskPageMessages.kindChoices[one]}
            </option>
          ))}
        </select>
      </div>
      <Combobox
        label={taskPageMessages.findTask}
        query={query}
        onQuery={setQuery}
        options={free.map((hit) => ({ key: hit.id, content: <Hit hit={hit} /> }))}
        none={content ?? taskPageMessages.noTask}
        onChoose={(index) => {
          const hit = free[index];
          if (hit === undefined) return;
          close();
          const { id: otherId, identifier, title } = hit;
          void send('tasks.add-record', {
            taskId: task.id,
            record: { of: 'relations', other: { id: otherId, identifier, title }, kind },
          });
        }}
      />
    </>
  );
}

function Hit({ hit }: { hit: TaskHit }) {
  return (
    <>
      <span className={classNames('identifier', styles.identifier)}>{hit.identifier}</span>
      <bdi className="truncate grow">{hit.title || messages.tasks.untitled}</bdi>
    </>
  );
}

/** The search results, or a message while there are none. */
function useHits(query: string): { hits: TaskHit[]; content: string | null } {
  const [found, setFound] = useState<{ query: string; hits: TaskHit[]; error: string | null } | null>(null);
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === '') return;
    let isCancelled = false;
    const timer = setTimeout(() => {
      void request('tasks.search', { query: wanted }).then((answer) => {
        if (isCancelled) return;
        if (answer.ok) setFound({ query: wanted, hits: answer.value, error: null });
        else setFound({ query: wanted, hits: [], error: `${answer.error.title}. ${answer.error.nextStep}` });
      });
    }, TYPING_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  if (wanted === '') return { hits: [], content: taskPageMessages.typeToSearch };
  // The results of the previous query stay until the new ones arrive.
  if (found === null) return { hits: [], content: taskPageMessages.searching };
  if (found.query === wanted) return { hits: found.hits, content: found.error };
  return { hits: found.hits, content: taskPageMessages.searching };
}
