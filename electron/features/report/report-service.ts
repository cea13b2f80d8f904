/** Reports of tracked time as a file, on paper or on the clipboard. They are made here and nowhere sent. */
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SavedReport } from '../../../shared/contract/report.ts';
import type { Day } from '../../../shared/dates/week-start.ts';
import { AppError, ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Language } from '../../../shared/i18n/language.ts';
import { nameWithAccount } from '../../../shared/quick-add/accounts.ts';
import { dayBounds, localDay } from '../../../shared/time/day.ts';
import { ALL_PROJECTS } from '../../../shared/time/default-rules.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import { type Report, type ReportProject, report } from '../../../shared/time/report.ts';
import type { AccountAccess } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { BYTE_ORDER_MARK, type TimeService } from '../time/index.ts';
import type { TimeRulesService } from '../time-rules/index.ts';
import { nameFrom, patternOf } from './file-name.ts';
import { createFormats } from './formats.ts';
import { createPdfJoiner } from './join-pdf.ts';
import { reportCsv } from './report-csv.ts';
import { type ReportLine, reportEntries, reportLines } from './report-entries.ts';
import { reportHtml, reportParts } from './report-html.ts';
import { reportMail, reportMarkdown, reportPlainText } from './report-text.ts';

export interface ReportOptions {
  account: Pick<AccountAccess, 'required'>;
  time: { timesheet: Pick<TimeService['timesheet'], 'read'>; entries: Pick<TimeService['entries'], 'between'> };
  rules: Pick<TimeRulesService, 'rules'>;
  /** Its server, with what tells it from others there. */
  accountTitle: (accountId: string) => string;
  /** What a line calls it, as in #acme/payments. */
  accountName: (accountId: string) => string;
  weekStartsOn: Day;
  language: () => Language;
  /** Asks for a location and writes the file; returns the path, or null if the person cancels. */
  saveFile: (name: string, content: string | Uint8Array, folder?: string) => Promise<string | null>;
  /** Throw AppError if the file is no longer there. */
  savedFiles: {
    showInFolder: (path: string) => void;
    copy: (path: string) => Promise<void>;
    /** False if the file could not be handed to the e-mail program. */
    email: (path: string, draft: { subject: string; text: string }) => Promise<boolean>;
  };
  /** Both throw if the page cannot be printed. */
  printToPdf: (html: string, isTagged: boolean) => Promise<Uint8Array>;
  /** False if the person cancels. */
  printOnPaper: (html: string) => Promise<boolean>;
}

/** Local days, inclusive; `projectKey`: null for all projects. */
type ReportChoice = Pick<Report, 'from' | 'to' | 'projectKey'>;

type ReportContext = Pick<FeatureContext, 'now' | 'copyText'> & {
  settings: Pick<FeatureContext['settings'], 'readValue' | 'writeValue'>;
};

/** The preview shows this many rows. */
const MAX_PREVIEW_ROWS = 500;

export type ReportService = ReturnType<typeof createReports>;

