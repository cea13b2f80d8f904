import { Component, type ReactNode } from 'react';
import type { AppErrorView } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ErrorBox } from './error-box.tsx';
import windowStyles from './window.module.css';

interface Props {
  /** Renders the startup snapshot: a crash renders nothing, and the state from main is tried again. */
  isFirst?: boolean;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate({ isFirst }: Props): void {
    if (this.state.broken && isFirst !== this.props.isFirst) this.setState({ broken: false });
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    if (this.props.isFirst === true) return null;
    return <Broken error={{ kind: 'internal', ...messages.error.crashed }} />;
  }
}

/** The window without its content, which can only be loaded again. */
export const Broken = ({ error }: { error: AppErrorView }) => (
  <main className={classNames(windowStyles.window, windowStyles.broken)}>
    <ErrorBox error={error} urgent>
      <Button kind="primary" onClick={() => location.reload()}>
        {messages.error.reload}
      </Button>
    </ErrorBox>
  </main>
);
