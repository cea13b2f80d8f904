/** What was begun and not saved, by account and task: going to another page and back loses nothing. */
import { useState } from 'react';
import { useTold } from '../store.ts';
import type { Draft } from './description-draft.ts';

const drafts = new Map<string, Draft>();

/** `of`: what of the task it is a draft of. null takes the draft away. */
export function useDraft(taskId: string, of: string): [Draft | null, (next: Draft | null) => void] {
  const key = `${useTold(({ account }) => account?.id)} ${taskId} ${of}`;
  const [, draw] = useState({});
  const keep = (next: Draft | null) => {
    if (next === null) drafts.delete(key);
    else drafts.set(key, next);
    draw({});
  };
  return [drafts.get(key) ?? null, keep];
}
