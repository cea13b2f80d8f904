/**
 * Notifications about tasks from quick add: "created", for as long as undo is possible, and "rejected", until the person reacts. While
 * the window is on screen, its status line shows "created" instead.
 */
import { messages } from '../../../shared/i18n/generated/main.ts';
import { TOAST_MS } from '../../../shared/limits.ts';
import type { Notifications } from '../../../shared/reminders/notification.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { type AccountPart, nothing } from '../account/index.ts';
import { newTaskOf } from '../tasks/index.ts';

/** Tasks created within this time of each other share one notification (ms). */
const GROUPING_MS = 500;
const CREATED = 'task-created';
const REJECTED = 'not-created:';
const MAX_TITLE = 120;
const MAX_TITLE_IN_LIST = 60;
/** Few desktops show more lines. */
const MAX_LINES = 4;

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
  /** True if the person wants notifications about created tasks. */
  isOn: () => boolean;
  /** True if the window is on screen, where the status line shows the same. */
  isSeen: () => boolean;
  showToast: (sentence: string) => void;
  undo: (undoId: number) => void;
  /** null opens the list. */
  openTask: (taskId: string | null) => void;
  openOutbox: () => void;
}

export function createCreatedNotifications(options: CreatedNotificationsOptions) {
  const { notifications, isOn, isSeen, showToast, undo, openTask, openOutbox } = options;
  let pending: CreatedTaskNotice[] = [];
  let showTimer: NodeJS.Timeout | undefined;
  let closeTimer: NodeJS.Timeout | undefined;

  function show(): void {
    const tasks = pending;
    const [first] = tasks;
    pending = [];
    if (first === undefined || !isOn() || isSeen()) return;
    const isOne = tasks.length === 1;
    const texts = messages.tasks;
    void notifications.show(
      {
        id: CREATED,
        title: isOne ? texts.created({ task: first.identifier }) : texts.notice.created({ tasks: tasks.length }),
        body: isOne ? shorten(first.title, MAX_TITLE) : titles(tasks),
        actions: isOne ? [{ id: 'undo', label: texts.undo }] : [],
        isTransient: true,
      },
      { onAction: (action) => (action === 'undo' ? undo(first.undoId) : openTask(isOne ? first.taskId : null)) },
    );
    clearTimeout(closeTimer);
    // The Undo button stops working then.
    closeTimer = setTimeout(() => notifications.close(CREATED), TOAST_MS);
    closeTimer.unref?.();
  }

  const part: AccountPart = {
    load: nothing,
    start: nothing,
    transfer: nothing,
    stop() {
      clearTimeout(showTimer);
      clearTimeout(closeTimer);
    },
  };

  return {
    created(task: CreatedTaskNotice): void {
      if (isSeen()) return;
      pending.push(task);
      clearTimeout(showTimer);
      showTimer = setTimeout(show, GROUPING_MS);
      showTimer.unref?.();
    },

    /** A write waits for the person. `reason`: the text from the service. */
    async needsAttention(item: Pick<OutboxItem, 'kind' | 'subject' | 'payload'>, reason: string): Promise<void> {
      const task = newTaskOf(item);
      if (task === undefined) return;
      const { title } = task;
      const texts = messages.tasks.notice;
      showToast(texts.rejectedInLine({ title: shorten(title, MAX_TITLE_IN_LIST), why: reason }));
      if (isSeen()) return;
      const isShown = await notifications.show(
        {
          id: REJECTED + item.subject,
          title: texts.rejected,
          body: texts.rejectedBody({ title: shorten(title, MAX_TITLE), why: shorten(reason, 200) }),
          actions: [],
        },
        { onAction: openOutbox },
      );
      if (!isShown) openOutbox();
    },

    part,
  };
}

function titles(tasks: readonly CreatedTaskNotice[]): string {
  const lines = tasks.slice(0, MAX_LINES).map(({ title }) => shorten(title, MAX_TITLE_IN_LIST));
  const others = tasks.length - lines.length;
  return [...lines, ...(others > 0 ? [messages.tasks.notice.more({ tasks: others })] : [])].join('\n');
}