export function createReports(context: ReportContext, options: ReportOptions) {
  const { now, copyText, settings } = context;
  const { account, time, rules, weekStartsOn, language, saveFile, savedFiles } = options;
  const preview = { asked: 0, number: 0, html: '' };
  /** The file that was saved last, with the text of its e-mail. */
  let saved: { path: string; draft: { subject: string; text: string } } | null = null;

  /** Throws AppError if there is nothing to report. */
  async function read({ from, to, projectKey }: ReportChoice) {
    const { id } = account.required();
    // Those of this account, should another one come while its entries are read.
    const current = rules.rules();
    const view = await time.timesheet.read(id, from, to);
    // Read in the same turn as the sums, so that no entry changes between them.
    const stored = time.entries.between(id, dayBounds(from).from, dayBounds(to).to);
    const made = report(view, current, projectKey);
    if (made.entries === 0) throw new ValidationError(messages.report.nothing);
    // A year may have many entries: other work of main runs between the steps.
    await nextTurn();
    const entries = reportEntries(made, stored);
    await nextTurn();
    const formats = createFormats(made.switches.language ?? (language() === 'de' ? 'de' : 'en'), made);
    const lines = reportLines(entries);
    const accountIdOf = ({ accountId = id }: TaskRef): string => accountId;
    const accountIds = new Set(made.projects.flatMap(({ tasks }) => tasks.map(({ task }) => accountIdOf(task))));
    const isOfSeveral = accountIds.size > 1;
    // Once each: they are not cheap, and there may be thousands of rows.
    const titles = new Map(isOfSeveral ? [...accountIds].map((one) => [one, options.accountTitle(one)]) : []);
    const servers = [...titles.values()].toSorted();
    const pageOptions = { weekStartsOn, today: localDay(now()), servers };
    const accountOf = isOfSeveral ? (task: TaskRef) => titles.get(accountIdOf(task)) ?? '' : null;
    const csv = () => `${BYTE_ORDER_MARK}${reportCsv(made, entries, formats, accountOf)}`;
    const names = new Map([...accountIds].map((one) => [one, { name: options.accountName(one) }]));
    // Projects and tasks of two accounts may have the same name. A CSV has a column for that.
    const named = isOfSeveral ? { ...made, projects: made.projects.map(withAccount) } : made;
    function withAccount(project: ReportProject): ReportProject {
      const [first] = project.tasks;
      const account = names.get(first ? accountIdOf(first.task) : id);
      return { ...project, name: nameWithAccount({ name: project.name || formats.texts.noProject, account }) };
    }
    const namedLines = isOfSeveral ? lines.map(lineWithAccount) : lines;
    function lineWithAccount(line: ReportLine): ReportLine {
      const identifier = nameWithAccount({ name: line.task.identifier, account: names.get(accountIdOf(line.task)) });
      return { ...line, task: { ...line.task, identifier } };
    }
    return {
      // The rows have notes and times, which the sums do not.
      version: () => createHash('sha256').update(JSON.stringify(made)).update(csv()).digest('base64'),
      period: { from, to, text: formats.period, weekStartsOn },
      draft: reportMail(made, formats),
      html: () => reportHtml(named, namedLines, formats, pageOptions),
      parts: (maxRows?: number) => reportParts(named, namedLines, formats, pageOptions, maxRows),
      csv,
      markdown: () => reportMarkdown(named, namedLines, formats, servers),
      text: () => reportPlainText(named, namedLines, formats, servers),
    };
  }

  /** Runs a print and turns its failure into a message. */
  async function print<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AppError({ kind: 'internal', ...messages.report.notPrinted({ reason }) }, error);
    }
  }

  /** A long report is printed in parts, without tags. */
  async function toPdf(parts: ReturnType<typeof reportParts>): Promise<Uint8Array> {
    const [first, ...others] = parts;
    if (first && others.length === 0) return options.printToPdf(first(1), true);
    const joiner = createPdfJoiner();
    for (const part of parts) joiner.add(await options.printToPdf(part(joiner.pages() + 1), false));
    return joiner.end();
  }

  function lastSaved(): NonNullable<typeof saved> {
    if (saved === null) throw new ValidationError(messages.report.fileGone);
    return saved;
  }

  return {
    /** Makes the page to be previewed, of a long report its first part. `number`: another one for each different page. */
    async preview(choice: ReportChoice): Promise<{ number: number; isWhole: boolean }> {
      preview.asked += 1;
      const { asked } = preview;
      const parts = (await read(choice)).parts(MAX_PREVIEW_ROWS);
      const html = parts[0]?.(1) ?? '';
      // A newer one may have been ready sooner.
      if (asked === preview.asked && html !== preview.html) {
        preview.number += 1;
        preview.html = html;
      }
      return { number: preview.number, isWhole: parts.length === 1 };
    },
    previewHtml: (): string => preview.html,
    async save(choice: ReportChoice, format: 'pdf' | 'html' | 'csv'): Promise<SavedReport | null> {
      const made = await read(choice);
      const content = format === 'pdf' ? await print(toPdf(made.parts())) : made[format]();
      const { [choice.projectKey ?? ALL_PROJECTS]: last, ...others } = settings.readValue('report-files') ?? {};
      const { folder } = last ?? Object.values(others).at(-1) ?? {};
      const name = (last && nameFrom(last.name, made.period)) ?? `punchcard-report-${choice.from}-${choice.to}`;
      const path = await saveFile(`${name}.${format}`, content, folder);
      if (path === null) return null;
      saved = { path, draft: made.draft };
      settings.writeValue('report-files', {
        ...others,
        [choice.projectKey ?? ALL_PROJECTS]: {
          folder: dirname(path),
          name: patternOf(basename(path, `.${format}`), made.period),
        },
      });
      return { path, version: made.version() };
    },
    version: async (choice: ReportChoice): Promise<string> => (await read(choice)).version(),
    file: {
      show: (): void => savedFiles.showInFolder(lastSaved().path),
      copy: (): Promise<void> => savedFiles.copy(lastSaved().path),
      email(): Promise<boolean> {
        const { path, draft } = lastSaved();
        return savedFiles.email(path, draft);
      },
    },
    /** False if the person cancels. Throws AppError if the report is too long for one page of Chromium. */
    async print(choice: ReportChoice): Promise<boolean> {
      const [first, ...others] = (await read(choice)).parts();
      if (first === undefined || others.length > 0) throw new ValidationError(messages.report.tooLong);
      return print(options.printOnPaper(first(1)));
    },
    copy: async (choice: ReportChoice, format: 'markdown' | 'text'): Promise<void> =>
      copyText((await read(choice))[format]()),
  };
}
