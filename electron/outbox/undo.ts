/** The changes of this session, newest last: they are undone and redone step by step. The features provide the functions. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeView, ToastView } from '../../shared/contract/index.ts';
import { toIsoInstant } from '../../shared/dates/instant.ts';
import { ValidationError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { TOAST_MS } from '../../shared/limits.ts';

/** Delay of a write that must not be sent while its toast offers to undo it (ms). */
export const SEND_AFTER_TOAST_MS = TOAST_MS + 1_000;

/** Older changes are forgotten. */
const MAX_CHANGES = 100;

/** `allowClosed`: also in a closed week. */
export interface UndoConfirmed {
  allowClosed?: boolean | undefined;
}

/** What the person did once and several accounts carry out. */
export interface Gesture {
  /** The sentence of its toast. */
  text: string;
}

export interface UndoableChange {
  accountId: string;
  /** The sentence of the toast. */
  text: string;
  /** The text of the button. */
  label: string;
  /** What it changes. A later change of the same, or of a part of it (`task:title`), has to be undone first. */
  subjects: readonly string[];
  /** The subjects mean the same in every account, such as ids of time entries; others are those of its server. */
  isOfAll?: boolean;
  /** Changes of the same one are one change: they are listed, undone and redone together. */
  gesture?: Gesture | undefined;
  undo: (confirmed: UndoConfirmed) => void;
  redo: (confirmed: UndoConfirmed) => void;
  /** Why it cannot be undone; undefined while it can. */
  obstacle?: () => string | undefined;
}

interface Change extends Pick<UndoableChange, 'accountId' | 'text' | 'label' | 'gesture'> {
  id: number;
  at: number;
  /** Several only of a gesture. */
  parts: (UndoableChange & { isUndone: boolean })[];
  /** Increases with every undo; null if the change is not undone. */
  undoneAs: number | null;
  canRedo: boolean;
  /** The person was told why it cannot be undone; the next undo without an id skips it. */
  isPassed: boolean;
}

/** A change that was undone or redone, or the obstacle. */
export interface UndoResult extends Pick<ChangeView, 'undoId' | 'text' | 'label'> {
  obstacle?: string;
}

export type Undo = ReturnType<typeof createUndo>;

/**
 * `now`: the wall clock (ms). `onChange`: the list may have changed. `together`: an account and those that are open beside it, whose
 * changes are one list.
 */
