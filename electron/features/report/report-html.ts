/**
 * A report as one HTML file without scripts or references, which is also the page that is printed. Titles, notes, names and addresses
 * are other people's text: all of it goes through `text`. Pure.
 */
import type { Day } from '../../../shared/dates/week-start.ts';
import { dayAfter } from '../../../shared/time/day.ts';
import { weekNumber, weekOf } from '../../../shared/time/period.ts';
import type { Report, ReportProject, ReportTask } from '../../../shared/time/report.ts';
import type { Formats } from './formats.ts';
import { reportNumber, reportSubject } from './letterhead.ts';
import { cssText, reportCss } from './report-css.ts';
import type { ReportLine } from './report-entries.ts';

/** No script runs and nothing is fetched, wherever the file is opened. */
const REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

export interface PageOptions {
  weekStartsOn: Day;
  /** The local day on which it is made. */
  today: string;
  /** The servers of its accounts, if there are several. */
  servers: readonly string[];
}

/** Names of projects at the head, and columns of them. */
const MAX_NAMES = 6;
const MAX_COLUMNS = 3;
/** Longer periods have no bars: a day would be narrower than its gap. */
const MAX_BARS = 62;

/** A table in pieces, between which it may continue in another document. */
interface Table {
  /** The opening tag and the header rows, which a continued table repeats. */
  head: string;
  /** Whole rows, or bodies of rows. */
  pieces: string[];
}

/** Rows of tables in a printed part. With these and long titles, Chromium's page takes 0.6 GB and two seconds; with 20,000 it crashes. */
const MAX_ROWS = 2_000;
/** The rows of a day stay on one page if there are no more. */
const MAX_DAY_ROWS = 100;

export const reportHtml = (
  report: Report,
  lines: readonly ReportLine[],
  formats: Formats,
  options: PageOptions,
): string => reportParts(report, lines, formats, options, Number.POSITIVE_INFINITY)[0]?.(1) ?? '';

/** Documents to be printed one after the other, each from the number of its first page. */
export function reportParts(
  report: Report,
  lines: readonly ReportLine[],
  formats: Formats,
  { weekStartsOn, today, servers }: PageOptions,
  maxRows = MAX_ROWS,
): ((firstPage: number) => string)[] {
  const { texts, tag } = formats;
  const made = texts.made({ date: formats.date(today) });
  const foot = report.switches.maker ? `${made}. ${formats.rounding}` : formats.rounding;
  const subject = reportSubject(report, formats);
  const number = reportNumber(report.from, report.to, weekStartsOn);
  const isOne = report.projectKey !== null;
  const weeks = report.days.length > 7 ? weeksOf(report, weekStartsOn) : [];
  const bodies = split(
    [
      `<header><div><h1>${text(texts.title)}</h1><p class="period">${text(subject)}</p></div>${
        number === null ? '' : `<p class="number">${text(texts.number({ number }))}</p>`
      }</header>
${letterhead(report, formats, servers)}
${sums(report, formats)}
${report.days.length > 1 && report.days.length <= MAX_BARS ? bars(report, formats, weekStartsOn) : ''}
<h2>${text(isOne ? texts.byTask : texts.byProject)}</h2>
`,
      isOne ? byTask(report, formats) : byProject(report, formats),
      `
${weeks.length > 0 ? `<h2>${text(texts.byWeek)}</h2>${byWeek(report, weeks, formats)}` : ''}
<h2>${text(texts.byDay)}</h2>
`,
      byDay(report, lines, formats),
      `
${report.rounding === null ? '' : `<p class="note">${text(texts.measured({ hours: formats.hours(report.total.exact) }))}</p>`}
${signatures(report, formats)}
<footer class="screen">${text(foot)}</footer>`,
    ],
    maxRows,
  );
  const pages = pageOfPages(bodies.length === 1 ? texts.page : texts.pageOfMany);
  return bodies.map(
    (body) => (firstPage) =>
      `<!doctype html>
<html lang="${tag.slice(0, 2)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<meta name="viewport" content="width=device-width">
<title>${text(`${texts.title}: ${subject}`)}</title>
<style>${reportCss({ left: cssText(foot), right: pages, firstPage })}</style>
</head>
<body>
${body}
</body>
</html>
`,
  );
}

