import { Component, type ReactNode } from 'react';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { ProblemBox } from './problem-box.tsx';

export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
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