export function createUndo(
  now: () => number,
  onChange: () => void = () => {},
  together: (accountId: string) => string[] = (id) => [id],
) {
  let lastId = 0;
  let lastUndone = 0;
  let changes: Change[] = [];
  /** The ids of the changes that watched work made. */
  const watchedWork = new AsyncLocalStorage<number[]>();

  function of(accountId: string): Change[] {
    const accountIds = together(accountId);
    return changes.filter(({ parts }) => parts.some((part) => accountIds.includes(part.accountId)));
  }

  /** An account that was closed since would keep its part. */
  function closedObstacle({ parts }: Change, accountId: string): string | undefined {
    const accountIds = together(accountId);
    return parts.every((part) => accountIds.includes(part.accountId)) ? undefined : messages.app.accountClosed;
  }

  function undoObstacle(change: Change, accountId: string): string | undefined {
    const later = of(accountId).findLast((one) => one.id > change.id && !isUndone(one) && isAbout(one, change));
    if (later) return messages.app.undoFirst({ what: later.text });
    const obstacles = change.parts.map(({ obstacle }) => obstacle?.());
    return closedObstacle(change, accountId) ?? obstacles.find((why) => why !== undefined);
  }

  function redoObstacle(change: Change, accountId: string): string | undefined {
    const earlier = of(accountId).find((one) => one.id < change.id && isRedoable(one) && isAbout(one, change));
    return earlier ? messages.app.redoFirst({ what: earlier.text }) : closedObstacle(change, accountId);
  }

  return {
    /** Call after the change. Ends the redo of earlier ones. Returns the undo part of the toast. */
    offer(change: UndoableChange): NonNullable<ToastView['undo']> {
      for (const one of of(change.accountId)) one.canRedo = false;
      const part = { ...change, isUndone: false };
      const { accountId, text, label, gesture } = change;
      let whole = gesture && changes.find((one) => one.gesture === gesture);
      if (whole) whole.parts.push(part);
      else {
        lastId += 1;
        const own = { id: lastId, at: now(), undoneAs: null, canRedo: false, isPassed: false };
        whole = { accountId, text, label, gesture, parts: [part], ...own };
        changes = [...changes, whole].slice(-MAX_CHANGES);
        watchedWork.getStore()?.push(lastId);
      }
      onChange();
      return { label, undoId: whole.id };
    },

    /** Also resolves to the ids of the changes that the work itself made; others may be made while it runs. */
    async watch<T>(work: () => Promise<T>): Promise<{ result: T; undoIds: number[] }> {
      const undoIds: number[] = [];
      const result = await watchedWork.run(undoIds, work);
      return { result, undoIds };
    },

    /** Updates the text, for example once a created task has its number. Null if the change is forgotten or undone. */
    rename(undoId: number, text: string): ToastView['undo'] {
      const change = changes.find(({ id }) => id === undoId);
      if (change === undefined || isUndone(change)) return null;
      change.text = text;
      onChange();
      return { label: change.label, undoId };
    },

    /**
     * By default undoes the last change that can be undone. Null if there is none. Throws ValidationError for an id that is forgotten
     * or undone, and what the change's function throws; then the change can be undone again.
     */
    undo(accountId: string, undoId?: number, confirmed: UndoConfirmed = {}): UndoResult | null {
      const done = of(accountId).filter((change) => !isUndone(change));
      const change =
        undoId === undefined ? done.findLast(({ isPassed }) => !isPassed) : done.find(({ id }) => id === undoId);
      if (change === undefined) return noneFor(undoId);
      const obstacle = undoObstacle(change, accountId);
      if (obstacle !== undefined) {
        change.isPassed = true;
        return { ...resultOf(change), obstacle };
      }
      turn(change, 'undo', confirmed);
      lastUndone += 1;
      change.undoneAs = lastUndone;
      change.canRedo = true;
      onChange();
      return resultOf(change);
    },

    /** By default redoes what was undone last. Otherwise as `undo`. */
    redo(accountId: string, undoId?: number, confirmed: UndoConfirmed = {}): UndoResult | null {
      const undone = of(accountId).filter(isRedoable);
      const change =
        undoId === undefined
          ? undone.toSorted((a, b) => (b.undoneAs ?? 0) - (a.undoneAs ?? 0))[0]
          : undone.find(({ id }) => id === undoId);
      if (change === undefined) return noneFor(undoId);
      const obstacle = redoObstacle(change, accountId);
      if (obstacle !== undefined) return { ...resultOf(change), obstacle };
      turn(change, 'redo', confirmed);
      change.undoneAs = null;
      change.canRedo = false;
      onChange();
      return resultOf(change);
    },

    accountOf: (id: number): string | undefined => changes.find((one) => one.id === id)?.accountId,

    /** Whether the change changed the account's subject or a part of it. */
    isOf: (id: number, accountId: string, subject: string): boolean =>
      changes.some(
        (one) => one.id === id && isAbout({ parts: [{ accountId, subjects: [subject], isOfAll: true }] }, one),
      ),

    /** Newest first. */
    list: (accountId: string): ChangeView[] =>
      of(accountId)
        .reverse()
        .map((change): ChangeView => {
          const { id: undoId, at, text, label } = change;
          const obstacle = (isUndone(change) ? redoObstacle : undoObstacle)(change, accountId);
          const isPossible = obstacle === undefined && (!isUndone(change) || change.canRedo);
          const state = isUndone(change) ? 'undone' : 'done';
          return { undoId, at: toIsoInstant(at), text, label, state, isPossible, obstacle: obstacle ?? null };
        }),
  };
}

const isUndone = ({ undoneAs }: Change): boolean => undoneAs !== null;
const isRedoable = (change: Change): boolean => isUndone(change) && change.canRedo;
const resultOf = ({ id: undoId, text, label }: Change): UndoResult => ({ undoId, text, label });

/** Undo goes on where an earlier attempt failed. */
function turn(change: Change, to: 'undo' | 'redo', confirmed: UndoConfirmed): void {
  for (const part of to === 'undo' ? change.parts.toReversed() : change.parts) {
    if (part.isUndone === (to === 'undo')) continue;
    try {
      part[to](confirmed);
    } catch (error) {
      // The change counts as undone, so nothing else would take back what was done again.
      if (to === 'redo') turn(change, 'undo', confirmed);
      throw error;
    }
    part.isUndone = to === 'undo';
  }
}

type About = Pick<UndoableChange, 'accountId' | 'subjects' | 'isOfAll'>;

/** They change the same, or one changes a part of what the other does. */
const isAbout = (one: { parts: readonly About[] }, other: { parts: readonly About[] }): boolean =>
  one.parts.some((part) => other.parts.some((otherPart) => arePartsAbout(part, otherPart)));

const arePartsAbout = (one: About, other: About): boolean =>
  (one.accountId === other.accountId || (one.isOfAll === true && other.isOfAll === true)) &&
  one.subjects.some((a) => other.subjects.some((b) => a === b || a.startsWith(`${b}:`) || b.startsWith(`${a}:`)));

function noneFor(undoId: number | undefined): null {
  if (undoId === undefined) return null;
  throw new ValidationError(messages.app.tooLateToUndo);
}
