/**
 * Notifications about tasks from quick add: "created", for as long as undo is possible, and "rejected", until the person reacts. While
 * the window is on screen, its status line shows "created" instead.
 */
import { UNDO_MS } from '../../../shared/limits.ts';

import type { Notifications } from '../../../shared/reminders/notifier.ts';

import { createdTexts as words } from './created-texts.ts';

/** Tasks created within this time of each other share one notification (ms). */
const GATHER_MS = 500;
const CREATED = 'task-created';
const REJECTED = 'not-created:';

/** True for the notification of a rejected task. */
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
  let showing: NodeJS.Timeout | undefined;
  let closing: NodeJS.Timeout | undefined;

  function show(): void {
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
      clearTimeout(showing);
      showing = setTimeout(show, GATHER_MS);
      showing.unref?.();
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
      clearTimeout(showing);
      clearTimeout(closing);
    },
  };
}
