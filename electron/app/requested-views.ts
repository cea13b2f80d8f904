/**
 * Views that a click outside the window asks for: in the tray, on a notification, on a link. They are part of the state until the page
 * has shown them, because a page that is being loaded or crashes would lose a message.
 */
import type { NavigationTarget, State } from '../../shared/contract/index.ts';

export type RequestedViews = ReturnType<typeof createRequestedViews>;

/** `showWindow` calls back once the window is on screen: a page that is being closed must not take the request. */
export function createRequestedViews(showWindow: (then: () => void) => void, onChange: () => void) {
  let lastId = 0;
  let requested: State['requestedViews'] = [];
  return {
    show(view: NavigationTarget): void {
      showWindow(() => {
        lastId += 1;
        requested = [...requested, { id: lastId, view }];
        onChange();
      });
    },
    view: (): State['requestedViews'] => requested,
    /** The page has shown these. */
    shown(ids: readonly number[]): void {
      requested = requested.filter(({ id }) => !ids.includes(id));
      onChange();
    },
  };
}
