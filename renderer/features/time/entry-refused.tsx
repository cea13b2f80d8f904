import type { AppErrorView } from '../../../shared/contract/index.ts';
import { messages } from '../../../shared/i18n/window-messages.ts';
import { Button } from '../../ui/button.tsx';
import './entry-refused.css';

interface Props {
  problem: AppErrorView;
  keep: () => void;
  correct: () => void;
}

/** What main says against times: a question that can be answered, or a refusal. */
export function EntryRefused({ problem, keep, correct }: Props) {
  const asks = problem.kind === 'needs-confirmation';
  return (
    <div className="refused" role="alert">
      <b>{problem.title}</b> {problem.explanation} {!asks && problem.nextStep}
      {asks && (
        <div className="refused-acts">
          <Button small kind="primary" onClick={keep}>
            {messages.entry.keepLong}
          </Button>
          <Button small kind="quiet" onClick={correct}>
            {messages.entry.correct}
          </Button>
        </div>
      )}
    </div>
  );
}
