/** docs/measured.md and its picture, from the stored run; everything else stands in docs/measured.json. Pure. */
import { compared, type Figure, type Goal } from './figures.ts';
import type { Run } from './run.ts';

/** What a person feels, and what it costs. A line that the run lacks is left out. */
const LINES = [
  'start → tray',
  'start → last known list painted',
  'tray click → painted, warm, p95',
  'tray click → painted, window made anew, p95',
  'busy day: share of openings without a page in memory',
  'quick add kept: shortcut → caret, p95',
  'processor, first minute',
  'memory, popover open',
  'memory, popover closed for a minute, quick add not used lately',
  'app.asar',
];

const figuresOf = (run: Run): Figure[] => run.parts.flatMap((part) => part.figures);
const linesOf = (run: Run): Figure[] =>
  LINES.flatMap((name) => figuresOf(run).find((one) => one.name === name && one.goal !== null) ?? []);

export function measuredPage(run: Run): string {
  const goals = figuresOf(run).filter(({ goal }) => goal !== null);
  const missed = goals.filter(({ isReached }) => !isReached);
  const failed = run.parts.filter(({ error }) => error !== null);
  const minutes = Math.round(run.parts.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const rows = linesOf(run).map((one) => [
    one.name,
    one.bare === null ? '' : withUnit(one.bare, one),
    withUnit(one.value, one),
    formatGoal(one),
    one.isReached ? 'yes' : '**no**',
  ]);
  return `# What is measured

Everything is measured by \`npm run bench\`, beside a bare Electron app in the same run (\`test/bench/bare/\`: a tray icon, one window,
a list of a hundred lines; no sign-in, no network). Punchcard is signed in, with a hundred tasks, a keyring and a server on loopback.
These ten lines are of the run of ${run.date.slice(0, 10)}, commit ${run.commit}, ${minutes} minutes on ${run.machine}.

![What each line takes of its goal: beyond the dashed line it is missed](measured.svg)

${table(['figure', 'bare', 'Punchcard', 'goal', 'reached'], rows)}
${goals.length - missed.length} of ${goals.length} goals are reached. ${missed.length === 0 ? 'None is missed.' : `Missed: ${missed.map(({ name }) => name).join('; ')}.`}
${failed.length === 0 ? '' : `\nParts that failed: ${failed.map(({ name, error }) => `${name} (${error})`).join('; ')}.\n`}
[measured.json](measured.json) has all figures, with their spread, how each was taken, and the run before.
[design.md](design.md#what-was-measured-and-tried) says what was tried. \`npm run bench -- --document\` writes this page.
`;
}

/** A bar for each line: how much of its goal it takes; a bar beyond the line misses it. */
export function measuredPicture(run: Run): string {
  const [rowHeight, left, goalWidth, width] = [26, 480, 260, 910];
  const lines = linesOf(run);
  const bars = lines.map((one, index) => {
    const share = Math.max(0, compared(one, one.goal?.of ?? 'value') / (one.goal?.atMost ?? Number.NaN));
    const length = Math.max(2, Math.min(share * goalWidth, width - left - 60));
    const top = index * rowHeight + 8;
    return `  <text x="${left - 12}" y="${top + 14}" text-anchor="end">${inMarkup(one.name)}</text>
  <rect x="${left}" y="${top}" width="${Math.round(length)}" height="18" rx="3" fill="${share <= 1 ? '#3d7a5a' : '#b5563c'}"/>
  <text x="${left + Math.round(length) + 8}" y="${top + 14}">${formatNumber(share)}</text>`;
  });
  const height = lines.length * rowHeight + 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#777">
  <title>What each line takes of its goal: beyond the dashed line it is missed</title>
  <path d="M${left + goalWidth} 0v${height}" stroke="#777" stroke-dasharray="3 3"/>
${bars.join('\n')}
</svg>
`;
}

const inMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

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
