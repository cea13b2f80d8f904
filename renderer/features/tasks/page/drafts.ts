/** What was begun and not saved, by account and task: going to another page and back loses nothing. */
import { useState } from 'react';
import { useAppState } from '../../../app/state/store.ts';
import { type Draft, inField } from './description-draft.ts';

const drafts = new Map<string, Draft>();

/** What was written on a task and not saved, each text once. */
export function useDraftTexts(taskId: string): string[] {
  const begin = `${useAppState(({ account }) => account?.id)} ${taskId} `;
  const changed = [...drafts].filter(([key, { before, text }]) => key.startsWith(begin) && text !== inField(before));
  return [...new Set(changed.map(([, { text }]) => text))];
}

/** `of`: what of the task it is a draft of. null takes the draft away. */
export function useDraft(taskId: string, of: string): [Draft | null, (next: Draft | null) => void] {
  const key = `${useAppState(({ account }) => account?.id)} ${taskId} ${of}`;
  const [, draw] = useState({});
  const keep = (next: Draft | null) => {
    if (next === null) drafts.delete(key);
    else drafts.set(key, next);
    draw({});
  };
  return [drafts.get(key) ?? null, keep];
}
