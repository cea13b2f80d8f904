import { Component, lazy, type ReactNode, Suspense } from 'react';
import { isWorthParsing } from './is-markdown.ts';
import type { LinkActions } from './markdown.tsx';

const Markdown = lazy(() => import('./markdown.tsx'));

/** A description: read as markdown, shown as text until that is there, and where it cannot be made sense of. */
export function WrittenText({ links, text }: { links: LinkActions; text: string }) {
  const plain = (
    <p className="desc plain selectable" dir="auto">
      {text}
    </p>
  );
  if (!isWorthParsing(text)) return plain;
  return (
    <Unreadable plain={plain} key={text}>
      <Suspense fallback={plain}>
        <Markdown links={links} text={text} />
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
