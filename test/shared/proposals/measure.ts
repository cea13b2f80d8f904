/** Run by build/proposals.mjs: `measure.ts FOLDER`. Prints the misses of each day, then the figures; the last line is the result. */
import type { Proposal } from '../../../shared/contract/proposals.ts';
import {
  figuresOf,
  type GapResult,
  GoldenDayError,
  judgeDay,
  precisionAndRecall,
  readGoldenDays,
  resultOf,
} from './golden-days.ts';

const tell = (line: string): void => void process.stdout.write(`${line}\n`);
function tellMisses(name: string, timeZone: string, results: readonly GapResult[]): void {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const span = ({ from, to }: { from: number; to: number }): string => `${clock.format(from)}–${clock.format(to)}`;
  const nameOf = ({ target }: Proposal): string =>
    target.kind === 'task' ? target.task.identifier : target.kind === 'project' ? target.projectName : 'not work';
  for (const { answers, proposals, right, ...gap } of results) {
    const isMissed = answers.length === 0 ? proposals.length > 0 : (right[0]?.length ?? 0) === 0;
    if (!isMissed) continue;
    const wanted = answers.map((one) => {
      return `${'task' in one ? one.task : 'project' in one ? one.project : 'not work'} ${span(one)}`;
    });
    const given = proposals.map((one) => {
      return `${nameOf(one)} ${span(one)} ${one.score} (${one.reasons.map(({ kind }) => kind).join(', ')})`;
    });
    tell(
      `${name}, gap ${span(gap)}\n  answer: ${wanted.join('; ') || 'none'}\n  proposed: ${given.join('; ') || 'nothing'}`,
    );
  }
}

try {
  const days = readGoldenDays(process.argv[2] ?? '').map(({ name, day }) => {
    const results = judgeDay(day);
    tellMisses(name, day.timeZone, results);
    return { results, isHeldOut: day.heldOut };
  });
  const figures = (of: typeof days) => figuresOf(of.flatMap(({ results }) => results));
  const all = figures(days);
  const held = days.filter(({ isHeldOut }) => isHeldOut);
  if (held.length > 0 && held.length < days.length) {
    tell(`tuned on: ${resultOf(figures(days.filter(({ isHeldOut }) => !isHeldOut)))}`);
    tell(`held out: ${resultOf(figures(held))}`);
  }
  tell(`days ${days.length}, gaps with an answer ${all.answered}`);
  for (const line of precisionAndRecall(all)) tell(line);
  tell(resultOf(all));
} catch (error) {
  if (!(error instanceof GoldenDayError)) throw error;
  process.stderr.write(`\n${error.message}\n\n`);
  process.exitCode = 1;
}