/** One text, or several with about `maxRows` rows. */
function split(content: readonly (string | Table)[], maxRows: number): string[] {
  const bodies: string[] = [];
  let body = '';
  let rows = 0;
  for (const part of content) {
    const { head, pieces } = typeof part === 'string' ? { head: '', pieces: [] } : part;
    body += typeof part === 'string' ? part : head;
    for (const [index, piece] of pieces.entries()) {
      const count = piece.split('<tr').length - 1;
      // The first stays below its heading, and the total with a row.
      if (index > 0 && index < pieces.length - 1 && rows + count > maxRows) {
        bodies.push(`${body}</table>`);
        body = head;
        rows = 0;
      }
      rows += count;
      body += piece;
    }
    if (typeof part !== 'string') body += '</table>';
  }
  return [...bodies, body];
}

/** Text in an element or a quoted attribute. */
const text = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** "Page 1 of 3" with the counters that a printed page has. */
function pageOfPages(pageText: Formats['texts']['page']): string {
  const [page, pages] = ['{page}', '{pages}'];
  const counters = new Map([
    [page, 'counter(page)'],
    [pages, 'counter(pages)'],
  ]);
  const pieces = pageText({ page, pages }).split(/(\{pages?\})/);
  return pieces.map((piece) => counters.get(piece) ?? cssText(piece)).join(' ');
}

function letterhead({ switches, projects }: Report, { texts }: Formats, servers: readonly string[]): string {
  const names = projects.slice(0, MAX_NAMES).map(({ name }) => name || texts.noProject);
  const more = projects.length - names.length;
  const part = (title: string, lines: string) =>
    lines.trim() === '' ? '' : `<div><dt>${text(title)}</dt><dd>${text(lines.trim())}</dd></div>`;
  return `<dl class="who">${part(texts.for, switches.recipient)}${part(texts.from, switches.sender)}${part(
    texts.projects({ count: projects.length }),
    [...names, ...(more > 0 ? [texts.more({ count: more })] : [])].join('\n'),
  )}${part(texts.accounts, servers.join('\n'))}</dl>`;
}

function sums(report: Report, { texts, hours, money, rate }: Formats): string {
  const days = report.days.filter(({ ms }) => ms > 0).length;
  const isSplit = report.billableMs > 0 && report.billableMs < report.ms;
  const counted = report.days.length > 7 ? texts.hoursOnDays({ days }) : texts.hours;
  const caption = isSplit ? `${counted}, ${texts.billable({ hours: hours(report.billableMs) })}` : counted;
  const sum = (value: string, below: string) => `<div><b>${text(value)}</b><span>${text(below)}</span></div>`;
  return `<div class="sums">${sum(hours(report.ms), caption)}${
    report.rate ? sum(rate(report.rate), texts.perHour) : ''
  }${report.sums.map((value) => sum(money(value), texts.net)).join('')}</div>`;
}

const titleOf = ({ task }: Pick<ReportTask, 'task'>, { texts }: Formats): string =>
  `<bdi>${text(task.title || texts.untitled)}</bdi> <small>${text(task.identifier)}</small>`;

const shownTasks = (project: ReportProject | undefined): ReportTask[] =>
  project?.tasks.filter(({ ms }) => ms > 0).sort((one, other) => other.ms - one.ms) ?? [];

function byTask({ projects }: Report, formats: Formats): Table {
  const rows = shownTasks(projects[0]).map(
    ({ task, percent, ms }) =>
      `<tr><td class="grey line">${text(task.identifier)}</td><td class="wide"><bdi>${text(task.title || formats.texts.untitled)}</bdi></td><td class="right grey">${text(formats.percent(percent))}</td><td class="right">${formats.hours(ms)}</td></tr>`,
  );
  return { head: '<table>', pieces: rows };
}

