import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { settingsPageMessages } from '../../shared/i18n/generated/settings-page.ts';
import { Account } from '../features/account/account-settings.tsx';
import { About } from '../features/settings/about.tsx';
import { General } from '../features/settings/general.tsx';
import { Notifications } from '../features/settings/notifications.tsx';
import { Timer } from '../features/settings/timer.tsx';
import { closePage, dismissError, useAppState } from '../state/store.ts';
import { Header } from '../ui/header.tsx';
import { RestoreScroll, useScrollPositions } from '../ui/scroll-position.tsx';
import settingRowStyles from '../ui/setting-row.module.css';
import tabsStyles from '../ui/tabs.module.css';
import windowStyles from '../ui/window.module.css';
import { CommandError } from '../widgets/command-error.tsx';
import statusLineStyles from './status-line.module.css';

/** `tab`: the initial tab. */
export default function Settings({ tab }: { tab: 'general' | 'account' | 'timer' }) {
  const hasAccount = useAppState((state) => state.account !== null);
  const [page, setPage] = useState<string>(tab);
  const { scroller, restore } = useScrollPositions(page);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Header title={settingsPageMessages.title} onBack={closePage} />
      <Tabs.Root
        className={tabsStyles.page}
        value={page}
        onValueChange={(page) => {
          dismissError();
          setPage(page);
        }}
      >
        <Tabs.List className={tabsStyles.tabs} data-drags-window aria-label={settingsPageMessages.title}>
          <Tabs.Trigger className={tabsStyles.tab} value="general" ref={tab === 'general' ? first : undefined}>
            {settingsPageMessages.tabs.general}
          </Tabs.Trigger>
          {hasAccount && (
            <Tabs.Trigger className={tabsStyles.tab} value="account" ref={tab === 'account' ? first : undefined}>
              {settingsPageMessages.tabs.account}
            </Tabs.Trigger>
          )}
          <Tabs.Trigger className={tabsStyles.tab} value="timer" ref={tab === 'timer' ? first : undefined}>
            {settingsPageMessages.tabs.timer}
          </Tabs.Trigger>
          <Tabs.Trigger className={tabsStyles.tab} value="notifications">
            {settingsPageMessages.tabs.notifications}
          </Tabs.Trigger>
          <Tabs.Trigger className={tabsStyles.tab} value="about">
            {settingsPageMessages.tabs.about}
          </Tabs.Trigger>
        </Tabs.List>
        <div className={windowStyles.page} {...scroller}>
          <CommandError />
          <Tabs.Content className={settingRowStyles.panel} value="general" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <General />
          </Tabs.Content>
          <Tabs.Content className={settingRowStyles.panel} value="account" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <Account />
          </Tabs.Content>
          <Tabs.Content className={settingRowStyles.panel} value="timer" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <Timer />
          </Tabs.Content>
          <Tabs.Content className={settingRowStyles.panel} value="notifications" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <Notifications />
          </Tabs.Content>
          <Tabs.Content className={settingRowStyles.panel} value="about" tabIndex={-1}>
            <RestoreScroll restore={restore} />
            <About />
          </Tabs.Content>
        </div>
      </Tabs.Root>
      <footer className={statusLineStyles.line}>{settingsPageMessages.atOnce}</footer>
    </>
  );
}
