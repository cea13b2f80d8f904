import { Suspense, useState } from 'react';
import { settingsPageMessages } from '../../shared/i18n/generated/settings-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { Account } from '../features/account/account-settings.tsx';
import { About } from '../features/settings/about.tsx';
import { General } from '../features/settings/general.tsx';
import { Notifications } from '../features/settings/notifications.tsx';
import { Timer } from '../features/settings/timer.tsx';
import { useAppState } from '../state/main-process.ts';
import { lazyView } from '../ui/lazy-view.tsx';
import settingRowStyles from '../ui/setting-row.module.css';
import { CommandError } from '../widgets/command-error.tsx';
import { TabbedPage } from '../widgets/tabbed-page.tsx';

type Tab = keyof typeof settingsPageMessages.tabs;

const CONTENTS: Record<Tab, React.ComponentType> = {
  general: General,
  account: Account,
  timer: Timer,
  notifications: Notifications,
  about: About,
};

const Assistant = lazyView(async () => ({ default: (await import('./question-card.tsx')).Assistant }));

/** `tab`: the initial tab, if it is not the first. */
export default function Settings({ tab: initial }: { tab?: 'account' | 'timer' }) {
  const hasAccount = useAppState((state) => state.account !== null);
  const [tab, setTab] = useState<Tab>(initial ?? 'general');
  const tabs = (Object.keys(CONTENTS) as Tab[])
    .filter((value) => value !== 'account' || hasAccount)
    .map((value) => {
      const Content = CONTENTS[value];
      return { value, label: settingsPageMessages.tabs[value], content: <Content /> };
    });
  return (
    <TabbedPage
      title={settingsPageMessages.title}
      label={settingsPageMessages.title}
      tab={tab}
      onChange={setTab}
      tabs={tabs}
      panelClassName={settingRowStyles.panel}
    >
      <AssistantQuestion />
      <CommandError />
    </TabbedPage>
  );
}

/** The settings hide the other questions (main-view.tsx). An assistant that is being connected asks while they are open. */
function AssistantQuestion() {
  const question = useAppState((state) => state.assistantQuestion);
  const title = question === null ? '' : messages.assistantAsks(question);
  return (
    <>
      {question && (
        <div className={settingRowStyles.question}>
          <Suspense>
            <Assistant key={question.id} title={title} question={question} />
          </Suspense>
        </div>
      )}
      <span className="visually-hidden" role="status">
        {title}
      </span>
    </>
  );
}
