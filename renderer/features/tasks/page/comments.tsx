import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import type { CommentView, HistoryItem, TaskPageView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, longDay } from '../../../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { classNames, selectorOf } from '../../../ui/class-names.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import inputStyles from '../../../ui/input.module.css';
import markdownStyles from '../../../ui/markdown/markdown.module.css';
import type { LinkActions } from '../../../ui/markdown/markdown.tsx';
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx';
import { MoreMenu } from '../../../ui/menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { activityText, agoText, personName } from '../../../widgets/activity-text.ts';
import { useBusy } from '../../../widgets/read-section.tsx';
import styles from './comments.module.css';
import { linksOf } from './description.tsx';
import { inField, useDraft } from './drafts.ts';
import { mentionedIn, withoutMentions } from './mentions.ts';
import { missingPermissionReason } from './property.tsx';
import sectionStyles from './section.module.css';
import { Section, SectionNotRead } from './section.tsx';
import { UnsentMark } from './unsent-mark.tsx';
import { type MentionsProps, useMentions } from './use-mentions.tsx';

/** Comments and events, newest last, and the form for a new comment. */
export function Comments({ taskPage, onRetry }: { taskPage: TaskPageView; onRetry: () => void }) {
  const { task, history } = taskPage;
  const { items, earlier, isWhole } = history;
  const canComment = useAppState((state) => !state.missingFeatures.includes('comments'));
  const now = useNow(MINUTE_MS);
  const links = useMemo(() => linksOf(task.id), [task.id]);
  const list = useRef<HTMLOListElement>(null);
  const disabledReason = missingPermissionReason(taskPage, 'task:update');
  const texts = taskPageMessages.history;
  if (!canComment && isWhole && items.length === 0) return null;
  return (
    <Section title={texts.title}>
      {!isWhole && <SectionNotRead onRetry={onRetry} />}
      {earlier > 0 && (
        <LinkButton
          className={sectionStyles.more}
          onClick={() => {
            list.current?.focus({ preventScroll: true });
            void send('tasks.show-earlier', { taskId: task.id });
          }}
        >
          {texts.earlier({ more: earlier })}
        </LinkButton>
      )}
      {items.length > 0 && (
        <ol className={styles.list} ref={list} tabIndex={-1} aria-label={texts.title}>
          {items.map((item) =>
            item.kind === 'comment' ? (
              <Comment key={item.key} comment={item} taskId={task.id} links={links} now={now} />
            ) : (
              <li className={styles.event} key={item.id}>
                <bdi>{activityText(item, taskPage, now)}</bdi> <When at={item.createdAt} now={now} />
              </li>
            ),
          )}
        </ol>
      )}
      {canComment &&
        (disabledReason === undefined ? <Write taskId={task.id} /> : <p className="faint">{disabledReason}</p>)}
    </Section>
  );
}

interface CommentProps {
  comment: CommentView & Pick<Extract<HistoryItem, { kind: 'comment' }>, 'key' | 'isNew'>;
  taskId: string;
  links: LinkActions;
  now: Date;
}

function Comment({ comment, taskId, links, now }: CommentProps) {
  const { id, isNew, isEdited, isCut, isUnsent, canChange, createdAt, text, rejected } = comment;
  const [draft, setDraft] = useDraft(taskId, `comment ${comment.key}`);
  const row = useRef<HTMLLIElement>(null);
  const wasEditing = useRef(false);
  // When the form closes, return the focus to the menu button.
  useEffect(() => {
    if (wasEditing.current && draft === null)
      row.current?.querySelector<HTMLElement>(selectorOf(styles.menuButton))?.focus();
    wasEditing.current = draft !== null;
  }, [draft]);
  const remove = () => {
    row.current
      ?.closest('section')
      ?.querySelector<HTMLElement>('[data-write-comment] textarea')
      ?.focus({ preventScroll: true });
    void send('tasks.remove-comment', { taskId, commentId: id });
  };
  const name = personName(comment);
  const texts = taskPageMessages.history;
  const edit = () => {
    const before = withoutMentions(text);
    setDraft({ before, text: inField(before) });
  };
  const items = () => [
    { label: texts.edit, movesFocus: true, onChoose: edit },
    { label: texts.remove, danger: true, movesFocus: true, onChoose: remove },
  ];
  return (
    <li className={styles.comment} ref={row}>
      <Avatar id={comment.personId} name={name} className={styles.avatar} />
      <div className="grow">
        <div className={styles.header}>
          <bdi className={classNames('truncate', styles.author)}>{name}</bdi>
          <When at={createdAt} now={now} />
          {isEdited && <span>{texts.edited}</span>}
          {isNew && <span className={styles.new}>{texts.new}</span>}
          <UnsentMark isUnsent={isUnsent} />
          {canChange && (
            <MoreMenu
              label={texts.more({ when: (createdAt === null ? '' : agoText(createdAt, now)) || null })}
              className={styles.menuButton}
              entries={items}
            />
          )}
        </div>
        {draft === null ? (
          <MarkdownText links={links} text={text} />
        ) : (
          <CommentForm
            taskId={taskId}
            label={texts.editing}
            text={draft.text}
            mentioned={mentionedIn(text)}
            isChanged={draft.text !== inField(draft.before)}
            onText={(typed) => setDraft({ ...draft, text: typed })}
            send={texts.save}
            onCancel={() => setDraft(null)}
            onSend={(changed) => send('tasks.edit-comment', { taskId, commentId: id, text: changed })}
            onSent={(typedSince) => typedSince === '' && setDraft(null)}
          />
        )}
        {isCut && <p className={markdownStyles.cut}>{texts.cut}</p>}
        {rejected !== undefined && draft === null && (
          <ErrorBox error={{ kind: 'rejected', ...texts.rejected, explanation: rejected }} />
        )}
      </div>
    </li>
  );
}

