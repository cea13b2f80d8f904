/**
 * A click on a notification of Windows, as the system hands it to a run of the app that did not show the notification. All it tells
 * is the notification's id and the number of the button. Pure.
 */
import type { ActivationArguments } from 'electron';

/** Which buttons a notification had, by their action ids. */
export interface ShownNotification {
  id: string;
  actions: string[];
}

/** Windows keeps about so many notifications of an app. */
const MOST_KEPT = 20;

/** The list with this notification at its end. */
export function withShownNotification(
  list: readonly ShownNotification[],
  notice: ShownNotification,
): ShownNotification[] {
  return [...list.filter(({ id }) => id !== notice.id), notice].slice(-MOST_KEPT);
}

/** `default`: the notification itself was clicked, or a button that nothing is known of any more. */
export function activationOf(
  { type, actionIndex, arguments: text }: Pick<ActivationArguments, 'type' | 'actionIndex' | 'arguments'>,
  shown: readonly ShownNotification[],
): { noticeId: string; action: string } {
  // `type=action&action=1&tag=…`; the tag is the id that the notification was made with.
  const noticeId = new URLSearchParams(text).get('tag') ?? '';
  const actions = shown.find(({ id }) => id === noticeId)?.actions ?? [];
  const action = type === 'action' ? actions[actionIndex ?? -1] : undefined;
  return { noticeId, action: action ?? 'default' };
}
