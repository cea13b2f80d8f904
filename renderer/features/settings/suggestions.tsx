/** What suggestions for gaps may read, how long that is kept, and what they follow. */
import { type ReactNode, useState } from 'react';
import type { CommandName, Payload } from '../../../shared/contract/index.ts';
import type { ProposalSettingsView, ProposalTarget, SourceView } from '../../../shared/contract/proposals.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { sourcesPageMessages } from '../../../shared/i18n/generated/sources-page.ts';
import { LENGTHS, MAX_PLACES } from '../../../shared/limits.ts';
import { dayBounds, localDay } from '../../../shared/time/day.ts';
import { request, send } from '../../state/main-process.ts';
import { useRead } from '../../state/use-read.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { CalendarIcon, CommitIcon, Icon, ShieldIcon, TaskListIcon, WindowIcon } from '../../ui/icons.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { TypedField } from '../../ui/typed-field.tsx';
import { Form } from '../../widgets/form.tsx';
import { Action, ReadSection } from '../../widgets/read-section.tsx';
import { Evidence } from './evidence.tsx';
import { PortionedList } from './portioned-list.tsx';
import styles from './suggestions.module.css';

const ICONS = { git: CommitIcon, calendars: CalendarIcon, activityWatch: WindowIcon, punchcard: TaskListIcon };

/** Reads a whole number from 1 to `most`. */
const numberTo = (most: number, wrong: string) => (text: string) => {
  const value = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? { value } : { wrong };
};

export default function Suggestions() {
  const read = useRead('proposals.settings', {});
  return (
    <ReadSection of={read}>
      {(view) => (
        <>
          <Sources view={view} />
          <Kept view={view} />
        </>
      )}
    </ReadSection>
  );
}

async function readToday(): Promise<void> {
  const now = Date.now();
  await send('proposals.refresh', { from: toIsoInstant(dayBounds(localDay(now)).from), to: toIsoInstant(now) });
}

/** Changes what is read, and reads today at once, so that a problem is seen here. */
async function change<N extends CommandName>(name: N, payload: Payload<N>): Promise<void> {
  if (await send(name, payload)) await readToday();
}

function Sources({ view: { sources, folders, calendars, ownAddresses, port } }: { view: ProposalSettingsView }) {
  const texts = sourcesPageMessages;
  const isOn = (one: SourceView) => one.isOn;
  const parts = {
    git: (
      <Rows
        name={texts.folders.name}
        description={texts.folders.some({ count: folders.length })}
        rows={folders.map((folder) => ({ name: folder, of: { folder } }))}
        add={{ label: texts.folders.add, run: () => change('proposals.add-folder', {}) }}
      />
    ),
    calendars: <Calendars calendars={calendars} ownAddresses={ownAddresses} />,
    activityWatch: (
      <TypedField
        label={texts.port}
        description={texts.portHint}
        text={String(port)}
        read={numberTo(65_535, texts.portWrong)}
        onChange={(port) => void change('proposals.change', { port })}
      />
    ),
    punchcard: null,
  };
  return (
    <section>
      <h2 className={settingRowStyles.boxTitle}>{texts.title}</h2>
      <div className={styles.promise}>
        <Icon of={ShieldIcon} />
        <p>
          <b>{texts.promise}</b> {texts.promiseRest}
        </p>
      </div>
      <div className={settingRowStyles.box}>
        {sources.map((one) => (
          <Source
            key={one.source}
            of={one}
            onChange={() => {
              const on = sources.filter((other) => isOn(other) !== (other === one)).map(({ source }) => source);
              void change('proposals.change', { on });
            }}
          >
            {parts[one.source]}
          </Source>
        ))}
      </div>
      <p className={settingRowStyles.note}>{texts.deletes}</p>
    </section>
  );
}

/** `children`: shown while it is on. */
function Source({ of, onChange, children }: { of: SourceView; onChange: () => void; children: ReactNode }) {
  const texts = sourcesPageMessages;
  const { source, isOn, isReading, lastRead, problems } = of;
  const { name, reads, never } = texts.sources[source];
  const read =
    lastRead === null
      ? texts.notYet
      : texts.lastRead({ isWhole: problems.length === 0, when: clockOrDay(lastRead, new Date()) });
  return (
    <div className={classNames(settingRowStyles.ruled, styles.source)}>
      <Icon of={ICONS[source]} />
      <SwitchRow
        name={name}
        description={isOn ? (isReading ? texts.reading : read) : undefined}
        on={isOn}
        onChange={onChange}
      />
      <dl className={styles.reads}>
        <dt>{texts.reads}</dt>
        <dd>{reads}</dd>
        <dt>{texts.never}</dt>
        <dd>{never}</dd>
      </dl>
      <div role="status">
        {[...new Set(problems)].map((problem, at) => (
          <p key={problem} className={styles.problem} dir="auto">
            {problem}{' '}
            {at === 0 && <LinkButton onClick={() => void change('proposals.change', {})}>{texts.again}</LinkButton>}
          </p>
        ))}
      </div>
      {isOn && children}
    </div>
  );
}

