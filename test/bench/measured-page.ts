/** docs/measured.md, from a run and the stored one before it. Pure. */
import { compared, type Figure, type Goal } from './figures.ts';
import type { Run, StoredRun } from './run.ts';

export function measuredPage({ earlier, ...run }: StoredRun): string {
  const figures = run.parts.flatMap((part) => part.figures);
  const goals = figures.filter(({ goal }) => goal !== null);
  const before = new Map(earlier?.parts.flatMap((part) => part.figures).map((one) => [one.name, one]));
  const worse = worseThan(run, earlier);
  const row = (one: Figure) => {
    const then = before.get(one.name);
    const mark = worse.includes(one.name) ? ' **worse**' : '';
    return [
      one.name,
      one.bare === null ? '' : withUnit(one.bare, one),
      withUnit(one.value, one),
      one.spread === null ? '' : one.spread.map(formatNumber).join('–'),
      one.ratio === null ? '' : formatNumber(one.ratio),
      one.goal === null ? '' : formatGoal(one),
      one.isReached === null ? '' : one.isReached ? 'yes' : '**no**',
      then === undefined ? '' : formatCompared(then, basisOf(one)) + mark,
      one.how,
    ];
  };
  const failed = run.parts.flatMap(({ name, error }) => (error === null ? [] : [[`**${name}**`, `failed: ${error}`]]));
  const minutes = Math.round(run.parts.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  return `# What is measured

Written by \`npm run bench -- --document\` from [measured.json](measured.json), one run of \`npm run bench\`. Everything is measured
beside a bare Electron app in the same run (\`test/bench/bare/\`: a tray icon, one window, a list of a hundred lines; no sign-in, no
network). Punchcard is signed in, with a hundred tasks, a keyring and a server on loopback. Times are this machine's; ratios can be
compared. A value is a median unless its name says otherwise. [design.md](design.md#what-was-measured-and-tried) says what was tried.

- **Run**: ${run.date.slice(0, 10)}, commit ${run.commit}, ${minutes} minutes${run.isQuick ? ', shortened (`--quick`)' : ''}
- **Machine**: ${run.machine}
- **Goals**: ${goals.filter(({ isReached }) => isReached).length} of ${goals.length} reached${failed.length > 0 ? `; ${failed.length} parts failed` : ''}
- **Before**: ${earlier === null ? 'no earlier run is stored' : `${earlier.date.slice(0, 10)}, commit ${earlier.commit}`}
${earlier === null ? '' : `- **Worse** by more than the middle half of either run: ${worse.length === 0 ? 'none' : worse.join('; ')}\n`}
${failed.length === 0 ? '' : `## Failed parts\n\n${table(['part', 'why'], failed)}\n`}## Goals

${table(COLUMNS, goals.map(row))}
## Without a goal

${table(COLUMNS, figures.filter(({ goal }) => goal === null).map(row))}`;
}

const COLUMNS = ['figure', 'bare', 'Punchcard', 'middle half', '×', 'goal', 'reached', 'before', 'how it was taken'];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [head, head.map(() => '---'), ...rows].map(line).join('');
}

/** The names of figures that got worse by more than the middle half of either run is wide. */
export function worseThan(run: Run, earlier: Run | null): string[] {
  const before = new Map(earlier?.parts.flatMap((part) => part.figures).map((one) => [one.name, one]));
  return run.parts
    .flatMap((part) => part.figures)
    .filter((now) => {
      const then = before.get(now.name);
      const of = basisOf(now);
      // A difference that is not printed is none.
      if (then === undefined || formatCompared(now, of) === formatCompared(then, of)) return false;
      return compared(now, of) - compared(then, of) > Math.max(width(now, of), width(then, of));
    })
    .map(({ name }) => name);
}

/** What of a figure is compared with another run: what its goal is about, else the ratio, if there is one. */
const basisOf = ({ goal, ratio }: Figure): Goal['of'] => goal?.of ?? (ratio === null ? 'value' : 'ratio');

/** How wide the middle half is, in what is compared. */
function width({ spread, bare }: Figure, of: Goal['of']): number {
  return spread === null ? 0 : (spread[1] - spread[0]) / (of === 'ratio' ? (bare ?? 1) : 1);
}

export const formatNumber = (of: number): string =>
  Math.abs(of) < 10 ? String(Math.round(of * 100) / 100) : Math.round(of).toLocaleString('en');

const withUnit = (of: number, { unit }: Figure): string => `${formatNumber(of)} ${unit}`.trim();

function formatCompared(figure: Figure, of: Goal['of']): string {
  const text = formatNumber(compared(figure, of));
  return of === 'ratio' ? `${text} ×` : `${text} ${figure.unit}${of === 'difference' ? ' more' : ''}`.trim();
}

export function formatGoal(figure: Figure): string {
  const { of, atMost } = figure.goal ?? { of: 'value', atMost: Number.NaN };
  return of === 'ratio' ? `≤ ${atMost} ×` : `≤ ${of === 'difference' ? 'bare + ' : ''}${withUnit(atMost, figure)}`;
}
