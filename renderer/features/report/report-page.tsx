/** The page of a report: its period and content, and buttons to save, print and copy it. */
import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReportSwitches, TimeRules } from '../../../shared/contract/time-rules.ts';
import type { TimesheetView } from '../../../shared/contract/timesheet.ts';
import { list, money } from '../../../shared/i18n/format-dates.ts';
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import { nameWithAccount } from '../../../shared/quick-add/accounts.ts';
import { type Report, report, reportSwitches } from '../../../shared/time/report.ts';
import { sumTimesheet } from '../../../shared/time/timesheet.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { closePage, openPage } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { useColumns } from '../../state/window-columns.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadError } from '../../ui/error-box.tsx';
import { Header } from '../../ui/header.tsx';
import inputStyles from '../../ui/input.module.css';
import { Segments } from '../../ui/radio-group.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { useEscape } from '../../ui/use-window-keys.ts';
import windowStyles from '../../ui/window.module.css';
import { PeriodRow } from './period-row.tsx';
import { Preview } from './preview.tsx';
import { type Format, ReportActions } from './report-actions.tsx';
import styles from './report-page.module.css';
import { SelectRow } from './select.tsx';

type Props = Pick<Report, 'from' | 'to' | 'projectKey'>;

const FORMATS = ['pdf', 'html', 'csv'] as const;
/** Identifiers that are named before the others are only counted. */
const MAX_NAMED = 3;