interface RowsProps {
  name: string;
  description: string;
  /** `of`: what is removed. */
  rows: readonly { name: string; description?: string | undefined; of: Payload<'proposals.remove'> }[];
  verb?: { button: string; label: (row: { name: string }) => string };
  /** Without it, rows are shown on request. */
  add?: { label: string; run: () => Promise<void> };
}

/** A row, and a list below it whose lines can be removed. */
function Rows({ name, description, rows, verb = sourcesPageMessages.remove, add }: RowsProps) {
  const control = add && (
    <Button small disabled={rows.length >= MAX_PLACES} onClick={() => void add.run()}>
      {add.label}
    </Button>
  );
  return (
    <PortionedList label={name} row={{ description, control }} items={rows}>
      {(row, focus) => (
        <Setting name={<bdi>{row.name}</bdi>} description={row.description}>
          <Button small aria-label={verb.label(row)} onClick={() => void send('proposals.remove', row.of).then(focus)}>
            {verb.button}
          </Button>
        </Setting>
      )}
    </PortionedList>
  );
}

function Calendars({ calendars, ownAddresses }: Pick<ProposalSettingsView, 'calendars' | 'ownAddresses'>) {
  const texts = sourcesPageMessages.calendars;
  const [address, setAddress] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const addAddress = async () => {
    const answer = await request('proposals.add-calendar', { address: address.trim() });
    setRefused(answer.ok ? null : `${answer.error.title}. ${answer.error.explanation}`);
    if (!answer.ok) return;
    setAddress('');
    await readToday();
  };
  return (
    <>
      <Rows
        name={texts.name}
        description={texts.some({ count: calendars.length })}
        rows={calendars.map(({ id, name, place }) => {
          return { name, description: place === name ? undefined : place, of: { calendarId: id } };
        })}
        add={{ label: texts.add, run: () => change('proposals.add-calendar', { address: null }) }}
      />
      <Form
        kind="secondary"
        submit={texts.addAddress}
        isReady={address.trim() !== '' && calendars.length < MAX_PLACES}
        onSubmit={addAddress}
      >
        <Field
          label={texts.address}
          hint={texts.addressHint}
          error={refused}
          maxLength={LENGTHS.address}
          value={address}
          onChange={setAddress}
        />
      </Form>
      <TypedField
        label={texts.own}
        description={texts.ownHint}
        text={ownAddresses.join(', ')}
        isWide
        maxLength={LENGTHS.address}
        read={(text) => {
          const value = text.match(/[^\s,;]+/g) ?? [];
          const areAddresses = value.every((one) => /^[^@]{1,99}@[^@]{1,99}$/.test(one));
          return areAddresses && value.length <= 10 ? { value } : { wrong: texts.ownWrong };
        }}
        onChange={(ownAddresses) => void change('proposals.change', { ownAddresses })}
      />
    </>
  );
}

function Kept({ view }: { view: ProposalSettingsView }) {
  const { kept: texts, rules, learned } = sourcesPageMessages;
  const [isErased, setErased] = useState(false);
  return (
    <Box title={texts.title}>
      <TypedField
        label={texts.days}
        description={texts.daysHint}
        text={String(view.days)}
        read={numberTo(90, texts.daysWrong)}
        onChange={(days) => void send('proposals.change', { days })}
      />
      <Evidence />
      <Action
        name={texts.erase}
        description={isErased ? texts.erased : texts.eraseHint}
        buttonLabel={texts.eraseNow}
        confirm={{ question: texts.eraseAsk, yes: texts.eraseNow }}
        onDo={async () => setErased(await send('proposals.erase', {}))}
      />
      <Rows
        name={rules.name}
        description={rules.some({ count: view.rules.length })}
        rows={view.rules.map((rule) => {
          const { where, contains, isExact = false, proposes } = rule;
          const description = proposes.kind === 'never' ? rules.never : rules.suggests({ what: targetText(proposes) });
          return { name: rules.where({ where, isExact, text: contains }), description, of: { rule } };
        })}
      />
      <Rows
        name={learned.name}
        description={learned.some({ count: view.learned.length })}
        verb={learned.forget}
        rows={view.learned.toReversed().map((one) => {
          const { where, text, target, ...counts } = one;
          const description = learned.counts({ what: targetText(target), ...counts });
          return { name: learned.where({ where, text }), description, of: { learned: one } };
        })}
      />
      {view.learned.length > 0 && (
        <Action
          name={learned.all}
          buttonLabel={learned.forgetAll}
          confirm={{ question: learned.forgetAllAsk, yes: learned.forgetAll }}
          onDo={() => send('proposals.remove', { learned: null })}
        />
      )}
    </Box>
  );
}

function targetText(target: ProposalTarget): string {
  const { project, notWork } = sourcesPageMessages;
  if (target.kind === 'task') return `${target.task.identifier} ${target.task.title}`;
  return target.kind === 'project' ? project({ name: target.projectName }) : notWork;
}
