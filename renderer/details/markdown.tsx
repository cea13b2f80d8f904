import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Icon } from '../ui/icon.tsx';
import { CopyIcon } from '../ui/icons.ts';
import { detailWords } from '../words/details-words.ts';
import { DoneIcon, UndoneIcon } from './icons.ts';
import { linkDoes } from './markdown-links.ts';
import { softBreaks } from './soft-breaks.ts';
import './markdown.css';

/** What is done with an address that a text names; main looks whether it does. */
export interface LinkActions {
  open(url: string): void;
  copy(url: string): void;
}

interface Props {
  links: LinkActions;
  text: string;
}

const PLUGINS = [remarkGfm, softBreaks];

/** Markdown with nothing active in it: HTML stands there as text, images are links, and links ask main. */
export default memo(function Markdown({ links, text }: Props) {
  const components = useMemo(() => componentsFor(links), [links]);
  return (
    <div className="desc md selectable" dir="auto">
      <ReactMarkdown remarkPlugins={PLUGINS} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

function componentsFor(links: LinkActions): Components {
  return {
    a: ({ href, children }) => (
      <Address links={links} href={href}>
        {children}
      </Address>
    ),
    img: ({ src, alt }) => (
      <Address links={links} href={typeof src === 'string' ? src : undefined}>
        {alt || detailWords.image}
      </Address>
    ),
    input: ({ checked }) => (
      <span className="md-box">
        <Icon of={checked ? DoneIcon : UndoneIcon} />
        <span className="unseen">{checked ? detailWords.done : detailWords.notDone}</span>
      </span>
    ),
    // The page's own headings stand above these.
    h1: ({ children }) => <h4 className="md-1">{children}</h4>,
    h2: ({ children }) => <h4>{children}</h4>,
    h3: ({ children }) => <h5>{children}</h5>,
    h4: ({ children }) => <h6>{children}</h6>,
    table: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard.
      <div className="md-wide" tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    pre: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: wide lines are scrolled by keyboard.
      <pre className="md-wide" tabIndex={0}>
        {children}
      </pre>
    ),
  };
}

function Address({
  links,
  href,
  children,
}: {
  links: LinkActions;
  href: string | undefined;
  children: React.ReactNode;
}) {
  const does = linkDoes(href);
  if (href === undefined || does === null) return <span>{children}</span>;
  if (does === 'copy') {
    return (
      <span title={href}>
        {children}{' '}
        <button
          type="button"
          className="md-copy"
          title={detailWords.copyAddress(href)}
          onClick={() => links.copy(href)}
        >
          <Icon of={CopyIcon} size={12} />
        </button>
      </span>
    );
  }
  const open = () => links.open(href);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an anchor would be followed; a button would not break over lines.
    <span
      role="link"
      tabIndex={0}
      className="lnk md-link"
      title={href}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open();
      }}
    >
      {children}
    </span>
  );
}
