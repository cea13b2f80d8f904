import { createContext, createElement, type JSX, memo, type ReactNode, useContext } from 'react';
import { taskPageMessages } from '../../../shared/i18n/generated/task-page.ts';
import { Avatar } from '../avatar.tsx';
import { classNames } from '../class-names.ts';
import { CopyIcon, DoneIcon, EmbedIcon, FileIcon, Icon, IssueIcon, UndoneIcon } from '../icons.tsx';
import styles from './markdown.module.css';
import type { MarkdownElement, MarkdownNode } from './parse-markdown.ts';

/** Actions for the links of a text. Main checks that the text contains the address. */
export interface LinkActions {
  open(url: string): void;
  copy(url: string): void;
  /** Opens a linked task; undefined if the text does not belong to the user's account. */
  openTask?(linked: { taskId: string; url: string }): void;
  /** Ticks or clears the checkbox with its mark at this place of the text. */
  tick?: ((markAt: number) => void) | undefined;
}

/** h1 to h3 are the page's own headings. */
const HEADINGS = { h1: 'h4', h2: 'h4', h3: 'h5', h4: 'h6' };
const CHIPS = { issue: IssueIcon, embed: EmbedIcon, attachment: FileIcon };

/** Renders markdown without active content: images become links, and links go through main. */
export const Markdown = memo(function Markdown({ links, nodes }: { links: LinkActions; nodes: MarkdownNode[] }) {
  return (
    <div className={classNames('selectable', styles.text, styles.markdown)} dir="auto">
      {render(nodes, links)}
    </div>
  );
});

function render(nodes: MarkdownNode[], links: LinkActions): ReactNode[] {
  return nodes.map((node, at) => (typeof node === 'string' ? node : element(node, at, links, nodes)));
}

/** `siblings`: itself among them. */
function element(node: MarkdownElement, key: number, links: LinkActions, siblings: MarkdownNode[]): JSX.Element {
  const { tag, id, href, src, alt, checked = false, markAt } = node;
  const { openTask, tick } = links;
  const children = render(node.children, links);
  switch (tag) {
    case 'a':
      return (
        <Address key={key} links={links} href={href}>
          {children}
        </Address>
      );
    case 'img':
      return (
        <Address key={key} links={links} href={src}>
          {alt || taskPageMessages.image}
        </Address>
      );
    case 'input':
      return tick && markAt !== undefined ? (
        <input
          key={key}
          type="checkbox"
          className={styles.checkbox}
          checked={checked}
          aria-label={siblings
            .slice(key + 1)
            .map(textOf)
            .join('')
            .trim()}
          onChange={() => tick(markAt)}
        />
      ) : (
        <span key={key} className={styles.box}>
          <Icon of={checked ? DoneIcon : UndoneIcon} />
          <span className="visually-hidden">{checked ? taskPageMessages.done : taskPageMessages.notDone}</span>
        </span>
      );
    case 'mention':
      return (
        <span key={key} className={styles.chip}>
          <Avatar
            className={styles.avatar}
            id={id ?? null}
            name={String(children).slice(1)}
            isOurs={openTask !== undefined}
          />
          <span>{children}</span>
        </span>
      );
    case 'issue':
    case 'embed':
    case 'attachment':
      return (
        <Address
          key={key}
          links={links}
          openTask={id === undefined || !openTask ? undefined : (url) => openTask({ taskId: id, url })}
          href={href}
        >
          <span className={styles.chip}>
            <Icon of={CHIPS[tag]} size={12} />
            <span className="visually-hidden">{taskPageMessages.chips[tag]} </span>
            {children}
          </span>
        </Address>
      );
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
      return createElement(HEADINGS[tag], { key, ...(tag === 'h1' && { className: styles.heading }) }, ...children);
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard.
        <div key={key} className={styles.wide} tabIndex={0}>
          <table>{children}</table>
        </div>
      );
    case 'pre':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide lines are scrolled by keyboard.
        <pre key={key} className={styles.wide} tabIndex={0}>
          {children}
        </pre>
      );
    case 'br':
    case 'hr':
      return createElement(tag, { key });
    default:
      return createElement(tag, { key, ...attributes(node) }, ...children);
  }
}

/** Without the lists in it, which have checkboxes of their own. */
function textOf(node: MarkdownNode): string {
  if (typeof node === 'string') return node;
  return node.tag === 'ul' || node.tag === 'ol' ? '' : node.children.map(textOf).join('');
}

function attributes({ isTask, start, align }: MarkdownElement): object {
  return {
    ...(isTask && { className: styles.task }),
    ...(start !== undefined && { start }),
    ...(align && { style: { textAlign: align } }),
  };
}

/** A link from a text. Addresses that cannot be opened can be copied. */
interface AddressProps {
  links: LinkActions;
  href: string | undefined;
  /** Set for links to tasks. */
  openTask?: ((url: string) => void) | undefined;
  children: ReactNode;
}

const InLink = createContext(false);

export function Address({ links, href, openTask, children }: AddressProps) {
  const does = linkTarget(href);
  const isInLink = useContext(InLink);
  // A picture in a link is the text of that link: a click opens one page.
  if (href === undefined || does === null || isInLink) return <span>{children}</span>;
  if (does === 'copy' && openTask === undefined) {
    return (
      <span title={href}>
        {children}{' '}
        <button
          type="button"
          className={styles.copy}
          title={taskPageMessages.copyAddress({ url: href })}
          onClick={() => links.copy(href)}
        >
          <Icon of={CopyIcon} size={12} />
        </button>
      </span>
    );
  }
  const open = () => (openTask ?? links.open)(href);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an anchor would navigate; a button would not wrap.
    <span
      role="link"
      tabIndex={0}
      className={classNames('link-button', styles.link)}
      title={href}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open();
      }}
    >
      <InLink value={true}>{children}</InLink>
    </span>
  );
}

/** `open`: can be opened in the browser. `copy`: can only be copied. null: not a link. */
export function linkTarget(href: string | undefined): 'open' | 'copy' | null {
  if (href === undefined) return null;
  const url = URL.parse(href);
  if (url === null || href.length > 2_000) return null;
  if (url.protocol === 'https:') return 'open';
  return ['http:', 'mailto:', 'tel:', 'ftp:', 'sms:', 'xmpp:', 'irc:'].includes(url.protocol) ? 'copy' : null;
}
