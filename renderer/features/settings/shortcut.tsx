import { useEffect, useRef, useState } from 'react';
import type { ShortcutView } from '../../../shared/contract/system-view.ts';

import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { send, sendAbout, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import inputStyles from '../../ui/input.module.css';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Setting } from '../../ui/setting-row.tsx';
import { keysOf } from '../../widgets/keys-of.ts';
import { acceleratorOf } from './accelerator.ts';
import styles from './settings.module.css';

/** Records the global shortcut. Main saves it only if the desktop accepts it. */
export function Shortcut() {
  const shortcut = useAppState((state) => state.shortcut);
  const { accelerator, trigger } = shortcut;
  const { platform, isGnome } = useAppState((state) => state.app);
  const [isRecording, setRecording] = useState(false);
  const [failed, setFailed] = useState('');

  const record = (on: boolean) => {
    setRecording(on);
    void send('shortcut.record', { on });
  };
  const choose = async (wanted: string | null) => {
    setRecording(false);
    const isAccepted = await sendAbout('shortcut.set', { accelerator: wanted });
    setFailed(
      isAccepted === false && wanted !== null
        ? settingsPageMessages.shortcut.refused({ keys: keysOf(wanted, platform).join(' ') })
        : '',
    );
  };
  if (isRecording) {
    return (
      <Recorder
        isMac={platform === 'darwin'}
        onCancel={() => record(false)}
        onChoose={(wanted) => void choose(wanted)}
      />
    );
  }
  const status = failed || statusText(shortcut, isGnome);
  return (
    <div className={settingRowStyles.block}>
      <Setting name={settingsPageMessages.shortcut.name}>
        <span className={styles.shortcutKeys}>
          {accelerator === null
            ? settingsPageMessages.shortcut.none
            : (trigger !== null ? [trigger] : keysOf(accelerator, platform)).map((key) => <kbd key={key}>{key}</kbd>)}
        </span>
      </Setting>
      <p className={classNames(settingRowStyles.description, styles.shortcutDescription)} role="status">
        {status}
      </p>
      <div className={styles.shortcutActions}>
        <Button
          small
          onClick={() => {
            setFailed('');
            record(true);
          }}
        >
          {accelerator === null ? settingsPageMessages.shortcut.recordNone : settingsPageMessages.shortcut.record}
        </Button>
        {accelerator !== null && (
          <Button small kind="quiet" onClick={() => void choose(null)}>
            {settingsPageMessages.shortcut.clear}
          </Button>
        )}
      </div>
      <p className={classNames(settingRowStyles.description, styles.shortcutDescription)}>
        {settingsPageMessages.shortcut.otherWays}
      </p>
    </div>
  );
}

function statusText({ state, isProven, isWayland }: ShortcutView, isGnome: boolean): string {
  const texts = settingsPageMessages.shortcut;
  switch (state) {
    case 'none':
      return '';
    case 'asking':
      return texts.asking;
    case 'unavailable':
      return texts.unavailable;
    case 'refused':
      return isWayland ? texts.waylandRefused : texts.refusedNow({ isGnome });
    case 'set':
      if (isProven) return texts.proven;
      return isWayland ? texts.waylandUntested : texts.untested;
  }
}

interface RecorderProps {
  isMac: boolean;
  onCancel: () => void;
  onChoose: (accelerator: string) => void;
}

function Recorder({ isMac, onCancel, onChoose }: RecorderProps) {
  const [isWeak, setWeak] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  // Ends recording, which reactivates the old shortcut unless a new one was chosen.
  useEffect(() => () => void send('shortcut.record', { on: false }), []);
  const onKeyDown = (event: React.KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onCancel();
    const pressed = acceleratorOf(event);
    setWeak(pressed.is === 'weak');
    if (pressed.is === 'keys') onChoose(pressed.accelerator);
  };
  return (
    <Setting
      name={settingsPageMessages.shortcut.name}
      description={
        isWeak ? settingsPageMessages.shortcut.weak({ isMac }) : settingsPageMessages.shortcut.pressHint({ isMac })
      }
    >
      <button
        type="button"
        className={classNames(inputStyles.input, styles.recorder)}
        ref={button}
        onKeyDown={onKeyDown}
        onBlur={onCancel}
      >
        {settingsPageMessages.shortcut.press}
      </button>
    </Setting>
  );
}
