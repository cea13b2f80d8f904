import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { TaskDetails } from '../../electron/bridge/contract.ts';
import { tellFor } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useLate } from '../ui/use-late.ts';
import { detailWords } from '../words/details.ts';
import { isWorthParsing } from './is-markdown.ts';
import { Section } from './section.tsx';

const Markdown = lazy(() => import('./markdown.tsx'));
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
        <Text key={task.id} taskId={task.id} text={text} />
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

function Text({ taskId, text }: { taskId: string; text: string }) {
  const plain = (
    <p className="desc plain selectable" dir="auto">
      {text}
    </p>
  );
  if (!isWorthParsing(text)) return plain;
  return (
    <Unreadable plain={plain} key={text}>
      <Suspense fallback={plain}>
        <Markdown taskId={taskId} text={text} />
      </Suspense>
    </Unreadable>
  );
}

/** Text that no parser gets through, such as a thousand quotes within each other, is shown as it is. */
class Unreadable extends Component<{ plain: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.plain : this.props.children;
  }
}
