import { useState } from 'react';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send, sendAbout } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import styles from './diagnostics.module.css';
import testResultStyles from './test-result.module.css';

/** Diagnostics for a bug report, with a Copy button. */
export function Diagnostics() {
  const [shown, setShown] = useState<string | null>(null);
  const show = async () => setShown((await sendAbout('system.diagnostics', {})) ?? null);
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await send('system.copy-diagnostics', {}));
  return (
    <Box title={messages.settings.diagnostics.title}>
      <Setting name={messages.settings.diagnostics.name} description={messages.settings.diagnostics.says} />
      <div className={styles.actions}>
        <Button aria-expanded={shown !== null} onClick={() => (shown === null ? void show() : setShown(null))}>
          {shown === null ? messages.settings.diagnostics.show : messages.settings.diagnostics.hide}
        </Button>
        <Button onClick={() => void copy()}>{messages.settings.diagnostics.copy}</Button>
        <span className={testResultStyles.result} role="status">
          {copied && messages.settings.diagnostics.copied}
        </span>
      </div>
      {shown !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className={styles.report} tabIndex={0} aria-label={messages.settings.diagnostics.title}>
          <pre className="selectable">{shown}</pre>
        </section>
      )}
    </Box>
  );
}
