/** The global shortcuts: their keys, whether they work on this desktop, and how else to get them. */
import { type Ref, useEffect, useRef, useState } from 'react';
import { SHORTCUTS, type ShortcutName, type ShortcutView } from '../../../shared/contract/shortcuts.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { datesMessages } from '../../../shared/i18n/generated/dates.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send, sendAbout, useAppState } from '../../state/main-process.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BlockIcon, CheckIcon, CopyIcon, Icon, InfoIcon, WarnIcon } from '../../ui/icons.tsx';
import inputStyles from '../../ui/input.module.css';
import { Spinner } from '../../ui/loading.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { useNow } from '../../ui/use-now.ts';
import { keysOf } from '../../widgets/keys-of.ts';
import { acceleratorOf } from './accelerator.ts';
import styles from './settings.module.css';

/** How long a test waits for the keys. */
const TEST_MS = 10 * SECOND_MS;

export function Shortcuts() {
  const list = useAppState((state) => state.shortcuts.list);
  const isOffered = SHORTCUTS.some((name) => list[name].state !== 'unavailable');
  return (
    <Box title={settingsPageMessages.shortcut.title}>
      {!isOffered && <p className={settingRowStyles.note}>{settingsPageMessages.shortcut.unavailable}</p>}
      {SHORTCUTS.map((name) =>
        isOffered ? (
          <Shortcut name={name} key={name} />
        ) : (
          <Setting name={settingsMessages.shortcuts[name]} key={name}>
            <CommandLine name={name} />
          </Setting>
        ),
      )}
    </Box>
  );
}

/** What a row says about its shortcut. */
interface Status {
  is: 'works' | 'untested' | 'asking' | 'refused' | 'not-arrived';
  text: string;
}

function Shortcut({ name }: { name: ShortcutName }) {
  const list = useAppState((state) => state.shortcuts.list);
  const { platform, windowSystem } = useAppState((state) => state.app);
  const [mode, setMode] = useState<'shown' | 'recording' | 'testing'>('shown');
  const [problem, setProblem] = useState<Status | null>(null);
  const keysButton = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (mode !== 'shown') return;
    if (returnsFocus.current) keysButton.current?.focus();
    returnsFocus.current = false;
  }, [mode]);

  const shortcut = list[name];
  const { accelerator, isProven } = shortcut;
  const texts = settingsPageMessages.shortcut;
  const status = (isProven ? null : problem) ?? statusOf(shortcut, windowSystem !== null);
  const hasCommand = platform === 'linux' && (status?.is === 'refused' || status?.is === 'not-arrived');

  const begin = (next: typeof mode) => {
    returnsFocus.current = false;
    setProblem(null);
    setMode(next);
  };
  const end = (hasFocus = true) => {
    // The blur of a recorder that is removed follows.
    if (hasFocus) returnsFocus.current = true;
    setMode('shown');
  };
  const choose = async (wanted: string) => {
    end();
    const keys = keysOf(wanted, platform).join(' ');
    const owner = SHORTCUTS.find((other) => other !== name && list[other].accelerator === wanted);
    const isAccepted = owner === undefined && (await sendAbout('shortcut.set', { name, accelerator: wanted }));
    if (isAccepted !== false) return;
    const text =
      owner === undefined ? texts.refused({ keys }) : texts.twice({ keys, name: settingsMessages.shortcuts[owner] });
    setProblem({ is: 'refused', text });
  };

  if (mode === 'recording') return <Recorder name={name} onCancel={end} onChoose={(keys) => void choose(keys)} />;
  return (
    <div className={classNames(settingRowStyles.ruled, styles.shortcut)}>
      <Keys name={name} ref={keysButton} onRecord={() => begin('recording')} />
      {mode === 'testing' ? (
        <Test
          name={name}
          onEnd={(isLate) => {
            if (isLate) setProblem({ is: 'not-arrived', text: texts.notArrived });
            end();
          }}
        />
      ) : (
        (status !== null || accelerator !== null) && (
          <div className={styles.shortcutStatus}>
            {status !== null && <StatusLine status={status} />}
            <span className={styles.shortcutActions}>
              {shortcut.state === 'set' && !isProven && (
                <Button small onClick={() => begin('testing')}>
                  {texts.test}
                </Button>
              )}
              {accelerator !== null && (
                <Button
                  small
                  kind="quiet"
                  onClick={() => {
                    setProblem(null);
                    keysButton.current?.focus();
                    void send('shortcut.set', { name, accelerator: null });
                  }}
                >
                  {texts.clear}
                </Button>
              )}
            </span>
          </div>
        )
      )}
      {mode === 'shown' && hasCommand && (
        <>
          <p className={styles.shortcutHint}>{texts.useCommand}</p>
          <CommandLine name={name} />
        </>
      )}
    </div>
  );
}

