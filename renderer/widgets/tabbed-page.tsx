import { Tabs } from 'radix-ui';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { closePage } from '../state/navigation.ts';
import { dismissError } from '../state/notices.ts';
import { Header } from '../ui/header.tsx';
import tabsStyles from '../ui/tabs.module.css';
import windowStyles from '../ui/window.module.css';

interface Props<T extends string> {
  title: ReactNode;
  /** The accessible name of the tabs. */
  label: string;
  tab: T;
  onChange: (tab: T) => void;
  tabs: readonly { value: T; label: string; content: ReactNode }[];
  panelClassName: string | undefined;
  /** Shown above every tab. */
  children: ReactNode;
}

/** A page of tabs. Each keeps its scroll position; the initial one takes the focus. */
export function TabbedPage<T extends string>(props: Props<T>) {
  const { title, label, tab, onChange, tabs, panelClassName, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<T, number>());
  const restoreScroll = useCallback(() => {
    if (scroller.current !== null) scroller.current.scrollTop = places.current.get(tab) ?? 0;
  }, [tab]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>('[data-state="active"]')?.focus(), []);
  return (
    <>
      <Header title={title} onBack={closePage} />
      <Tabs.Root
        className={tabsStyles.page}
        value={tab}
        onValueChange={(tab) => {
          dismissError();
          onChange(tab as T);
        }}
      >
        <Tabs.List ref={list} className={tabsStyles.tabs} data-drags-window aria-label={label}>
          {tabs.map(({ value, label }) => (
            <Tabs.Trigger className={tabsStyles.tab} value={value} key={value}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <div
          className={windowStyles.page}
          ref={scroller}
          onScroll={(event) => places.current.set(tab, event.currentTarget.scrollTop)}
        >
          {children}
          {tabs.map(({ value, content }) => (
            <Tabs.Content className={panelClassName} value={value} key={value} tabIndex={-1}>
              <RestoreScroll restore={restoreScroll} />
              {content}
            </Tabs.Content>
          ))}
        </div>
      </Tabs.Root>
    </>
  );
}

/** Rendered within a tab's content, which is mounted only after the tab is chosen. */
function RestoreScroll({ restore }: { restore: () => void }) {
  useLayoutEffect(restore, [restore]);
  return null;
}
