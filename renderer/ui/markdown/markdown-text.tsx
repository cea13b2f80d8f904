import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { taskPageMessages } from '../../../shared/i18n/generated/task-page.ts';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Spinner, useDelayed } from '../loading.tsx';
import markdownStyles from './markdown.module.css';
import { type LinkActions, Markdown } from './markdown.tsx';
import { createMarkdownParser, type Parsed } from './markdown-parser.ts';
import workerUrl from './markdown-worker.ts?worker&url';
import { isMarkdown, textParts } from './text-parts.ts';

const policy = window.trustedTypes.createPolicy('markdown-worker', { createScriptURL: () => workerUrl });
const parser = createMarkdownParser(() => new Worker(policy.createScriptURL(''), { type: 'module' }));

/** Loads the parser before a text is shown. */
export const prepareMarkdownParser = (): void => parser.prepare();

/** A text that takes longer to parse is shown as plain text until it is parsed (ms). */
const PLAIN_TEXT_AFTER_MS = 150;

interface Props {
  links: LinkActions;
  text: string;
  /** Reads the full text if `text` is truncated. */
  readRest?: (() => Promise<void>) | undefined;
}

/** Renders markdown; long texts part by part. */
export function MarkdownText({ links, text, readRest }: Props) {
  const [count, setCount] = useState(1);
  const [isReading, setAsking] = useState(false);
  const isSlow = useDelayed(isReading);
  const { parts, starts, end } = useMemo(() => textParts(text, count), [text, count]);
  const isAllShown = end === text.length;
  const showMore = async () => {
    if (isAllShown && readRest !== undefined) {
      setAsking(true);
      await readRest();
      setAsking(false);
    }
    if (text !== '') setCount(count + 1);
  };
  return (
    <>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity besides their position.
        <Part key={at} links={links} text={part} start={starts[at] ?? 0} />
      ))}
      {(!isAllShown || readRest !== undefined) && (
        <p className={markdownStyles.cut}>
          {text === '' ? taskPageMessages.deferredHint : taskPageMessages.longHint}
          <Button small aria-busy={isReading} onClick={() => void (isReading || showMore())}>
            {isSlow && <Spinner />}
            {text === '' ? taskPageMessages.showText : taskPageMessages.showMoreText}
          </Button>
        </p>
      )}
    </>
  );
}

/** Shows the previous text until the new one is parsed. The first one is hidden briefly, so that raw markdown does not flash. */
function Part({ links, text, start }: { links: LinkActions; text: string; start: number }) {
  const { tick } = links;
  const ownLinks = useMemo(
    () => (start === 0 || tick === undefined ? links : { ...links, tick: (at: number) => tick(start + at) }),
    [links, start, tick],
  );
  const parsed = useParsed(text);
  const isSlow = useDelayed(parsed === undefined, PLAIN_TEXT_AFTER_MS);
  if (parsed === undefined) return <Plain isUnseen={!isSlow}>{text}</Plain>;
  if (parsed === 'plain') return <Plain>{text}</Plain>;
  if (parsed !== null) return <Markdown links={ownLinks} nodes={parsed} />;
  return (
    <>
      <Plain>{text}</Plain>
      <p className={markdownStyles.cut}>{taskPageMessages.notFormatted}</p>
    </>
  );
}

function Plain({ isUnseen = false, children }: { isUnseen?: boolean; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'selectable',
        markdownStyles.text,
        markdownStyles.plain,
        isUnseen && markdownStyles.pending,
      )}
      dir="auto"
    >
      {children}
    </p>
  );
}

/** `plain` if the text contains no markdown; undefined until the first text is parsed. */
function useParsed(text: string): Parsed | 'plain' | undefined {
  const [last, setLast] = useState<Parsed>();
  const cached = isMarkdown(text) ? parser.cached(text) : 'plain';
  useEffect(() => {
    if (cached === 'plain') return;
    if (cached !== undefined) {
      setLast(cached);
      return;
    }
    const stop = new AbortController();
    void parser.parse(text, stop.signal).then(setLast);
    return () => stop.abort();
  }, [text, cached]);
  return cached === undefined ? last : cached;
}
