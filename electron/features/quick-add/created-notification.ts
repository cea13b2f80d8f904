/**
 * Tells whoever pressed Enter and went on with something else what became of the task: that it is created, quietly and for as long
 * as that can be undone; that it was rejected, until somebody looks. Where the window is on screen, its status line says the first.
 */
import { UNDO_MS } from '../../../shared/limits.ts';

import type { Notifications } from '../../../shared/reminders/notifier.ts';

import { createdTexts as words } from './created-texts.ts';

/** Tasks that are made in a row are told as one (ms). */
const GATHER_MS = 500;
const CREATED = 'task-created';
const REJECTED = 'not-created:';

/** Does the notification tell of a task that was rejected? */
export const isRejection = (noticeId: string): boolean => noticeId.startsWith(REJECTED);

export interface CreatedTaskNotice {
  taskId: string;
  /** `{projectSlug}-{number}` */
  identifier: string;
  title: string;
  undoId: number;
}

export interface CreatedNotificationsOptions {
  notifications: Pick<Notifications, 'show' | 'close'>;
  /** Does the person want to hear of created ones? */
  isOn: () => boolean;
  /** Is the window on screen, where the same is said? */
  isSeen: () => boolean;
  say: (sentence: string) => void;
  undo: (undoId: number) => void;
  /** null: the list. */
  openTask: (taskId: string | null) => void;
  openUnsent: () => void;
}

export type CreatedNotifications = ReturnType<typeof createCreatedNotifications>;

export function createCreatedNotifications(options: CreatedNotificationsOptions) {
  const { notifications, isOn, isSeen, say, undo, openTask, openUnsent } = options;
  let gathered: CreatedTaskNotice[] = [];
  let statePublisher: NodeJS.Timeout | undefined;
  let closing: NodeJS.Timeout | undefined;

  function tell(): void {
    const tasks = gathered;
    const [first] = tasks;
    gathered = [];
    if (first === undefined || !isOn() || isSeen()) return;
    const isOne = tasks.length === 1;
    void notifications.show(
      {
        id: CREATED,
        title: isOne ? words.created(first.identifier) : words.createdMany(tasks.length),
        body: isOne ? words.title(first.title) : words.titles(tasks.map(({ title }) => title)),
        actions: isOne ? [{ id: 'undo', label: words.undo }] : [],
        isTransient: true,
      },
      { onAction: (action) => (action === 'undo' ? undo(first.undoId) : openTask(isOne ? first.taskId : null)) },
    );
    clearTimeout(closing);
    // A button that can do nothing any more.
    closing = setTimeout(() => notifications.close(CREATED), UNDO_MS);
    closing.unref?.();
  }

  return {
    made(task: CreatedTaskNotice): void {
      gathered.push(task);
      clearTimeout(statePublisher);
      statePublisher = setTimeout(tell, GATHER_MS);
      statePublisher.unref?.();
    },

    /** `subject`: one notification a task. `why`: the service's words. */
    async rejected(subject: string, title: string, why: string): Promise<void> {
      say(words.rejectedInLine(title, why));
      if (isSeen()) return;
      const isShown = await notifications.show(
        {
          id: REJECTED + subject,
          title: words.rejected,
          body: words.rejectedBody(title, why),
          actions: [],
        },
        { onAction: openUnsent },
      );
      if (!isShown) openUnsent();
    },

    stop(): void {
      clearTimeout(statePublisher);
      clearTimeout(closing);
    },
  };
}
