/** The global shortcuts: their keys, whether they work on this desktop, and how else to get them. */
import { type Ref, useEffect, useRef, useState } from 'react';
import type { ShortcutView } from '../../../shared/contract/shortcuts.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, dayAndMonth } from '../../../shared/i18n/format-dates.ts';
import { datesMessages } from '../../../shared/i18n/generated/dates.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { SHORTCUTS, type ShortcutName } from '../../../shared/settings/shortcuts.ts';
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
import { acceleratorOf, heldModifiers } from './accelerator.ts';
import styles from './settings.module.css';

/** How long a test waits for the keys. */
const TEST_MS = 10 * SECOND_MS;

export function Shortcuts() {
  const { list, desktop, portal } = useAppState((state) => state.shortcuts);
  const isOffered = SHORTCUTS.some((name) => list[name].state !== 'unavailable');
  const texts = settingsPageMessages.shortcut;
  return (
    <Box title={texts.title}>
      {!isOffered && (
        <p className={settingRowStyles.note}>
          {texts.unavailable} {texts.enterThere({ desktop })}
        </p>
      )}
      {SHORTCUTS.map((name) =>
        isOffered ? (
          <Shortcut name={name} key={name} />
        ) : (
          <div className={classNames(settingRowStyles.ruled, styles.shortcut)} key={name}>
            <Setting name={settingsMessages.shortcuts[name]} />
            <CommandLine name={name} />
          </div>
        ),
      )}
      {portal !== null && (
        <p className={settingRowStyles.note}>
          {texts.portal({ version: portal.version, backend: portal.backend ?? 'none' })}
        </p>
      )}
    </Box>
  );
}

/** What a row says about its shortcut. */
interface Status {
  is: 'works' | 'untested' | 'asking' | 'taken' | 'denied' | 'not-arrived';
  text: string;
  hint?: string;
}