function byProject(report: Report, formats: Formats): Table {
  const { texts, hours, percent } = formats;
  const isPriced = report.sums.length > 0;
  const money = (value: ReportTask['money'], grey = '') =>
    isPriced ? `<td class="right${grey}">${value ? text(formats.money(value)) : ''}</td>` : '';
  const projects = report.projects.flatMap((project) => {
    const tasks = shownTasks(project).map(
      (task) =>
        `<tr class="part"><td class="wide">${titleOf(task, formats)}</td><td class="right grey">${text(percent(task.percent))}</td><td class="right">${hours(task.ms)}</td>${money(task.money, ' grey')}</tr>`,
    );
    const row = `<tr class="project"><td class="wide"><bdi>${text(project.name || texts.noProject)}</bdi></td><td class="right grey">${text(percent(project.percent))}</td><td class="right">${hours(project.ms)}</td>${money(project.money)}</tr>`;
    return [row, ...tasks];
  });
  const total = isPriced
    ? `<td class="right">${report.sums.map((sum) => text(formats.money(sum))).join('<br>')}</td>`
    : '';
  const head = `<table><thead><tr><th></th><th class="right">${text(texts.columns.share)}</th><th class="right">${text(texts.columns.hours)}</th>${
    isPriced ? `<th class="right">${text(texts.columns.amount)}</th>` : ''
  }</tr></thead>`;
  const sum = `<tr class="sum"><td>${text(texts.total)}</td><td class="right grey">${report.ms > 0 ? text(percent(100)) : ''}</td><td class="right">${hours(report.ms)}</td>${total}</tr>`;
  return { head, pieces: [...projects, sum] };
}

interface Week {
  start: string;
  /** Its days within the period. */
  from: string;
  to: string;
  /** Indexes of these days. */
  days: number[];
}

function weeksOf({ days }: Report, weekStartsOn: Day): Week[] {
  const byStart = Map.groupBy(
    days.map(({ day }, index) => ({ day, index })),
    ({ day }) => weekOf(day, weekStartsOn).from,
  );
  return [...byStart].map(([start, ofWeek]) => ({
    start,
    from: ofWeek[0]?.day ?? start,
    to: ofWeek.at(-1)?.day ?? dayAfter(start, 6),
    days: ofWeek.map(({ index }) => index),
  }));
}

/** The time of a project on some days (ms). */
const timeOn = (project: ReportProject, days: readonly number[]): number =>
  project.tasks
    .flatMap(({ cells }) => days.map((day) => cells[day]))
    .reduce((sum, cell) => sum + (cell?.rounded ?? 0), 0);

function byWeek(report: Report, weeks: readonly Week[], { texts, hours, days }: Formats): string {
  const columns = report.projects.length > 1 && report.projects.length <= MAX_COLUMNS ? report.projects : [];
  const rows = weeks.map((week) => {
    const times = columns.map(
      (project) => `<td class="right grey">${hoursOrNone(timeOn(project, week.days), hours)}</td>`,
    );
    const total = week.days.reduce((sum, day) => sum + (report.days[day]?.ms ?? 0), 0);
    return `<tr><td class="grey line">${weekNumber(week.start)}</td><td class="wide">${text(days(week.from, week.to))}</td>${times.join('')}<td class="right">${hoursOrNone(total, hours)}</td></tr>`;
  });
  const heads = columns.map(({ name }) => `<th class="right"><bdi>${text(name || texts.noProject)}</bdi></th>`);
  return `<table class="keep"><thead><tr><th class="line">${text(texts.columns.week)}</th><th></th>${heads.join('')}<th class="right">${text(texts.columns.hours)}</th></tr></thead>${rows.join('')}</table>`;
}

const hoursOrNone = (ms: number, hours: Formats['hours']): string => (ms > 0 ? hours(ms) : '–');

