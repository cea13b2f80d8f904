/** The service's notifications: the newest 50, unread ones marked. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { taskKey } from '../../../shared/accounts.ts';
import type { NotificationView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { serverPageMessages } from '../../../shared/i18n/generated/server-page.ts';
import { send, useAppState, useServerOf } from '../../state/main-process.ts';
import { closePage, openPage, pageOf } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/header.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { useNow } from '../../ui/use-now.ts';
import { activityText, personName } from '../../widgets/activity-text.ts';
import {
  AccountFilterNote,
  AccountMark,
  AccountSwitcher,
  filterByAccount,
  isFilteredOut,
  useAccountFilter,
} from '../../widgets/open-accounts.tsx';
import { ReadSection } from '../../widgets/read-section.tsx';
import { useTaskMenu } from '../../widgets/task-menu.tsx';
import { Unreadable } from '../../widgets/unreadable.tsx';
import styles from './inbox.module.css';

export default function InboxPage() {
  const accountId = useAccountFilter();
  const hasFilter = useAppState(({ accounts, settings }) => accounts.length > 1 && settings.accountsTogether);
  const read = useRead('inbox.read', {});
  const shownOf = (items: readonly NotificationView[]) => items.filter((item) => !isFilteredOut(accountId, item));
  const total = useAppState((state) => state.unreadNotifications) ?? 0;
  const unread = accountId === null ? total : shownOf(read.value ?? []).filter(({ isRead }) => !isRead).length;
  const markAll = () => void send('inbox.mark-all-read', accountId === null ? {} : { accountId });
  const now = useNow(MINUTE_MS);
  return (
    <Page
      title={serverPageMessages.inbox.title}
      onBack={closePage}
      actions={
        <>
          {unread > 0 && (
            <Button small onClick={markAll}>
              {serverPageMessages.inbox.markAll}
            </Button>
          )}
          {hasFilter && <AccountSwitcher onChoose={filterByAccount} />}
        </>
      }
    >
      <Unreadable of="notifications" />
      <AccountFilterNote />
      <ReadSection of={read}>
        {(items) =>
          shownOf(items).length === 0 ? (
            <Empty title={serverPageMessages.inbox.none} description={serverPageMessages.inbox.noneHint} />
          ) : (
            <>
              <ul>
                {shownOf(items).map((item) => (
                  <Item key={taskKey({ id: item.id, accountId: item.accountId })} item={item} now={now} />
                ))}
              </ul>
              {items.length >= 50 && <p className={settingRowStyles.note}>{serverPageMessages.inbox.newest}</p>}
            </>
          )
        }
      </ReadSection>
    </Page>
  );
}

/** Notifications that say everything themselves, or are about no event. */
const SAYS_ALL = new Set(['task_comment_created', 'due_date_reminder']);
const ASSIGNED = new Set(['task_created', 'task_assigned', 'task_assignee_changed']);

/** Who changed what to what, once the item was on screen and the task's activity is read; until then the service's own title. */
function useTitle(
  { type, title, taskId, accountId, createdAt }: NotificationView,
  item: RefObject<Element | null>,
  now: Date,
) {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    if (item.current !== null) observer.observe(item.current);
    return () => observer.disconnect();
  }, [item]);
  const isAsked = isSeen && taskId !== null && !SAYS_ALL.has(type);
  const { value } = useRead('tasks.announced-event', isAsked ? { taskId, accountId, type, at: createdAt } : null);
  if (!value) return title;
  if (ASSIGNED.has(type)) return serverPageMessages.inbox.assigned({ who: personName(value.event) });
  return activityText(value.event, value, now);
}

function Item({ item, now }: { item: NotificationView; now: Date }) {
  const { id, accountId, text: more, createdAt, isRead, taskId } = item;
  const row = useRef<HTMLLIElement>(null);
  const title = useTitle(item, row, now);
  const server = useServerOf(item);
  const markRead = () =>
    void send('inbox.mark-read', { notificationId: id, ...(accountId !== undefined && { accountId }) });
  const open = () => {
    if (!isRead) markRead();
    if (taskId !== null) openPage(pageOf({ id: taskId, accountId }));
  };
  // The service names the task by its id alone: what is in no list here can only be opened.
  const named = { id: taskId ?? '', accountId, identifier: '', title, isOnlyNamed: true } as const;
  const { events, menu } = useTaskMenu(named, open);
  const content = (
    <>
      <span className={styles.title} dir="auto">
        {title}
        {!isRead && <span className="visually-hidden">, {serverPageMessages.inbox.unread}</span>}
        {server && <span className="visually-hidden">, {server}</span>}
      </span>
      <span className={classNames('tabular-numbers', styles.time)}>{clockOrDay(createdAt, now)}</span>
      {more !== '' && (
        <span className={classNames('truncate', styles.text)} dir="auto">
          {more}
        </span>
      )}
    </>
  );
  return (
    <li ref={row} className={isRead ? styles.notification : classNames(styles.notification, styles.unread)}>
      {taskId === null ? (
        <div className={styles.row}>{content}</div>
      ) : (
        <button type="button" className={styles.row} {...events} onClick={open}>
          {content}
        </button>
      )}
      <AccountMark accountId={accountId} />
      {!isRead && (
        <IconButton icon={CheckIcon} label={serverPageMessages.inbox.markReadOf({ title })} onClick={markRead} />
      )}
      {menu}
    </li>
  );
}
