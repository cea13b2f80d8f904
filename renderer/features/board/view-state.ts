/**
 * View state of the board: filter, switches, focused card and scroll positions.
 */
import { selectedIn, selectNone } from '../../state/selection.ts';
import { createViewState } from '../../state/view-state.ts';
import { type ChosenFilter, nothingChosen } from './filter.ts';

/** The open menu: its subject and position. A board shows one menu at a time. */
export type OpenMenu = { at: DOMRect; label: string } & (
  | { kind: 'card'; cardId: string; opensAt: readonly string[] }
  | { kind: 'column'; slug: string }
  | { kind: 'projects' | 'board' | 'filter' }
);

interface View {
  /** The project that this state belongs to; another project resets it. */
  projectId: string | null;
  showPlanned: boolean;
  showArchived: boolean;
  /** The filter without its text, which is in the window's store. */
  chosen: ChosenFilter;
  /** Ids of tasks whose description, which the board omits, contains the text. */
  inDescription: ReadonlySet<string>;
  /** The card that Tab stops at. */
  activeId: string | null;
  menu: OpenMenu | null;
  /** Slug of the column that is being renamed. */
  renaming: string | null;
  /** Slug of the column in which a new task is written. */
  creating: string | null;
  /** The person did not ask for its field: a title whose column is gone is shown there. */
  isTitleMoved: boolean;
  /** The form for the link to a public board is open. */
  isPasting: boolean;
  /** Title of the error that the user has hidden. */
  hiddenError: string | null;
  /** The open details of a public board: a task or the board itself; null if none are open. */
  reading: Reading | null;
}

export type Reading = { taskId: string } | 'board';

const fresh: View = {
  projectId: null,
  showPlanned: false,
  showArchived: false,
  chosen: nothingChosen,
  inDescription: new Set(),
  activeId: null,
  menu: null,
  renaming: null,
  creating: null,
  isTitleMoved: false,
  isPasting: false,
  hiddenError: null,
  reading: null,
};

export const useBoardView = createViewState('board', fresh);

export const setBoardView = useBoardView.setState;

/** Shows the field of a new task in this column, or in none. */
export const showNewTask = (creating: string | null, isTitleMoved = false): void =>
  setBoardView({ creating, isTitleMoved });

/** Scroll offsets of the board and its columns in px. They change too often to be React state. */
export const scrolled = { left: 0, top: new Map<string, number>() };

/** `projectId`: with its account, if several are open (`taskKey`). */
export function showProject(projectId: string): void {
  if (useBoardView.getState().projectId === projectId) return;
  // The form closes itself. A menu of projects that was opened before the first board came stays.
  setBoardView(({ isPasting, projectId: before, menu }) => {
    return { ...fresh, isPasting, projectId, menu: before === null ? menu : null };
  });
  if (selectedIn('board').length > 0) selectNone();
  scrolled.left = 0;
  scrolled.top.clear();
}

export const toggle = (what: 'showPlanned' | 'showArchived'): void => setBoardView((view) => ({ [what]: !view[what] }));

export const choose = (chosen: Partial<View['chosen']>): void =>
  setBoardView((view) => ({ chosen: { ...view.chosen, ...chosen } }));

export const chooseNothing = (): void => setBoardView({ chosen: nothingChosen });

export const openMenu = (menu: OpenMenu): void => setBoardView({ menu });

export const closeMenu = (): void => setBoardView({ menu: null });
