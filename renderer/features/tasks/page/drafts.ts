/** Unsaved drafts by account and task, so that leaving a page loses nothing. */
import { useState } from 'react';
import { useAppState } from '../../../state/main-process.ts';
import { type Draft, inField } from './description-draft.ts';

const drafts = new Map<string, Draft>();

/** The distinct texts of a task's drafts. */
export function useDraftTexts(taskId: string): string[] {
  const begin = `${useAppState(({ account }) => account?.id)} ${taskId} `;
  const changed = [...drafts].filter(([key, { before, text }]) => key.startsWith(begin) && text !== inField(before));
  return [...new Set(changed.map(([, { text }]) => text))];
}

/** `of`: the edited part of the task. Setting null removes the draft. */
export function useDraft(taskId: string, of: string): [Draft | null, (next: Draft | null) => void] {
  const key = `${useAppState(({ account }) => account?.id)} ${taskId} ${of}`;
  const [, draw] = useState({});
  const setDraft = (next: Draft | null) => {
    if (next === null) drafts.delete(key);
    else drafts.set(key, next);
    draw({});
  };
  return [drafts.get(key) ?? null, setDraft];
}
