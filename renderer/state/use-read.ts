import { useCallback, useEffect, useState } from 'react';
import type { AppErrorView, CommandName, Payload, Result, Revisions } from '../../shared/contract/index.ts';
import { request, usePublished } from './main-process.ts';

/** What the answers depend on: a read is repeated when main publishes another revision of one of its subjects. */
const SUBJECTS: { [N in CommandName]?: readonly (keyof Revisions)[] } = {
  'api-keys.read': ['apiKeys'],
  'assistants.log': ['assistants', 'changes', 'outbox'],
  'calendar.read': ['projects'],
  'code-host.read': ['projects'],
  'inbox.read': ['inbox'],
  'labels.read': ['projects'],
  'local.programs': ['apiKeys'],
  'project.background': ['projects'],
  'project.read': ['projects'],
  'proposals.evidence': ['proposals'],
  'proposals.meetings': ['proposals'],
  'proposals.settings': ['proposals'],
  'proposals.read': ['proposals'],
  'report.preview': ['time', 'timeRules'],
  'report.version': ['time', 'timeRules'],
  'time.day': ['time', 'outbox'],
  'timesheet.overtime': ['time', 'timeRules'],
  'timesheet.read': ['time'],
  'timesheet.review': ['time', 'outbox'],
  'undo.changes': ['changes', 'outbox'],
  'webhook.read': ['projects'],
  'week.compare': ['time', 'timeRules'],
  'week.review': ['time', 'timeRules', 'outbox'],
};

export interface Read<T> {
  /** null until the first answer. */
  value: T | null;
  isRead: boolean;
  error: AppErrorView | null;
  /** It is being read, for the first time or again. */
  isLoading: boolean;
  /** Reads again after an error; the old value stays meanwhile. */
  load: () => void;
}

/** The result of a command, sent on mount and whenever its answer may differ. A null payload sends nothing. */
export function useRead<N extends CommandName>(name: N, payload: Payload<N> | null): Read<Result<N>> {
  type Answered = Omit<Read<Result<N>>, 'isLoading' | 'load'>;
  const [read, setRead] = useState<Answered>({ value: null, isRead: false, error: null });
  const [answered, setAnswered] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const revision = usePublished(({ state }) => SUBJECTS[name]?.map((subject) => state?.revisions[subject]).join());
  const asked = payload === null ? null : [JSON.stringify(payload), attempt, revision].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the payload by value.
  useEffect(() => {
    if (payload === null) return;
    let isCancelled = false;
    void request(name, payload).then((answer) => {
      if (isCancelled) return;
      setAnswered(asked);
      if (answer.ok) setRead({ value: answer.value, isRead: true, error: null });
      else setRead((was) => ({ ...was, error: answer.error }));
    });
    return () => {
      isCancelled = true;
    };
  }, [name, asked]);
  const load = useCallback(() => setAttempt((attempts) => attempts + 1), []);
  return { ...read, isLoading: asked !== null && answered !== asked, load };
}
