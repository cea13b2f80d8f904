/**
 * What belongs to the board's view alone and outlives its leaving the screen: the filter, the switches, the card the
 * keyboard is at, how far everything is scrolled. Nothing here matters: it may be lost at any moment.
 */
import { create } from 'zustand';
import { type ChosenFilter, nothingChosen } from './filter.ts';

/** The menu that stands open: for what, and where. One at a time for the whole board. */
export type OpenMenu = { at: DOMRect; label: string } & (
  | { kind: 'card'; cardId: string; page: 'all' | 'move' }
  | { kind: 'column'; slug: string }
  | { kind: 'projects' | 'board' | 'filter' }
);

interface View {
  /** The project this is about; another one starts afresh. */
  projectId: string | null;
  showPlanned: boolean;
  showArchived: boolean;
  /** The text stands in the window's store. */
  chosen: ChosenFilter;
  /** The card that Tab stops at. */
  activeId: string | null;
  menu: OpenMenu | null;
  /** The column whose name is being changed. */
  renaming: string | null;
  /** The link to a public board is being typed. */
  isPasting: boolean;
  /** The hidden error, by its title. */
  hiddenError: string | null;
  /** What of a public board is read: a task, or about the board itself; null for the board. */
  reading: Reading | null;
}

export type Reading = { taskId: string } | 'board';

const fresh: View = {
  projectId: null,
  showPlanned: false,
  showArchived: false,
  chosen: nothingChosen,
  activeId: null,
  menu: null,
  renaming: null,
  isPasting: false,
  hiddenError: null,
  reading: null,
};

export const useBoardView = create<View>(() => fresh);

const set = useBoardView.setState;

/** Scroll offsets in px: of the board, and of each column. They change too often to be state. */
export const scrolled = { left: 0, top: new Map<string, number>() };

export function showProject(projectId: string): void {
  if (useBoardView.getState().projectId === projectId) return;
  // The form that asked for it says when it goes.
  set(({ isPasting }) => ({ ...fresh, isPasting, projectId }));
  scrolled.left = 0;
  scrolled.top.clear();
}

export const toggle = (what: 'showPlanned' | 'showArchived'): void => set((view) => ({ [what]: !view[what] }));

export const choose = (chosen: Partial<View['chosen']>): void =>
  set((view) => ({ chosen: { ...view.chosen, ...chosen } }));

export const chooseNothing = (): void => set({ chosen: nothingChosen });

export const setActive = (activeId: string | null): void => set({ activeId });

export const openMenu = (menu: OpenMenu): void => set({ menu });

export const closeMenu = (): void => set({ menu: null });

export const setRenaming = (renaming: string | null): void => set({ renaming });

export const setPasting = (isPasting: boolean): void => set({ isPasting });

export const hideError = (hiddenError: string): void => set({ hiddenError });

export const setReading = (reading: Reading | null): void => set({ reading });
