/** The service's own notifications: the newest 50, those that are unread marked. */
import type { NewsItem } from '../../../shared/contract/index.ts';
import { Shown, useWaiting } from '../../app/state/read-section.tsx';
import { useRead } from '../../app/state/use-read.ts';
import '../../ui/page-section.css';
import '../../ui/setting-row.css';
import { clockOrDay } from '../../../shared/i18n/format-clock.ts';
import { serverWords } from '../../../shared/i18n/server-page-messages.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { closePage, openPage, tell, useTold } from '../../app/state/store.ts';
import { Unreadable } from '../../app/state/unreadable.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Header } from '../../ui/header.tsx';
import { CheckIcon } from '../../ui/icons.ts';
import { MINUTE, useNow } from '../../ui/use-now.ts';
import './notifications.css';

export default function News() {
  const waiting = useWaiting('notification:');
  const unread = useTold((state) => state.unread) ?? 0;
  const read = useRead('news.read', {}, `${waiting.key} ${unread}`);
  const now = useNow(MINUTE);
  return (
    <>
      <Header title={serverWords.news.title} onBack={closePage}>
        {unread > 0 && (
          <Button small onClick={() => void tell('news.mark-all-read', {})}>
            {serverWords.news.markAll}
          </Button>
        )}
      </Header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard. */}
      <section className="body scroll" aria-label={serverWords.news.title} tabIndex={0}>
        <Unreadable of="news" />
        <Shown of={read}>
          {(items) =>
            items.length === 0 ? (
              <Empty title={serverWords.news.none} says={serverWords.news.noneSays} />
            ) : (
              <>
                <ul>
                  {items.map((item) => (
                    <Item key={item.id} item={item} now={now} />
                  ))}
                </ul>
                {items.length >= 50 && <p className="set-says">{serverWords.news.newest}</p>}
              </>
            )
          }
        </Shown>
      </section>
    </>
  );
}

function Item({ item, now }: { item: NewsItem; now: Date }) {
  const { id, title, text: more, createdAt, isRead, taskId } = item;
  const shown = oneLine(title, 200);
  const open = () => {
    if (!isRead) void tell('news.mark-read', { newsId: id });
    if (taskId !== null) openPage({ name: 'details', taskId });
  };
  const words = (
    <>
      <span className="nw-title" dir="auto">
        {shown}
        {!isRead && <span className="unseen">, {serverWords.news.unread}</span>}
      </span>
      <span className="nw-when num">{clockOrDay(createdAt, now)}</span>
      {more !== '' && (
        <span className="nw-text trunc" dir="auto">
          {oneLine(more, 300)}
        </span>
      )}
    </>
  );
  return (
    <li className={isRead ? 'news' : 'news unread'}>
      {taskId === null ? (
        <div className="nw-row">{words}</div>
      ) : (
        <button type="button" className="nw-row" onClick={open}>
          {words}
        </button>
      )}
      {!isRead && (
        <IconButton
          icon={CheckIcon}
          label={serverWords.news.markReadOf(shown)}
          onClick={() => void tell('news.mark-read', { newsId: id })}
        />
      )}
    </li>
  );
}
