/** What one view asks another to do when that is rendered next. */
import { useEffect } from 'react';
import type { Tab } from './navigation.ts';
import { createViewState } from './view-state.ts';

export interface ViewRequests {
  /** The list of tasks, the board or the timesheet takes the focus. */
  'focus-list': true;
  /** The view that a key shows takes the focus. */
  'focus-view': Tab;
  /** The board of this account and project shows the field for a new task in the column with this slug. */
  'new-card': { of: string; column: string };
  /** The day opens the form of a new entry. */
  'new-entry': true;
  /** The day proposes what its gaps were, one after the other. */
  'review-gaps': true;
  /** The list of entries focuses this entry, or the nearest. */
  'focus-entry': string;
  /** The switch between the views of time takes the focus; each view renders its own. */
  'time-views': 'time' | 'timesheet';
  /** The header of the day, the week or the month opens its calendar. */
  calendar: true;
  /** A part of the timer bar opens: the field of the note or of the start, or the menu at the focus session. */
  'timer-part': 'note' | 'start' | 'focus';
  /** The timesheet asks to close the week from this day on. */
  'close-week': string;
  /** The task's page presses the control with these keys (widgets/task-keys.ts). */
  'task-keys': string;
}
type ViewRequest = { [To in keyof ViewRequests]: { to: To; value: ViewRequests[To] } }[keyof ViewRequests];

/** `request`: the last one that no view has carried out yet. */
const useViewRequests = createViewState('requests', { request: null as ViewRequest | null });

/** Replaces an earlier request. */
export const askView = <To extends keyof ViewRequests>(to: To, value: ViewRequests[To]): void =>
  useViewRequests.setState({ request: { to, value } as ViewRequest });

export const dropViewRequest = (): void => useViewRequests.setState({ request: null });

/**
 * Carries out a request to this view after it is rendered. `run` returns whether it did; otherwise the request waits, for a later
 * rendering or for another view of the same kind.
 */
export function useViewRequest<To extends keyof ViewRequests>(to: To, run: (value: ViewRequests[To]) => boolean): void {
  const request = useViewRequests(({ request }) => (request?.to === to ? request : null));
  useEffect(() => {
    if (request === null || !run(request.value as ViewRequests[To])) return;
    if (useViewRequests.getState().request === request) dropViewRequest();
  });
}
