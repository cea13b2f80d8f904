import type { Problem } from '../../../shared/contract/index.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { Button } from '../../ui/button.tsx';
import './entry-refused.css';

interface Props {
  problem: Problem;
  keep: () => void;
  correct: () => void;
}

/** What main says against times: a question that can be answered, or a refusal. */
export function Refused({ problem, keep, correct }: Props) {
  const asks = problem.kind === 'needs-confirmation';
  return (
    <div className="refused" role="alert">
      <b>{problem.title}</b> {problem.what} {!asks && problem.todo}
      {asks && (
        <div className="refused-acts">
          <Button small kind="primary" onClick={keep}>
            {words.entry.keepLong}
          </Button>
          <Button small kind="quiet" onClick={correct}>
            {words.entry.correct}
          </Button>
        </div>
      )}
    </div>
  );
}