/** The name and the keys, which are also the button that changes them. */
function Keys({ name, onRecord, ref }: { name: ShortcutName; onRecord: () => void; ref: Ref<HTMLButtonElement> }) {
  const { accelerator, trigger } = useAppState((state) => state.shortcuts.list[name]);
  const platform = useAppState((state) => state.app.platform);
  const texts = settingsPageMessages.shortcut;
  const keys = accelerator === null ? [] : trigger === null ? keysOf(accelerator, platform) : [trigger];
  return (
    <Setting name={settingsMessages.shortcuts[name]}>
      <Button
        small
        kind={accelerator === null ? 'secondary' : 'quiet'}
        className={styles.shortcutKeys}
        ref={ref}
        aria-label={`${settingsMessages.shortcuts[name]}: ${keys.join(' ') || texts.recordNone}`}
        title={accelerator === null ? undefined : texts.record}
        onClick={onRecord}
      >
        {accelerator === null
          ? texts.recordNone
          : keys.flatMap((key, at) => [at > 0 && ' ', <kbd key={key}>{key}</kbd>])}
      </Button>
    </Setting>
  );
}

const ICONS = { works: CheckIcon, untested: InfoIcon, refused: BlockIcon, 'not-arrived': WarnIcon };
const COLORS: Partial<Record<Status['is'], string | undefined>> = {
  works: styles.works,
  refused: styles.refused,
  'not-arrived': styles.notArrived,
};

function StatusLine({ status: { is, text } }: { status: Status }) {
  return (
    <p className={classNames(styles.shortcutText, COLORS[is])} role="status">
      {is === 'asking' ? <Spinner /> : <Icon of={ICONS[is]} />}
      {text}
    </p>
  );
}

function statusOf({ state, isProven }: ShortcutView, isWayland: boolean): Status | null {
  const texts = settingsPageMessages.shortcut;
  switch (state) {
    case 'none':
    case 'unavailable':
      return null;
    case 'asking':
      return { is: 'asking', text: texts.asking };
    case 'refused':
      return { is: 'refused', text: isWayland ? texts.waylandRefused : texts.refusedNow };
    case 'set':
      return isProven ? { is: 'works', text: texts.proven } : { is: 'untested', text: texts.untested };
  }
}

/** The command line that does the same as the shortcut, for the desktop's own settings. */
function CommandLine({ name }: { name: ShortcutName }) {
  const line = useAppState((state) => state.shortcuts.commands[name]);
  const texts = settingsPageMessages.shortcut;
  // The command comes last, and is never cut off.
  const end = line.lastIndexOf(' ');
  return (
    <span className={styles.commandLine}>
      <code className="selectable" title={line}>
        <span className="truncate">{line.slice(0, end)}</span>
        <span>{line.slice(end)}</span>
      </code>
      <IconButton
        icon={CopyIcon}
        label={texts.copyCommand({ line })}
        onClick={() => void send('shortcut.copy-command', { name }, texts.commandCopied)}
      />
    </span>
  );
}

/** Waits for the keys, which do nothing else meanwhile. `isLate`: they did not arrive. */
function Test({ name, onEnd }: { name: ShortcutName; onEnd: (isLate: boolean) => void }) {
  const { accelerator, trigger, isProven } = useAppState((state) => state.shortcuts.list[name]);
  const platform = useAppState((state) => state.app.platform);
  const [endsAt] = useState(() => Date.now() + TEST_MS);
  const left = Math.ceil((endsAt - useNow(SECOND_MS, endsAt).getTime()) / SECOND_MS);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    void send('shortcut.test', { name });
    return () => void send('shortcut.test', { name: null });
  }, [name]);
  const isOver = isProven || left <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends once, whichever comes first
  useEffect(() => {
    if (isOver) onEnd(!isProven);
  }, [isOver]);
  const keys = trigger ?? keysOf(accelerator ?? '', platform).join(' ');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape on the button inside
    <div
      className={styles.shortcutStatus}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEnd(false);
      }}
    >
      <span className={styles.shortcutPress} role="status">
        {settingsPageMessages.shortcut.pressNow({ keys })}
      </span>
      <span className="tabular-numbers faint">{datesMessages.seconds({ seconds: Math.max(0, left) })}</span>
      <Button small kind="quiet" ref={button} onClick={() => onEnd(false)}>
        {messages.cancel}
      </Button>
    </div>
  );
}

interface RecorderProps {
  name: ShortcutName;
  /** `hasFocus`: the focus was on the recorder. */
  onCancel: (hasFocus: boolean) => void;
  onChoose: (accelerator: string) => void;
}

function Recorder({ name, onCancel, onChoose }: RecorderProps) {
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const [isWeak, setWeak] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    void send('shortcut.record', { on: true });
    // Reactivates the old shortcut unless a new one was chosen.
    return () => void send('shortcut.record', { on: false });
  }, []);
  const onKeyDown = (event: React.KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onCancel(true);
    const pressed = acceleratorOf(event);
    setWeak(pressed.is === 'weak');
    if (pressed.is === 'keys') onChoose(pressed.accelerator);
  };
  const { weak, pressHint, press } = settingsPageMessages.shortcut;
  return (
    <Setting name={settingsMessages.shortcuts[name]} description={isWeak ? weak({ isMac }) : pressHint({ isMac })}>
      <button
        type="button"
        className={classNames(inputStyles.input, styles.recorder)}
        ref={button}
        onKeyDown={onKeyDown}
        onBlur={() => onCancel(false)}
      >
        {press}
      </button>
    </Setting>
  );
}
