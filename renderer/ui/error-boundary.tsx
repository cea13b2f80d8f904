import { Component, type ReactNode } from 'react';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { ProblemBox } from './problem-box.tsx';

interface Props {
  /** Whose picture it is: another one is tried again. */
  of?: unknown;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate({ of }: Props): void {
    if (this.state.broken && of !== this.props.of) this.setState({ broken: false });
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="window broken">
        <ProblemBox problem={words.problem.crashed} urgent>
          <Button kind="primary" onClick={() => location.reload()}>
            {words.problem.reload}
          </Button>
        </ProblemBox>
      </main>
    );
  }
}
