import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { closePage, dismissError } from '../state/store.ts';
import { Header } from '../ui/header.tsx';
import { RestoreScroll, useScrollPositions } from '../ui/scroll-position.tsx';
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
  const { scroller, restore } = useScrollPositions(tab);
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
        <div className={windowStyles.page} {...scroller}>
          {children}
          {tabs.map(({ value, content }) => (
            <Tabs.Content className={panelClassName} value={value} key={value} tabIndex={-1}>
              <RestoreScroll restore={restore} />
              {content}
            </Tabs.Content>
          ))}
        </div>
      </Tabs.Root>
    </>
  );
}
