import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { Header } from '../ui/header.tsx';
import { CommandError } from './state/command-error.tsx';
import { closePage, dismissError, useAppState } from './state/store.ts';
import '../ui/tabs.css';
import { messages } from '../../shared/i18n/window-messages.ts';
import { Account } from '../features/account/account-settings.tsx';
import { About } from '../features/settings/about.tsx';
import { General } from '../features/settings/general.tsx';
import { Notifications } from '../features/settings/notifications.tsx';
import { Timer } from '../features/settings/timer.tsx';
import { RestoreScroll, useScrollPositions } from '../ui/scroll-position.tsx';
import '../ui/setting-row.css';

/** `tab`: the one it opens at. */
export function Settings({ tab }: { tab: 'general' | 'account' }) {
  const hasAccount = useAppState((state) => state.account !== null);
  const [page, setPage] = useState<string>(tab);
  const { scroller, restore } = useScrollPositions(page);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Header title={messages.settings.title} onBack={closePage} />
      <Tabs.Root
        className="settings"
        value={page}
        onValueChange={(page) => {
          dismissError();
          setPage(page);
        }}
      >
        <Tabs.List className="tabs" aria-label={messages.settings.title}>
          <Tabs.Trigger className="tab" value="general" ref={tab === 'general' ? first : undefined}>
            {messages.settings.tabs.general}
          </Tabs.Trigger>
          {hasAccount && (
            <Tabs.Trigger className="tab" value="account" ref={tab === 'account' ? first : undefined}>
              {messages.settings.tabs.account}
            </Tabs.Trigger>
          )}
          <Tabs.Trigger className="tab" value="timer">
            {messages.settings.tabs.timer}
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="notifications">
            {messages.settings.tabs.notifications}
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="about">
            {messages.settings.tabs.about}
          </Tabs.Trigger>
        </Tabs.List>
        <div className="body scroll" {...scroller}>
          <CommandError />
          <Tabs.Content className="set" value="general" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <General />
          </Tabs.Content>
          <Tabs.Content className="set" value="account" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <Account />
          </Tabs.Content>
          <Tabs.Content className="set" value="timer" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <Timer />
          </Tabs.Content>
          <Tabs.Content className="set" value="notifications" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <Notifications />
          </Tabs.Content>
          <Tabs.Content className="set" value="about" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <About />
          </Tabs.Content>
        </div>
      </Tabs.Root>
      <footer className="status">{messages.settings.atOnce}</footer>
    </>
  );
}
