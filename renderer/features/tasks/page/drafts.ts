/** Unsaved drafts by account and task, so that leaving a page loses nothing; an edit keeps the line ends of the text. */
import { useState } from 'react';
import { isPageShown, keepDraftsOf } from '../../../state/kept-drafts.ts';
import { useAppState, usePublished } from '../../../state/main-process.ts';
import { openPage, pageOf } from '../../../state/navigation.ts';

const drafts = new Map<string, Draft>();

/** The distinct texts of a task's drafts, and what discards them. */
export function useDraftTexts(taskId: string): [texts: string[], discard: () => void] {
  const [, draw] = useState({});
  const begin = `${useAppState(({ account }) => account?.id)} ${taskId} `;
  const changed = changedDrafts(begin);
  const discard = () => {
    for (const [key] of changed) drafts.delete(key);
    draw({});
  };
  return [[...new Set(changed.map(([, { text }]) => text))], discard];
}

const changedDrafts = (begin: string) =>
  [...drafts].filter(([key, { before, text }]) => key.startsWith(begin) && text !== inField(before));

// A draft of an account that is no longer open cannot be shown.
keepDraftsOf(() => {
  const { account, accounts = [] } = usePublished.getState().state ?? {};
  const changed = [account, ...accounts].flatMap((open) => (open == null ? [] : changedDrafts(`${open.id} `)));
  return changed.map(([key]) => {
    const [accountId, id = ''] = key.split(' ');
    const task = { id, accountId };
    return { isOnScreen: isPageShown(task), show: () => openPage(pageOf(task)) };
  });
});

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

export interface Draft {
  /** The original text. */
  before: string;
  /** The field's present value. */
  text: string;
}

/** The text as a textarea normalizes it, with LF only. */
export const inField = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Applies the edit to the original text. Unedited parts stay byte for byte the same. */
export function applyEdit({ before, text }: Draft): string {
  const shown = inField(before);
  const maxLength = Math.min(shown.length, text.length);
  let start = 0;
  while (start < maxLength && shown[start] === text[start]) start += 1;
  let end = 0;
  while (end < maxLength - start && shown[shown.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  const typed = text.slice(start, text.length - end);
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const whole =
    before.slice(0, placeIn(before, start)) +
    typed.replaceAll('\n', lineEnd) +
    before.slice(placeIn(before, shown.length - end));
  // Joining the parts may combine a CR and an LF into one line end; then use the field's text.
  return inField(whole) === text ? whole : text;
}

/** Maps an index in the field to an index in the text. */
function placeIn(text: string, place: number): number {
  let at = 0;
  for (let left = place; left > 0; left -= 1) at += text.startsWith('\r\n', at) ? 2 : 1;
  return at;
}

const MARK = /\[[ \t\r\nxX]\]/g;
const unmarked = (text: string): string => text.replace(MARK, '[ ]');

/**
 * The text with the checkbox of this mark ticked or cleared. `shown`: the text or its beginning, which other checkboxes may have left
 * behind. undefined if the text says something else by now.
 */
export function withTick(text: string, shown: string, markAt: number): string | undefined {
  const box = text.slice(markAt - 1, markAt + 2);
  if (box.replace(MARK, '') !== '' || box === '' || !unmarked(text).startsWith(unmarked(shown))) return undefined;
  return text.slice(0, markAt) + (/x/i.test(box) ? ' ' : 'x') + text.slice(markAt + 1);
}