export default function ReportPage({ from, to, projectKey }: Props) {
  const rules = useAppState((state) => state.timeRules);
  const read = useRead('timesheet.read', { from, to });
  const [format, setFormat] = useState<Format>('pdf');
  const view = read.value?.from === from && read.value.to === to ? read.value : null;
  const switches = reportSwitches(projectKey, rules);
  const made = useMemo(() => view && report(view, rules, projectKey), [view, rules, projectKey]);
  const change = (part: Partial<ReportSwitches>) =>
    void send('time-rules.set-report', { projectKey, switches: { ...switches, ...part } });
  const choose = (part: Partial<Props>) => openPage({ name: 'report', from, to, projectKey, ...part });
  const { what, how, who, preview } = reportPageMessages;
  const hasRoom = useColumns() > 1;
  const [isTurned, setTurned] = useState(false);
  const isPreview = isTurned && !hasRoom;
  const previewButton = useRef<HTMLButtonElement>(null);
  const turnBack = () => {
    flushSync(() => setTurned(false));
    previewButton.current?.focus();
  };
  // Before the keys of the window, which would close the page.
  useEscape(turnBack, { isOn: isPreview, isFirst: true });
  const shared = { report: made, choice: { from, to, projectKey }, format };
  const sheet = <Preview {...shared} takesFocus={isPreview} />;
  return (
    <div className={styles.beside}>
      <div className={styles.settings}>
        <Header title={isPreview ? preview.title : reportPageMessages.title} onBack={isPreview ? turnBack : closePage}>
          {!hasRoom && !isPreview && (
            <Button ref={previewButton} small onClick={() => setTurned(true)}>
              {preview.title}
            </Button>
          )}
        </Header>
        {isPreview && sheet}
        <section className={windowStyles.page} aria-label={reportPageMessages.title} tabIndex={-1} hidden={isPreview}>
          <div className={settingRowStyles.panel}>
            {read.error && <LoadError error={read.error} onRetry={read.load} />}
            <Box title={what.title}>
              <PeriodRow period={{ from, to }} onChange={choose} />
              <Projects view={view} projectKey={projectKey} onChange={(key) => choose({ projectKey: key })} />
              <SwitchRow
                name={what.onlyBillable}
                description={made === null ? '' : leftOutText(made)}
                on={switches.onlyBillable}
                onChange={(onlyBillable) => change({ onlyBillable })}
              />
            </Box>
            <Box title={how.title}>
              <Setting name={how.form}>
                <Segments
                  label={how.form}
                  options={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
                  value={format}
                  onChange={setFormat}
                />
              </Setting>
              <SelectRow
                name={how.hours}
                description={roundingText(rules.rounding, switches.hours)}
                options={(['rounded', 'exact'] as const).map((value) => ({ value, label: how.hoursAs[value] }))}
                value={switches.hours}
                onChange={(hours) => change({ hours })}
              />
              <SwitchRow
                name={how.notes}
                description={how.notesDescription}
                on={switches.notes}
                onChange={(notes) => change({ notes })}
              />
              <SwitchRow
                name={how.rate}
                description={
                  view === null ? '' : rateText(report(view, rules, projectKey, { ...switches, rate: true }))
                }
                on={switches.rate}
                onChange={(rate) => change({ rate })}
              >
                <LinkButton
                  className={styles.edit}
                  aria-label={`${who.edit}: ${how.rate}`}
                  onClick={() => openPage({ name: 'time-rules' })}
                >
                  {who.edit}
                </LinkButton>
              </SwitchRow>
              {(['signatures', 'maker'] as const).map((name) => (
                <SwitchRow key={name} name={how[name]} on={switches[name]} onChange={(on) => change({ [name]: on })} />
              ))}
              <SelectRow
                name={how.language}
                options={(['app', 'en', 'de'] as const).map((value) => ({ value, label: how.languages[value] }))}
                value={switches.language ?? 'app'}
                onChange={(language) => change({ language: language === 'app' ? null : language })}
              />
            </Box>
            <Box title={who.title}>
              {(['recipient', 'sender'] as const).map((name) => (
                <Letterhead
                  key={`${name} ${projectKey}`}
                  name={who[name]}
                  value={switches[name]}
                  onChange={(lines) => change({ [name]: lines })}
                />
              ))}
            </Box>
          </div>
        </section>
        <ReportActions {...shared} />
      </div>
      {hasRoom && sheet}
    </div>
  );
}

interface ProjectsProps extends Pick<Props, 'projectKey'> {
  view: TimesheetView | null;
  onChange: (projectKey: string | null) => void;
}

/** All projects, or one of those with time in the period. */
function Projects({ view, projectKey, onChange }: ProjectsProps) {
  const rules = useAppState((state) => state.timeRules);
  const accounts = useAppState((state) => state.accounts);
  const { what } = reportPageMessages;
  const names = useMemo(() => {
    const projects = view === null ? [] : sumTimesheet(view, rules).projects;
    const known = new Map(projects.map(({ key, project }) => [key, project.projectName]));
    // Without a key there are no rules, and so no switches, to remember.
    known.delete('');
    if (projectKey !== null && !known.has(projectKey))
      known.set(projectKey, rules.projects[projectKey]?.name ?? projectKey);
    return known;
  }, [view, rules, projectKey]);
  const options = [
    { value: ALL, label: what.allProjects },
    ...[...names].map(([key, name]) => {
      const account = accounts.find(({ id }) => key.startsWith(`${id} `));
      return { value: key, label: nameWithAccount({ name, account }) };
    }),
  ];
  return (
    <SelectRow
      name={what.project}
      description={accounts.length > 1 && projectKey === null ? what.allAccounts : undefined}
      options={options}
      value={projectKey ?? ALL}
      onChange={(key) => onChange(key === ALL ? null : key)}
    />
  );
}

/** No project has an empty key here. */
const ALL = '';

function leftOutText({ leftOut }: Report): string {
  if (leftOut.length === 0) return '';
  const named = leftOut
    .slice(0, leftOut.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED)
    .map(({ identifier }) => identifier);
  const count = leftOut.length - named.length;
  const { what } = reportPageMessages;
  return what.leftOut({ tasks: list(count > 0 ? [...named, what.others({ count })] : named), count: leftOut.length });
}

function roundingText({ mode, minutes, per }: TimeRules['rounding'], hours: ReportSwitches['hours']): string {
  const { how } = reportPageMessages;
  if (hours === 'exact') return how.notRounded;
  if (mode === 'none') return how.noRounding;
  return how.rounded({ minutes, mode: mode === 'nearest' ? 'other' : mode, per: per === 'task' ? 'other' : per });
}

function rateText({ rate, sums, projects }: Report): string {
  const { how } = reportPageMessages;
  if (rate !== null) return how.rateDescription({ rate: money(rate) });
  if (sums.length > 0) return how.ratesDescription;
  return projects.some((project) => project.rate !== null) ? how.notBillable : how.noRate;
}

/** As main keeps it at most. */
const MAX_LENGTH = 1_000;

/** The lines of a recipient or sender, saved when the field is left. */
function Letterhead({ name, value, onChange }: { name: string; value: string; onChange: (value: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(value);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { who } = reportPageMessages;
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const save = () => draft !== value && onChange(draft);
  return (
    <>
      <Setting name={name} description={isOpen ? who.description : lines.join(', ') || who.none}>
        <LinkButton
          ref={button}
          className={styles.edit}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? who.done : who.edit}: ${name}`}
          onClick={() => {
            setDraft(value);
            setOpen(!isOpen);
          }}
        >
          {isOpen ? who.done : who.edit}
        </LinkButton>
      </Setting>
      {isOpen && (
        <div className={classNames(settingRowStyles.block, styles.letterhead)}>
          <textarea
            id={id}
            className={inputStyles.input}
            aria-label={name}
            // biome-ignore lint/a11y/noAutofocus: the person has just pressed Edit.
            autoFocus
            maxLength={MAX_LENGTH}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              save();
              setOpen(false);
              button.current?.focus();
            }}
          />
        </div>
      )}
    </>
  );
}
