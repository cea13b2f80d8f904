import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { Header } from '../ui/header.tsx';
import { FailureBox } from './state/failure-box.tsx';
import { closePage, putFailureAway, useTold } from './state/store.ts';
import '../ui/tabs.css';
import { words } from '../../shared/i18n/window-messages.ts';
import { Account } from '../features/account/account-settings.tsx';
import { About } from '../features/settings/about.tsx';
import { General } from '../features/settings/general.tsx';
import { Notifications } from '../features/settings/notifications.tsx';
import { Timer } from '../features/settings/timer.tsx';
import { AtPlace, useScrollPlaces } from '../ui/scroll-position.tsx';
import '../ui/setting-row.css';

/** `tab`: the one it opens at. */
export function Settings({ tab }: { tab: 'general' | 'account' }) {
  const hasAccount = useTold((state) => state.account !== null);
  const [page, setPage] = useState<string>(tab);
  const { scroller, restore } = useScrollPlaces(page);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Header title={words.settings.title} onBack={closePage} />
      <Tabs.Root
        className="settings"
        value={page}
        onValueChange={(page) => {
          putFailureAway();
          setPage(page);
        }}
      >
        <Tabs.List className="tabs" aria-label={words.settings.title}>
          <Tabs.Trigger className="tab" value="general" ref={tab === 'general' ? first : undefined}>
            {words.settings.tabs.general}
          </Tabs.Trigger>
          {hasAccount && (
            <Tabs.Trigger className="tab" value="account" ref={tab === 'account' ? first : undefined}>
              {words.settings.tabs.account}
            </Tabs.Trigger>
          )}
          <Tabs.Trigger className="tab" value="timer">
            {words.settings.tabs.timer}
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="notifications">
            {words.settings.tabs.notifications}
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="about">
            {words.settings.tabs.about}
          </Tabs.Trigger>
        </Tabs.List>
        <div className="body scroll" {...scroller}>
          <FailureBox />
          <Tabs.Content className="set" value="general" tabIndex={-1}>
            <AtPlace restore={restore} />
            <General />
          </Tabs.Content>
          <Tabs.Content className="set" value="account" tabIndex={-1}>
            <AtPlace restore={restore} />
            <Account />
          </Tabs.Content>
          <Tabs.Content className="set" value="timer" tabIndex={-1}>
            <AtPlace restore={restore} />
            <Timer />
          </Tabs.Content>
          <Tabs.Content className="set" value="notifications" tabIndex={-1}>
            <AtPlace restore={restore} />
            <Notifications />
          </Tabs.Content>
          <Tabs.Content className="set" value="about" tabIndex={-1}>
            <AtPlace restore={restore} />
            <About />
          </Tabs.Content>
        </div>
      </Tabs.Root>
      <footer className="status">{words.settings.atOnce}</footer>
    </>
  );
}
