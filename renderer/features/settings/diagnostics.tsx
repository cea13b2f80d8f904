import { useState } from 'react';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { send, sendAbout } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import styles from './settings.module.css';

/** Diagnostics for a bug report, with a Copy button. */
export function Diagnostics() {
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
