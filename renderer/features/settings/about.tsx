import { useState } from 'react';
import type { UpdateView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { shortAgo } from '../../../shared/i18n/format-durations.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send, sendAbout, useAppState } from '../../state/main-process.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { Box, Fact, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { useNow } from '../../ui/use-now.ts';
import { changeSettings } from './bound-rows.tsx';
import styles from './settings.module.css';

export function About() {
  const version = useAppState((state) => state.app.version);
  return (
    <>
      <div className={styles.about}>
        <AppIcon />
        <b>{messages.app}</b>
        <p>{settingsPageMessages.aboutHint}</p>
      </div>
      <Box title={messages.app}>
        <Fact name={settingsPageMessages.version} value={version} />
        <Fact name={settingsPageMessages.licence} value={settingsPageMessages.licenceIs} />
      </Box>
      <Updates />
      <Diagnostics />
    </>
  );
}

function Diagnostics() {
  const [shown, setShown] = useState<string | null>(null);
  const show = async () => setShown((await sendAbout('system.diagnostics', {})) ?? null);
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await send('system.copy-diagnostics', {}));
  return (
    <Box title={settingsPageMessages.diagnostics.title}>
      <Setting
        name={settingsPageMessages.diagnostics.name}
        description={settingsPageMessages.diagnostics.description}
      />
      <div className={styles.diagnosticsActions}>
        <Button aria-expanded={shown !== null} onClick={() => (shown === null ? void show() : setShown(null))}>
          {shown === null ? settingsPageMessages.diagnostics.show : settingsPageMessages.diagnostics.hide}
        </Button>
        <Button onClick={() => void copy()}>{settingsPageMessages.diagnostics.copy}</Button>
        <span className={styles.testResult} role="status">
          {copied && settingsPageMessages.diagnostics.copied}
        </span>
      </div>
      {shown !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className={styles.diagnosticsReport} tabIndex={0} aria-label={settingsPageMessages.diagnostics.title}>
          <pre className="selectable">{shown}</pre>
        </section>
      )}
    </Box>
  );
}

function Updates() {
  const { updates } = useAppState((state) => state.system);
  const on = useAppState((state) => state.settings.updates);
  const checkedAt = updates.state === 'idle' ? updates.checkedAt : null;
  const now = useNow(checkedAt === null ? 0 : MINUTE_MS, checkedAt ?? 0);
  const { state, description } = updateText(updates, now.getTime());
  const canCheck = updates.state === 'idle' || updates.state === 'failed';
  return (
    <Box title={settingsMessages.updates}>
      <Setting name={<span role="status">{state}</span>} description={description}>
        {canCheck && (
          <Button onClick={() => void send('system.check-for-update', {})}>{settingsPageMessages.updates.check}</Button>
        )}
        {updates.state === 'ready' && (
          <Button kind="primary" onClick={() => void send('system.install-update', {})}>
            {settingsPageMessages.updates.restart}
          </Button>
        )}
      </Setting>
      {updates.state !== 'none' && (
        <SwitchRow
          name={settingsPageMessages.updates.on}
          description={settingsPageMessages.updates.onHint}
          on={on}
          onChange={(updates) => changeSettings({ updates })}
        />
      )}
    </Box>
  );
}

/** Status text of the updater, with an optional explanation. `now` in ms. */
export function updateText(view: UpdateView, now: number): { state: string; description?: string } {
  const { updates } = settingsPageMessages;
  switch (view.state) {
    case 'none':
      return { state: updates.none[view.why] };
    case 'off':
      return { state: updates.off };
    case 'idle':
      return {
        state:
          view.checkedAt === null
            ? updates.notYet
            : updates.upToDate({ ago: minutesAgo(now - Date.parse(view.checkedAt)) || null }),
      };
    case 'checking':
      return { state: updates.checking };
    case 'downloading':
      return { state: updates.downloading({ version: view.version, percent: view.percent }) };
    case 'ready':
      return {
        state: updates.ready({ version: view.version }),
        description: view.isRefused ? updates.refused : view.onQuit ? updates.readyOnQuit : updates.readyLater,
      };
    case 'failed':
      return { state: updates.failed[view.why], description: updates.failedHint };
  }
}

/** "5 min"; empty for less than a minute. */
function minutesAgo(ms: number): string {
  return ms < MINUTE_MS ? '' : shortAgo(ms);
}