function Write({ taskId }: { taskId: string }) {
  const [draft, setDraft] = useDraft(taskId, 'comment');
  const write = (text: string) => setDraft(text === '' ? null : { before: '', text });
  return (
    <div data-write-comment>
      <CommentForm
        taskId={taskId}
        label={taskPageMessages.history.write}
        text={draft?.text ?? ''}
        onText={write}
        send={taskPageMessages.history.send}
        onSend={(comment) => send('tasks.add-comment', { taskId, text: comment })}
        onSent={write}
      />
    </div>
  );
}

function When({ at, now }: { at: string | null; now: Date }) {
  if (at === null) return null;
  return (
    <time
      className={classNames('tabular-numbers', styles.when)}
      dateTime={at}
      title={`${longDay(at, now)}, ${clock(at)}`}
    >
      {agoText(at, now)}
    </time>
  );
}

interface Props extends Omit<MentionsProps, 'field'> {
  label: string;
  /** Called with trimmed, valid text, with mentions as the service has them. Resolves to whether it was accepted. */
  onSend: (text: string) => Promise<boolean>;
  onSent: (typedSince: string) => void;
  /** For editing an existing comment: the field takes the focus, and Escape cancels if nothing has changed. */
  onCancel?: () => void;
  isChanged?: boolean;
  send: string;
}

/** A comment form. Ctrl+Enter sends, "@" offers people. */
function CommentForm(props: Props): ReactNode {
  const { taskId, label, text, mentioned, onText, onSend, onSent, onCancel, isChanged = false, send } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions({ taskId, text, mentioned, onText, field });
  const trimmed = mentions.encoded;
  // Too long text is not cut off but cannot be sent.
  const isTooLong = trimmed.length > LENGTHS.comment;
  const latest = useRef(text);
  latest.current = text;
  const [, post] = useBusy(async () => {
    if (!(await onSend(trimmed))) return;
    const now = latest.current;
    onSent(now.startsWith(text) ? now.slice(text.length) : now);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed !== '' && !isTooLong) void post();
  };
  return (
    <form className={styles.commentForm} onSubmit={submit}>
      {mentions.list}
      <textarea
        {...mentions.field}
        ref={field}
        className={inputStyles.input}
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={onCancel ? undefined : 'C'}
        dir="auto"
        rows={1}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? id : undefined}
        // biome-ignore lint/a11y/noAutofocus: the user just opened it.
        autoFocus={onCancel !== undefined}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          if (event.key !== 'Escape' || onCancel === undefined) return;
          // Escape must not close the page as well.
          event.preventDefault();
          event.stopPropagation();
          if (!isChanged) onCancel();
        }}
      />
      {isTooLong && (
        <p className={styles.commentTooLong} id={id} role="alert">
          {taskPageMessages.history.tooLong({ most: LENGTHS.comment, has: trimmed.length })}
        </p>
      )}
      {(text !== '' || onCancel) && (
        <div className={styles.commentActions}>
          <Button
            small
            kind="primary"
            type="submit"
            title={taskPageMessages.history.sendHint}
            aria-label={send}
            aria-disabled={trimmed === '' || isTooLong}
          >
            {send}
          </Button>
          {onCancel && (
            <Button small onClick={onCancel}>
              {taskPageMessages.history.cancel}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
