/** A report for the clipboard: Markdown, or plain text for an e-mail. Pure. */
import type { Report, ReportTask } from '../../../shared/time/report.ts';
import type { Formats } from './formats.ts';
import { reportSubject } from './letterhead.ts';
import type { ReportLine } from './report-entries.ts';

/** Titles and notes are other people's text: none of it becomes markup or breaks a table. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~&!]/g, '\\$&').replace(/\s+/g, ' ');

/** `servers`: of its accounts, if there are several. */
export function reportMarkdown(
  report: Report,
  lines: readonly ReportLine[],
  formats: Formats,
  servers: readonly string[] = [],
): string {
  const { texts, hours } = formats;
  const { columns } = texts;
  const isPriced = report.sums.length > 0;
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const titleOf = ({ task }: Pick<ReportTask, 'task'>) =>
    `${escaped(task.identifier)} ${escaped(task.title || texts.untitled)}`;
  const money = (value: ReportTask['money']) => (isPriced ? [value ? formats.money(value) : ''] : []);
  const head = [columns.task, columns.share, columns.hours, ...(isPriced ? [columns.amount] : [])];
  const projects = report.projects.flatMap((project) => [
    ...(report.projectKey === null
      ? [
          row([
            `**${escaped(project.name || texts.noProject)}**`,
            formats.percent(project.percent),
            `**${hours(project.ms)}**`,
            ...money(project.money),
          ]),
        ]
      : []),
    ...project.tasks
      .filter(({ ms }) => ms > 0)
      .map((task) => row([titleOf(task), formats.percent(task.percent), hours(task.ms), ...money(task.money)])),
  ]);
  const days = lines
    .filter(({ ms }) => ms > 0)
    .map((line) =>
      row([
        formats.day(line.day),
        titleOf(line),
        ...(report.switches.notes ? [line.notes.map(escaped).join('; ')] : []),
        hours(line.ms),
      ]),
    );
  const dayHead = [columns.day, columns.task, ...(report.switches.notes ? [columns.note] : []), columns.hours];
  const rule = (count: number, right: number) =>
    `|${Array.from({ length: count }, (_, at) => (at < count - right ? ' --- ' : ' ---: ')).join('|')}|`;
  return [
    `# ${texts.title}`,
    `**${escaped(reportSubject(report, formats))}**`,
    ...accountsText(servers, formats).map(escaped),
    [
      row(head),
      rule(head.length, head.length - 1),
      ...projects,
      row([`**${texts.total}**`, '', `**${hours(report.ms)}**`, ...(isPriced ? [sumsText(report, formats)] : [])]),
    ].join('\n'),
    [row(dayHead), rule(dayHead.length, 1), ...days].join('\n'),
    formats.rounding,
  ].join('\n\n');
}

/** One line a task, so that it can be read in any font. `servers`: of its accounts, if there are several. */
export function reportPlainText(
  report: Report,
  lines: readonly ReportLine[],
  formats: Formats,
  servers: readonly string[] = [],
): string {
  const { texts, hours } = formats;
  const titleOf = ({ task }: Pick<ReportTask, 'task'>) => `${task.identifier} ${task.title || texts.untitled}`;
  const oneLine = (text: string) => text.replace(/\s+/g, ' ');
  const projects = report.projects.flatMap((project) => [
    ...(report.projectKey === null ? [`${hours(project.ms)}  ${project.name || texts.noProject}`] : []),
    ...project.tasks.filter(({ ms }) => ms > 0).map((task) => `${hours(task.ms)}  ${titleOf(task)}`),
  ]);
  const byDay = Map.groupBy(
    lines.filter(({ ms }) => ms > 0),
    ({ day }) => day,
  );
  const days = [...byDay].flatMap(([day, ofDay]) => [
    formats.day(day),
    ...ofDay.map((line) => {
      const notes = report.switches.notes ? line.notes.map(oneLine).join('; ') : '';
      return `${hours(line.ms)}  ${titleOf(line)}${notes === '' ? '' : `: ${notes}`}`;
    }),
  ]);
  return [
    `${texts.title}: ${reportSubject(report, formats)}`,
    ...accountsText(servers, formats),
    [...projects, `${hours(report.ms)}  ${texts.total}${netText(report, formats)}`].join('\n'),
    days.join('\n'),
    formats.rounding,
  ].join('\n\n');
}

/** The draft of the e-mail that takes the report: its subject, and what it comes to. */
export function reportMail(report: Report, formats: Formats): { subject: string; text: string } {
  const { texts, hours } = formats;
  const subject = reportSubject(report, formats).replace(/\s+/g, ' ');
  const text = `${subject}: ${hours(report.ms)} ${texts.hours}${netText(report, formats)}`;
  return { subject: `${texts.title}: ${subject}`, text };
}

/** No line for one account. */
const accountsText = (servers: readonly string[], { texts }: Formats): string[] =>
  servers.length > 0 ? [`${texts.accounts}: ${servers.join(', ')}`] : [];

const netText = (report: Report, formats: Formats): string =>
  report.sums.length > 0 ? `, ${sumsText(report, formats)} ${formats.texts.net}` : '';

const sumsText = ({ sums }: Report, { money }: Formats): string => sums.map(money).join(' + ');
