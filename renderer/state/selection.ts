/** The selected rows of one list. They stay selected while another view is shown. */
import { MAX_SELECTED } from '../../shared/limits.ts';
import { createViewState } from './view-state.ts';

/** The tab of the list: its tasks, cards or time entries. */
export type Selectable = 'tasks' | 'board' | 'time';

interface Selection {
  of: Selectable;
  ids: readonly string[];
  /** The row from which a range extends. */
  anchor: string | null;
}

const nothing: Selection = { of: 'tasks', ids: [], anchor: null };

const useSelection = createViewState('selection', nothing);

const selectedOf = (of: Selectable, selection: Selection): readonly string[] =>
  selection.of === of ? selection.ids : nothing.ids;

export const selectedIn = (of: Selectable): readonly string[] => selectedOf(of, useSelection.getState());

/** What an action on a row is about: the selection if the row belongs to it. */
export const selectedWith = (of: Selectable, id: string): readonly string[] =>
  selectedIn(of).includes(id) ? selectedIn(of) : [id];

export const useSelected = (of: Selectable): readonly string[] =>
  useSelection((selection) => selectedOf(of, selection));

/** The list with selected rows; null for none. */
export const useSelectedList = (): Selectable | null => useSelection(({ of, ids }) => (ids.length === 0 ? null : of));

const set = (of: Selectable, ids: readonly string[], anchor: string | null): void =>
  useSelection.setState({ of, ids: ids.slice(0, MAX_SELECTED), anchor });

export const select = (of: Selectable, ids: readonly string[]): void => set(of, ids, ids[0] ?? null);

export function toggleSelected(of: Selectable, id: string): void {
  const before = selectedIn(of);
  set(of, before.includes(id) ? before.filter((one) => one !== id) : [...before, id], id);
}

/** Selects from the anchor, or else from `from`, to a row. */
export function selectTo(of: Selectable, order: readonly string[], to: string, from = to): void {
  const { anchor } = useSelection.getState();
  const start = anchor !== null && selectedIn(of).length > 0 && order.includes(anchor) ? anchor : from;
  const [first = 0, last = 0] = [order.indexOf(start), order.indexOf(to)].sort((one, other) => one - other);
  set(of, order.slice(first, last + 1), start);
}

export const selectNone = (): void => useSelection.setState(nothing);
