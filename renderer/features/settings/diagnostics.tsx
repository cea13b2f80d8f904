import { useState } from 'react';
import { words } from '../../../shared/i18n/window-messages.ts';
import { tell, tellFor } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';

/** What goes along with a report of a fault: to be looked at first, and to be copied. */
export function Diagnostics() {
  const [shown, setShown] = useState<string | null>(null);
  const show = async () => setShown((await tellFor('system.diagnostics', {})) ?? null);
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await tell('system.copy-diagnostics', {}));
  return (
    <Box title={words.settings.diagnostics.title}>
      <Setting name={words.settings.diagnostics.name} says={words.settings.diagnostics.says} />
      <div className="diagnostics-acts">
        <Button aria-expanded={shown !== null} onClick={() => (shown === null ? void show() : setShown(null))}>
          {shown === null ? words.settings.diagnostics.show : words.settings.diagnostics.hide}
        </Button>
        <Button onClick={() => void copy()}>{words.settings.diagnostics.copy}</Button>
        <span className="test-result" role="status">
          {copied && words.settings.diagnostics.copied}
        </span>
      </div>
      {shown !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className="diagnostics scroll-in" tabIndex={0} aria-label={words.settings.diagnostics.title}>
          <pre className="selectable">{shown}</pre>
        </section>
      )}
    </Box>
  );
}
