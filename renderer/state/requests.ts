/** What one view asks another to do when that is rendered next. */
import { useEffect } from 'react';
import type { Tab } from './navigation.ts';
import { createViewState } from './view-state.ts';

export interface Requests {
  /** The list of tasks, or the board, takes the focus. */
  'focus-list': true;
  /** The view that a key shows takes the focus. */
  'focus-view': Tab;
  /** The day opens the form of a new entry. */
  'new-entry': true;
  /** The list of entries focuses this entry, or the nearest. */
  'focus-entry': string;
  /** The switch between the views of time takes the focus; each view renders its own. */
  'time-views': 'time' | 'week';
  /** The header of the day, the week or the month opens its calendar. */
  calendar: true;
  /** A part of the timer bar opens: the field of the note or of the start, or the menu at the focus session. */
  'timer-part': 'note' | 'start' | 'focus';
  /** The timesheet asks to close the week from this day on. */
  'close-week': string;
  /** The task's page presses the control with these keys (widgets/task-keys.ts). */
  'task-keys': string;
}
type Request = { [To in keyof Requests]: { to: To; value: Requests[To] } }[keyof Requests];

/** `request`: the last one that no view has carried out yet. */
const useRequests = createViewState('requests', { request: null as Request | null });

/** Replaces an earlier request. */
export const ask = <To extends keyof Requests>(to: To, value: Requests[To]): void =>
  useRequests.setState({ request: { to, value } as Request });

export const dropRequest = (): void => useRequests.setState({ request: null });

/**
 * Carries out a request to this view after it is rendered. `run` returns whether it did; otherwise the request waits, for a later
 * rendering or for another view of the same kind.
 */
export function useRequest<To extends keyof Requests>(to: To, run: (value: Requests[To]) => boolean): void {
  const request = useRequests(({ request }) => (request?.to === to ? request : null));
  useEffect(() => {
    if (request === null || !run(request.value as Requests[To])) return;
    if (useRequests.getState().request === request) dropRequest();
  });
}
