import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { TaskPageView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { send, sendAbout } from '../../../state/main-process.ts';
import { openPage, pageOf } from '../../../state/navigation.ts';
import { IconButton, LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EditIcon } from '../../../ui/icons.tsx';
import markdownStyles from '../../../ui/markdown/markdown.module.css';
import { type LinkActions, linkTarget } from '../../../ui/markdown/markdown.tsx';
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx';
import { applyEdit, inField, useDraft, withTick } from './drafts.ts';
import { missingPermissionReason } from './property.tsx';
import sectionStyles from './section.module.css';
import { Section } from './section.tsx';
import { UnsentMark } from './unsent-mark.tsx';

const AttachPicture = lazy(() => import('./attach-picture.tsx'));
const DescriptionConflict = lazy(() => import('./description-conflict.tsx'));
const DescriptionEditor = lazy(() => import('./description-editor.tsx'));

export function Description({ taskPage }: { taskPage: TaskPageView }) {
  const { task, description, rejectedDescription } = taskPage;
  const [whole, setWhole] = useState<string | null>(null);
  const [draft, setDraft] = useDraft(task.id, 'description');
  /** The current draft, for code that runs after an upload. */
  const latest = useRef(draft);
  latest.current = draft;
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMounted = useIsMounted();
  // The description changed, so the full text that was read is out of date.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is exactly when that text changes.
  useEffect(() => setWhole(null), [description.text]);
  const text = whole ?? description.text;
  const isCut = !description.isWhole && whole === null;
  const isEmpty = text.trim() === '' && !isCut;
  const disabledReason = missingPermissionReason(taskPage, 'task:update');
  const readRest = async () => {
    const answer = await sendAbout('tasks.description', { taskId: task.id });
    if (answer !== undefined) setWhole(answer);
  };
  const mayTick = disabledReason === undefined && rejectedDescription === null;
  const links = useMemo(
    () => ({ ...linksOf(task.id), tick: mayTick ? (markAt: number) => void tick(task.id, text, markAt) : undefined }),
    [task.id, text, mayTick],
  );
  const leave = () => {
    setDraft(null);
    requestAnimationFrame(() => button.current?.focus());
  };
  const save = async (before: string, next: string) => {
    const isSaved = await send('tasks.set-description', { taskId: task.id, before, description: next });
    if (isSaved) setWhole(null);
    return isSaved;
  };
  /** Inserts into the open editor: at the caret, or at the end during the preview. False if no editor is open. */
  const insert = (markdown: string): boolean => {
    const open = latest.current;
    if (!isMounted.current || open === null) return false;
    const at = field.current?.selectionEnd ?? open.text.length;
    const text = open.text.slice(0, at) + markdown + open.text.slice(at);
    if (text.length > LENGTHS.description) return false;
    setDraft({ ...open, text });
    requestAnimationFrame(() => field.current?.setSelectionRange(at + markdown.length, at + markdown.length));
    return true;
  };
  const edit = async () => {
    const read = await sendAbout('tasks.edit-description', { taskId: task.id });
    if (read) setDraft({ before: read.text, text: inField(read.rejected ?? read.text) });
  };
  const reading = !isEmpty ? (
    <MarkdownText key={task.id} links={links} text={text} readRest={isCut ? readRest : undefined} />
  ) : disabledReason === undefined ? (
    <LinkButton ref={button} onClick={() => void edit()}>
      {taskPageMessages.addDescription}
    </LinkButton>
  ) : (
    <p className={classNames('faint', markdownStyles.text)}>{taskPageMessages.noDescription}</p>
  );
  return (
    <Section
      title={taskPageMessages.description}
      end={
        <>
          <UnsentMark isUnsent={taskPage.unsent.includes('description')} />
          <Suspense>
            <AttachPicture
              taskId={task.id}
              identifier={task.identifier}
              disabledReason={disabledReason}
              insert={insert}
            />
          </Suspense>
          {draft === null && !isEmpty && (
            <IconButton
              ref={button}
              className={sectionStyles.add}
              icon={EditIcon}
              label={taskPageMessages.editDescription}
              title={disabledReason}
              aria-disabled={disabledReason !== undefined}
              onClick={() => void (disabledReason === undefined && edit())}
            />
          )}
        </>
      }
    >
      {rejectedDescription !== null && draft === null && (
        <Suspense>
          <DescriptionConflict
            taskPage={taskPage}
            onEdit={(before, merged) => setDraft({ before, text: merged })}
            onUse={(before, mine) => void save(before, mine)}
          >
            {reading}
          </DescriptionConflict>
        </Suspense>
      )}
      {draft !== null && (
        <Suspense>
          <DescriptionEditor
            draft={draft}
            field={field}
            links={links}
            onChange={(typed) => setDraft({ ...draft, text: typed })}
            onSave={() => void save(draft.before, applyEdit(draft)).then((isSaved) => isSaved && leave())}
            onLeave={leave}
          />
        </Suspense>
      )}
      {draft === null && rejectedDescription === null && reading}
    </Section>
  );
}

/** Changes the one character, unless the text has changed elsewhere in the meantime. */
async function tick(taskId: string, shown: string, markAt: number): Promise<void> {
  const read = await sendAbout('tasks.edit-description', { taskId });
  if (read === undefined) return;
  const description = withTick(read.text, shown, markAt);
  if (description !== undefined) await send('tasks.set-description', { taskId, before: read.text, description });
}

/** Whether the component is still mounted, for code that runs after an upload. */
function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** Link actions for texts of the task. */
export const linksOf = (taskId: string): LinkActions => ({
  open: (url) => void send('tasks.open-url', { taskId, url }),
  copy: (url) => void send('tasks.copy-url', { taskId, url }),
  openTask: async (linked) => {
    const task = await sendAbout('tasks.find-linked', linked);
    if (task) openPage(pageOf(task));
    else
      await send(linkTarget(linked.url) === 'copy' ? 'tasks.copy-url' : 'tasks.open-url', { taskId, url: linked.url });
  },
});
