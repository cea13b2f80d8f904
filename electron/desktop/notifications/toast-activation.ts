/**
 * A click on a Windows notification that an earlier run showed. Windows passes only the notification's id and the number of the
 * button. Pure.
 */
import type { ActivationArguments } from 'electron';

/** The action ids of a notification's buttons. */
export interface ShownNotification {
  id: string;
  actions: string[];
}

/** About as many notifications as Windows keeps per app. */
const MAX_STORED = 20;

/** Appends a notification to the list. */
export function withShownNotification(
  list: readonly ShownNotification[],
  notice: ShownNotification,
): ShownNotification[] {
  return [...list.filter(({ id }) => id !== notice.id), notice].slice(-MAX_STORED);
}

/** `default`: a click on the notification itself, or on a button that is no longer known. */
export function activationOf(
  { type, actionIndex, arguments: text }: Pick<ActivationArguments, 'type' | 'actionIndex' | 'arguments'>,
  shown: readonly ShownNotification[],
): { noticeId: string; action: string } {
  // `type=action&action=1&tag=…`; the tag is the notification's id.
  const noticeId = new URLSearchParams(text).get('tag') ?? '';
  const actions = shown.find(({ id }) => id === noticeId)?.actions ?? [];
  const action = type === 'action' ? actions[actionIndex ?? -1] : undefined;
  return { noticeId, action: action ?? 'default' };
}
