import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { TaskDetails } from '../../electron/bridge/contract.ts';
import { tell, tellFor } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useLate } from '../ui/use-late.ts';
import { detailWords } from '../words/details-words.ts';
import type { LinkActions } from './markdown.tsx';
import { Section } from './section.tsx';
import { WrittenText } from './written-text.tsx';

const AttachPicture = lazy(() => import('../project/attach-picture.tsx'));

/** Read as markdown, shown as text until that is there, and where it cannot be made sense of. */
export function Description({ details }: { details: TaskDetails }) {
  const { task, description } = details;
  const [whole, setWhole] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const late = useLate(isAsking);
  // Another beginning: what was read to its end is another text, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is exactly when that text changes.
  useEffect(() => setWhole(null), [description.text]);
  const text = whole ?? description.text;
  const links = useMemo(() => linksOf(task.id), [task.id]);
  const isCut = !description.isWhole && whole === null;
  const showAll = async () => {
    setAsking(true);
    const answer = await tellFor('tasks.description', { taskId: task.id });
    setAsking(false);
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
      {text.trim() === '' ? (
        !isCut && <p className="desc faint">{detailWords.noDescription}</p>
      ) : (
        <WrittenText key={task.id} links={links} text={text} />
      )}
      {isCut && (
        <p className="desc-cut">
          {text.trim() === '' ? detailWords.deferredSays : detailWords.longSays}
          <Button small aria-busy={isAsking} onClick={() => void (isAsking || showAll())}>
            {late && <Spinner />}
            {detailWords.showAll}
          </Button>
        </p>
      )}
    </Section>
  );
}

const linksOf = (taskId: string): LinkActions => ({
  open: (url) => void tell('tasks.open-url', { taskId, url }),
  copy: (url) => void tell('tasks.copy-url', { taskId, url }),
});
