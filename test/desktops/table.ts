/** What was seen, as a table for docs/desktops.md. Pure. */

export const promises = [
  'Window within 3 s',
  'Tray icon',
  'Timer in a status bar',
  'Popover at the icon',
  'Not in the taskbar',
  'Ordinary window',
  'Quick add takes the keyboard',
  'Search of the desktop',
  'Notification and its buttons',
  'Idle time',
  'Shortcut as shown',
  'Nothing else opens',
] as const;
export type PromiseName = (typeof promises)[number];

export interface Outcome {
  /** `unavailable`: the desktop cannot, and the app says so; `failed`: it should work here. */
  verdict: 'works' | 'unavailable' | 'failed';
  /** A number or a reason; may be empty. */
  detail: string;
}

export interface DesktopResult {
  title: string;
  /** How the app's window is connected to the desktop, as the compositor says. */
  connection: 'X11' | 'XWayland' | 'Wayland' | null;
  /** Why the desktop itself did not come up; null where it did. */
  problem: string | null;
  outcomes: Partial<Record<PromiseName, Outcome>>;
}

const words = { works: 'works', unavailable: 'not available here', failed: '**failed**' };

export const hasFailed = ({ problem, outcomes }: DesktopResult): boolean =>
  problem !== null || promises.some((name) => (outcomes[name]?.verdict ?? 'failed') === 'failed');

function cell({ problem, outcomes }: DesktopResult, name: PromiseName): string {
  if (problem !== null) return 'not tried';
  const outcome = outcomes[name];
  if (outcome === undefined) return words.failed;
  // A measured time belongs into the table, a reason below it.
  const isMeasured = outcome.verdict === 'works' && /^\d/.test(outcome.detail);
  return isMeasured ? `${words.works} (${outcome.detail})` : words[outcome.verdict];
}

function reasons(result: DesktopResult): string[] {
  if (result.problem !== null) return [`- **${result.title}** did not come up: ${escaped(result.problem)}`];
  return promises.flatMap((name) => {
    const outcome = result.outcomes[name] ?? { verdict: 'failed', detail: 'not tried' };
    if (outcome.verdict === 'works' || outcome.detail === '') return [];
    return [`- **${result.title}**, ${name}: ${words[outcome.verdict]}: ${escaped(outcome.detail)}`];
  });
}

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

export function renderTable(results: readonly DesktopResult[]): string {
  const head = ['Desktop', 'Runs on', ...promises];
  const rows = results.map((result) => [
    result.title,
    result.connection ?? '–',
    ...promises.map((name) => cell(result, name)),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const why = results.flatMap(reasons);
  return [...lines, ...(why.length > 0 ? ['', ...why] : []), ''].join('\n');
}

/** The whole page; `versions` names the desktops' own. */
export function renderPage(results: readonly DesktopResult[], versions: readonly string[]): string {
  return `# On real desktops

Written by \`npm run test:desktops\`, which starts Punchcard on each desktop as an ordinary user with Chromium's sandbox on, and
looks from outside: at the pixels of the screen, the compositor's list of windows, and D-Bus.

*Not available here* means that the desktop cannot do it and Punchcard does not claim that it can; *failed* means that it should
work. The time is from the start of the process on a new profile to the painted window; on a busy machine its limit grows with the
machine's measured slowness.

${renderTable(results)}
Seen with ${versions.join(', ')}.
`;
}
