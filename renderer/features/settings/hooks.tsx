/** Hooks: the program that the person picked for each event, and how its last run went. */
import { useRef, useState } from 'react';
import type { HookEvent, HookRun, HookView, LoggedHookRun } from '../../../shared/contract/hooks.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { send } from '../../state/main-process.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import formSectionStyles from '../../ui/form-section.module.css';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { ReadSection, useBusy } from '../../widgets/read-section.tsx';
import styles from './settings.module.css';
import suggestionsStyles from './suggestions.module.css';

export default function Hooks() {
  const read = useRead('hooks.read', {});
  const runs = useRead('hooks.runs', {});
  const texts = settingsPageMessages.hooks;
  const load = () => {
    read.load();
    runs.load();
  };
  return (
    <ReadSection of={read}>
      {(hooks) => (
        <Box title={texts.title}>
          <p className={settingRowStyles.note}>{texts.note}</p>
          {hooks.map((hook) => (
            <Hook key={hook.event} hook={hook} onChange={load} />
          ))}
          {runs.value !== null && runs.value.length > 0 && <Runs runs={runs.value} />}
        </Box>
      )}
    </ReadSection>
  );
}

function Runs({ runs }: { runs: LoggedHookRun[] }) {
  const [isShown, setShown] = useState(false);
  const texts = settingsPageMessages.hooks;
  const label = isShown ? texts.hide : texts.show;
  return (
    <div className={settingRowStyles.ruled}>
      <Setting name={texts.runs} description={texts.runsHint}>
        <Button small aria-label={`${label}: ${texts.runs}`} onClick={() => setShown(!isShown)}>
          {label}
        </Button>
      </Setting>
      {isShown && (
        <ul aria-label={texts.runs}>
          {runs.map((run) => (
            <li key={`${run.at} ${run.event}`} className={settingRowStyles.note} dir="auto">
              {texts.events[run.event]}: {runText(run)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Hook({ hook, onChange }: { hook: HookView; onChange: () => void }) {
  const { event, path, on, problem, last } = hook;
  const texts = settingsPageMessages.hooks;
  const name = texts.events[event];
  const wrong = problem !== null ? texts.problems[problem] : last?.outcome === 'done' ? null : last && runText(last);
  const row = useRef<HTMLFieldSetElement>(null);
  const button = { event, name, onChange };
  // The pressed button is gone.
  const focusRow = () => row.current?.focus();
  return (
    <fieldset ref={row} tabIndex={-1} aria-label={name} className={classNames(settingRowStyles.ruled, styles.hook)}>
      {path === null ? (
        <Setting name={name}>
          <HookButton {...button} label={texts.choose} command="hooks.choose" onDone={focusRow} />
        </Setting>
      ) : (
        <>
          <SwitchRow
            name={name}
            description={path}
            on={on}
            onChange={(on) => void send('hooks.switch', { event, on }).then(onChange)}
          />
          <p className={wrong === null ? settingRowStyles.note : suggestionsStyles.problem} role="status" dir="auto">
            {wrong ?? (last === null ? texts.notYet : runText(last))}
          </p>
          <div className={formSectionStyles.sectionActions}>
            {last !== null && <HookButton {...button} label={texts.again} command="hooks.run-again" />}
            <HookButton {...button} label={texts.other} command="hooks.choose" />
            <HookButton {...button} label={texts.remove} command="hooks.remove" onDone={focusRow} />
          </div>
        </>
      )}
    </fieldset>
  );
}

interface HookButtonProps {
  label: string;
  command: 'hooks.choose' | 'hooks.remove' | 'hooks.run-again';
  event: HookEvent;
  name: string;
  onChange: () => void;
  onDone?: () => void;
}

function HookButton({ label, command, event, name, onChange, onDone }: HookButtonProps) {
  // A disabled button would lose the focus.
  const [, act] = useBusy(async () => {
    await send(command, { event });
    onChange();
    onDone?.();
  });
  return (
    <Button small aria-label={`${label.replace('…', '')}: ${name}`} onClick={() => void act()}>
      {label}
    </Button>
  );
}

function runText(run: HookRun): string {
  const texts = settingsPageMessages.hooks.outcomes;
  const when = clockOrDay(run.at, new Date());
  switch (run.outcome) {
    case 'done':
      return texts.done({ when, seconds: Math.max(1, Math.round(run.ms / (SECOND_MS / 10))) / 10 });
    case 'failed':
      return texts.failed({ when, code: String(run.code ?? '?'), text: run.text });
    case 'too-long':
      return texts.tooLong({ when });
    case 'not-started':
      return texts.notStarted({ when, text: run.text });
  }
}
