import { useMemo, useState } from 'react';
import { splitKey } from '../../../shared/accounts.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { projectHue } from '../../../shared/projects/project-hue.ts';
import { nameWithAccount } from '../../../shared/quick-add/accounts.ts';
import { projectRules } from '../../../shared/time/billable.ts';
import { dayAfter } from '../../../shared/time/day.ts';
import { type ProjectRef, projectKey } from '../../../shared/time/project-key.ts';
import { typedCurrency, typedRate } from '../../../shared/time/typed-rate.ts';
import { TINTS } from '../../../shared/tint.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import chipStyles from '../../ui/label-chip.module.css';
import { Box, ChoiceRow, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { TypedField } from '../../ui/typed-field.tsx';
import styles from './time-rules.module.css';

/** Days in which a project with time is listed. */
const RECENT_DAYS = 90;

/** Offered until another one is typed. */
const USUAL_CURRENCY = 'EUR';

/** Projects of one's tasks, those with recent time, and those with rules of their own. By name. */
function useProjects(): ProjectRef[] {
  const today = useAppState((state) => state.time.day);
  const tasks = useAppState((state) => state.tasks.tasks);
  const ruled = useAppState((state) => state.timeRules.projects);
  const accounts = useAppState((state) => state.accounts);
  const recent = useRead('timesheet.read', { from: dayAfter(today, 1 - RECENT_DAYS), to: today }).value;
  return useMemo(() => {
    const projects = new Map<string, ProjectRef>();
    for (const [key, { name: projectName }] of Object.entries(ruled)) {
      const { id: projectId, ...account } = splitKey(
        key,
        accounts.map(({ id }) => id),
      );
      projects.set(key, { projectId, projectName, ...account });
    }
    for (const { task } of recent?.tasks ?? []) projects.set(projectKey(task), task);
    for (const task of tasks) projects.set(projectKey(task), task);
    projects.delete('');
    return [...projects.values()].sort((a, b) => a.projectName.localeCompare(b.projectName));
  }, [tasks, ruled, recent, accounts]);
}

export function Projects() {
  const projects = useProjects();
  const { projects: texts } = timeRulesPageMessages;
  return (
    <Box title={texts.title}>
      <Setting name={projects.length === 0 ? texts.none : texts.billable} description={texts.description} />
      {projects.map((project) => (
        <ProjectRow key={projectKey(project)} project={project} />
      ))}
    </Box>
  );
}

function ProjectRow({ project }: { project: ProjectRef }) {
  const { projectName, accountId } = project;
  const account = useAppState(({ accounts }) => accounts.find(({ id }) => id === accountId));
  const name = nameWithAccount({ name: projectName, account });
  const key = projectKey(project);
  const rules = useAppState((state) => state.timeRules);
  const [isOpen, setOpen] = useState(false);
  const { projects: texts } = timeRulesPageMessages;
  const { isBillable, rate } = projectRules(key, rules);
  const change = (fields: ProjectFields) =>
    void send('time-rules.set-project', { projectKey: key, projectName, ...fields });
  return (
    <>
      <SwitchRow
        name={
          <>
            <i className={classNames(chipStyles.square, styles.mark)} data-tint={projectHue(project, rules.projects)} />
            <bdi>{name}</bdi>
          </>
        }
        description={rate === null ? undefined : `${rate.amount} ${rate.currency}`}
        on={isBillable}
        onChange={(on) => change({ isBillable: on })}
      >
        <Button
          small
          kind="quiet"
          aria-expanded={isOpen}
          aria-label={texts.moreOf({ name })}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.more}
        </Button>
      </SwitchRow>
      {isOpen && <RateAndHue name={name} rate={rate} hue={projectRules(key, rules).hue} change={change} />}
    </>
  );
}

type Rules = ReturnType<typeof projectRules>;
type ProjectFields = Partial<Pick<Rules, 'isBillable' | 'rate' | 'hue'>>;

interface RateProps extends Pick<Rules, 'rate' | 'hue'> {
  name: string;
  change: (fields: ProjectFields) => void;
}

function RateAndHue({ name, rate, hue, change }: RateProps) {
  const { projects: texts, amount: wrong } = timeRulesPageMessages;
  const [currency, setCurrency] = useState(rate?.currency ?? USUAL_CURRENCY);
  return (
    <>
      <TypedField
        label={texts.rate}
        name={texts.rateOf({ name })}
        text={rate === null ? '' : String(rate.amount)}
        read={(text) => {
          const typed = typedRate(text);
          if ('amount' in typed) return { value: typed.amount };
          return { wrong: typed.wrong === 'notANumber' ? wrong.notANumber({ text: text.trim() }) : wrong[typed.wrong] };
        }}
        onChange={(amount) => change({ rate: amount === null ? null : { amount, currency } })}
      />
      <TypedField
        label={texts.currency}
        name={texts.currencyOf({ name })}
        text={currency}
        read={(text) => {
          const code = typedCurrency(text);
          return code === null ? { wrong: wrong.notACurrency({ text: text.trim() }) } : { value: code };
        }}
        onChange={(code) => {
          setCurrency(code);
          if (rate !== null) change({ rate: { ...rate, currency: code } });
        }}
      />
      <ChoiceRow
        name={texts.hue}
        label={texts.hueOf({ name })}
        values={['automatic', ...TINTS] as const}
        text={(hue) => (hue === 'automatic' ? texts.automatic : texts.hues[hue])}
        value={hue ?? 'automatic'}
        onChange={(value) => change({ hue: value === 'automatic' ? null : value })}
      />
    </>
  );
}