/** Days side by side, the two projects with the most time apart from the others. */
function bars(report: Report, { texts, hours, day: dayText }: Formats, weekStartsOn: Day): string {
  const [width, height, label] = [646, 68, 14];
  const most = Math.max(...report.days.map(({ ms }) => ms));
  if (most === 0) return '';
  const byTime = report.projects.toSorted((one, other) => other.ms - one.ms);
  const groups =
    byTime.length > 3
      ? [...byTime.slice(0, 2).map((project) => [project]), byTime.slice(2)]
      : byTime.map((project) => [project]);
  const step = width / report.days.length;
  const isWeek = report.days.length <= 7;
  const drawn = report.days.map(({ day, ms }, index) => {
    let y = height;
    const parts = groups.map((projects, tone) => {
      const time = projects.reduce((sum, project) => sum + timeOn(project, [index]), 0);
      const part = (time / most) * height;
      y -= part;
      return part > 0
        ? `<rect x="${round(index * step)}" y="${round(y)}" width="${round(step - 3)}" height="${round(Math.max(0.5, part - 1))}" fill="var(--tone-${tone + 1})"/>`
        : '';
    });
    const isNamed = isWeek || weekOf(day, weekStartsOn).from === day || index === 0;
    const number = isNamed
      ? `<text x="${round(index * step)}" y="${height + 12}">${isWeek ? text(dayText(day)) : Number(day.slice(8))}</text>`
      : '';
    return `<g><title>${text(`${dayText(day)}: ${hours(ms)}`)}</title>${parts.join('')}${number}</g>`;
  });
  const legend = groups.map((projects, tone) => {
    const name = projects.length > 1 ? texts.otherProjects : projects[0]?.name || texts.noProject;
    return `<li style="--tone: var(--tone-${tone + 1})">${text(name)}</li>`;
  });
  return `<div class="bars"><svg viewBox="0 0 ${width} ${height + label}" role="img" aria-label="${text(texts.byDay)}">${drawn.join('')}<rect x="0" y="${height}" width="${width}" height="1" fill="var(--ink)"/></svg>${
    groups.length > 1 ? `<ul class="legend">${legend.join('')}</ul>` : ''
  }</div>`;
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

function byDay(report: Report, lines: readonly ReportLine[], formats: Formats): Table {
  const { texts, hours } = formats;
  const { notes } = report.switches;
  const { columns } = texts;
  const days = Map.groupBy(
    lines.filter(({ ms }) => ms > 0),
    ({ day }) => day,
  );
  const bodies = [...days].flatMap(([day, ofDay]) => {
    const sum = ofDay.reduce((total, { ms }) => total + ms, 0);
    const rows = ofDay.map((line, index) => {
      const first =
        index === 0
          ? `<td class="grey line">${text(formats.day(day))}<br><span class="small">${hours(sum)}</span></td>`
          : '<td></td>';
      const note = notes ? `<td class="grey what">${line.notes.map(text).join('<br>')}</td>` : '';
      return `<tr>${first}<td>${titleOf(line, formats)}</td>${note}<td class="right">${hours(line.ms)}</td></tr>`;
    });
    // More than fit on a page anyway.
    const chunks = Array.from({ length: Math.ceil(rows.length / MAX_DAY_ROWS) }, (_, at) =>
      rows.slice(at * MAX_DAY_ROWS, (at + 1) * MAX_DAY_ROWS),
    );
    return chunks.map((chunk) => `<tbody>${chunk.join('')}</tbody>`);
  });
  const widths = notes
    ? '<col style="width:84px"><col style="width:330px"><col><col style="width:68px">'
    : '<col style="width:84px"><col><col style="width:68px">';
  const head = `<table style="table-layout:fixed"><colgroup>${widths}</colgroup><thead><tr><th>${text(columns.day)}</th><th>${text(columns.task)}</th>${
    notes ? `<th>${text(columns.note)}</th>` : ''
  }<th class="right">${text(columns.hours)}</th></tr></thead>`;
  const total = `<tbody><tr class="sum"><td colspan="${notes ? 3 : 2}">${text(texts.total)}</td><td class="right">${hours(report.ms)}</td></tr></tbody>`;
  return { head, pieces: [...bodies, total] };
}

function signatures({ switches }: Report, { texts }: Formats): string {
  if (!switches.signatures) return '';
  const line = (who: string) => {
    const [name = ''] = who.trim().split('\n');
    return `<span>${text(name === '' ? texts.signUnnamed : texts.sign({ name }))}</span>`;
  };
  return `<div class="sign">${line(switches.sender)}${line(switches.recipient)}</div>`;
}
