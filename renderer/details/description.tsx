import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { TaskDetails } from '../../electron/bridge/contract.ts';
import { tell, tellFor } from '../store.ts';
import { detailWords } from '../words/details-words.ts';
import type { LinkActions } from './markdown.tsx';
import { Section } from './section.tsx';
import { WrittenText } from './written-text.tsx';

const AttachPicture = lazy(() => import('../project/attach-picture.tsx'));

export function Description({ details }: { details: TaskDetails }) {
  const { task, description } = details;
  const [whole, setWhole] = useState<string | null>(null);
  // Another beginning: what was read to its end is another text, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is exactly when that text changes.
  useEffect(() => setWhole(null), [description.text]);
  const text = whole ?? description.text;
  const links = useMemo(() => linksOf(task.id), [task.id]);
  const isCut = !description.isWhole && whole === null;
  const readRest = async () => {
    const answer = await tellFor('tasks.description', { taskId: task.id });
    if (answer !== undefined) setWhole(answer);
  };
  return (
    <Section
      title={detailWords.description}
      end={
        <Suspense>
          <AttachPicture taskId={task.id} identifier={task.identifier} />
        </Suspense>
      }
    >
      {text.trim() === '' && !isCut ? (
        <p className="desc faint">{detailWords.noDescription}</p>
      ) : (
        <WrittenText key={task.id} links={links} text={text} readRest={isCut ? readRest : undefined} />
      )}
    </Section>
  );
}

/** What is done with an address that a text of the task names. */
export const linksOf = (taskId: string): LinkActions => ({
  open: (url) => void tell('tasks.open-url', { taskId, url }),
  copy: (url) => void tell('tasks.copy-url', { taskId, url }),
});