function Shortcut({ name }: { name: ShortcutName }) {
  const { list, desktop, portal } = useAppState((state) => state.shortcuts);
  const { platform, windowSystem } = useAppState((state) => state.app);
  const isWayland = windowSystem !== null;
  const [mode, setMode] = useState<'shown' | 'recording' | 'testing'>('shown');
  /** Until the next press. */
  const [problem, setProblem] = useState<(Status & { pressedAt: string | null }) | null>(null);
  const keysButton = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (mode !== 'shown') return;
    if (returnsFocus.current) keysButton.current?.focus();
    returnsFocus.current = false;
  }, [mode]);

  const shortcut = list[name];
  const { accelerator, trigger, state, pressedAt } = shortcut;
  const texts = settingsPageMessages.shortcut;
  const status = (problem?.pressedAt === pressedAt ? problem : null) ?? statusOf(shortcut, isWayland);
  const isBad = status?.is === 'taken' || status?.is === 'not-arrived';
  const hasCommand = platform === 'linux' && (isBad || status?.is === 'denied');
  const hasSettings =
    (portal?.version ?? 0) >= 2 && (state === 'set' || state === 'taken') && (isBad || trigger === '');
  const canTest = state === 'set' && (pressedAt === null || !isToday(pressedAt));

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
      owner === undefined
        ? texts.refused({ keys, isWayland })
        : texts.twice({ keys, name: settingsMessages.shortcuts[owner] });
    setProblem({ is: 'taken', text, pressedAt });
  };

  if (mode === 'recording') return <Recorder name={name} onCancel={end} onChoose={(keys) => void choose(keys)} />;
  return (
    <div className={classNames(settingRowStyles.ruled, styles.shortcut)}>
      <Keys name={name} ref={keysButton} onRecord={() => begin('recording')} />
      {mode === 'testing' ? (
        <Test
          name={name}
          onEnd={(isLate) => {
            if (isLate) setProblem({ is: 'not-arrived', text: texts.notArrived, pressedAt });
            end();
          }}
        />
      ) : (
        (status !== null || accelerator !== null) && (
          <div className={styles.shortcutStatus}>
            {status !== null && <StatusLine status={status} />}
            <span className={styles.shortcutActions}>
              {isBad && (
                <Button small onClick={() => begin('recording')}>
                  {texts.otherKeys}
                </Button>
              )}
              {(state === 'asking' || state === 'denied') && accelerator !== null && (
                <Button small onClick={() => void sendAbout('shortcut.set', { name, accelerator })}>
                  {texts.askAgain}
                </Button>
              )}
              {hasSettings && (
                <Button small onClick={() => void send('shortcut.configure', {})}>
                  {texts.configure}
                </Button>
              )}
              {canTest && (
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
      {mode === 'shown' && status?.hint !== undefined && <p className={styles.shortcutHint}>{status.hint}</p>}
      {mode === 'shown' && hasCommand && (
        <>
          <p className={styles.shortcutHint}>{texts.enterThere({ desktop })}</p>
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
  const keys = accelerator === null ? [] : trigger ? [trigger] : keysOf(accelerator, platform);
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

const ICONS = { works: CheckIcon, untested: InfoIcon, taken: BlockIcon, denied: BlockIcon, 'not-arrived': WarnIcon };
const COLORS: Partial<Record<Status['is'], string | undefined>> = {
  works: styles.works,
  taken: styles.refused,
  denied: styles.refused,
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

const isToday = (instant: string): boolean => new Date(instant).toDateString() === new Date().toDateString();

function statusOf({ state, trigger, pressedAt }: ShortcutView, isWayland: boolean): Status | null {
  const texts = settingsPageMessages.shortcut;
  switch (state) {
    case 'none':
    case 'unavailable':
      return null;
    case 'asking':
      return { is: 'asking', text: texts.asking, hint: texts.askingHint };
    case 'taken':
      return { is: 'taken', text: isWayland ? texts.waylandTaken : texts.takenNow };
    case 'denied':
      return { is: 'denied', text: texts.denied, hint: texts.deniedHint };
    case 'set': {
      if (pressedAt === null) return { is: 'untested', text: trigger === '' ? texts.noKeys : texts.untested };
      const day = isToday(pressedAt) ? datesMessages.today : dayAndMonth(pressedAt);
      return { is: 'works', text: texts.works({ when: `${day} ${clock(pressedAt)}` }) };
    }
  }
}

/** What to enter in the desktop's own settings for the same effect. */
function CommandLine({ name }: { name: ShortcutName }) {
  const line = useAppState((state) => state.shortcuts.lines[name]);
  const texts = settingsPageMessages.shortcut;
  return (
    <span className={styles.commandLine}>
      <code className="selectable">{line}</code>
      <IconButton
        icon={CopyIcon}
        label={texts.copyLine({ line })}
        onClick={() => void send('shortcut.copy-line', { name }, texts.lineCopied)}
      />
    </span>
  );
}

/** Waits for the keys, which do nothing else meanwhile. `isLate`: they did not arrive. */
function Test({ name, onEnd }: { name: ShortcutName; onEnd: (isLate: boolean) => void }) {
  const { accelerator, trigger, pressedAt } = useAppState((state) => state.shortcuts.list[name]);
  const [pressedBefore] = useState(pressedAt);
  const platform = useAppState((state) => state.app.platform);
  const [endsAt] = useState(() => Date.now() + TEST_MS);
  const left = Math.ceil((endsAt - useNow(SECOND_MS, endsAt).getTime()) / SECOND_MS);
  useEffect(() => {
    void send('shortcut.test', { name });
    return () => void send('shortcut.test', { name: null });
  }, [name]);
  const isArrived = pressedAt !== pressedBefore;
  const isOver = isArrived || left <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends once, whichever comes first
  useEffect(() => {
    if (isOver) onEnd(!isArrived);
  }, [isOver]);
  const keys = trigger || keysOf(accelerator ?? '', platform).join(' ');
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
      <Button small kind="quiet" autoFocus onClick={() => onEnd(false)}>
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
  const platform = useAppState((state) => state.app.platform);
  const isMac = platform === 'darwin';
  const [isWeak, setWeak] = useState(false);
  const [held, setHeld] = useState<string[]>([]);
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
    setHeld(heldModifiers(event));
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
        onKeyUp={(event) => setHeld(heldModifiers(event))}
        onBlur={() => onCancel(false)}
      >
        {press}
        {held.length > 0 && (
          <span aria-hidden="true">
            {keysOf(held.join('+'), platform).map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            …
          </span>
        )}
      </button>
    </Setting>
  );
}
