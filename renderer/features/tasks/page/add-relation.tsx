import { useEffect, useId, useState } from 'react';
import type { RelationKind, RelationView, TaskHit } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { request, send } from '../../../state/main-process.ts';
import { classNames } from '../../../ui/class-names.ts';
import inputStyles from '../../../ui/input.module.css';
import styles from './add-relation.module.css';
import { Combobox } from './combobox.tsx';

interface Props {
  taskId: string;
  relations: readonly RelationView[];
  close: () => void;
}

const KINDS: readonly RelationKind[] = ['subtask', 'parent', 'blocks', 'blocked-by', 'related'];
/** Debounce of the search (ms). */
const TYPING_MS = 200;

/** Chooses the related task and the kind of relation. */
export function AddRelation({ taskId, relations, close }: Props) {
  const [kind, setKind] = useState<RelationKind>('related');
  const [query, setQuery] = useState('');
  const { hits, content } = useHits(query);
  const id = useId();
  const taken = new Set([taskId, ...relations.map(({ task }) => task.id)]);
  const free = hits.filter((hit) => !taken.has(hit.id));
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
            taskId,
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
