/** Run by build/hostile.mjs: `main.ts '{"seed":…,"runs":…,"apps":…,"minutes":…}'`. The last line is the result. */
import { z } from 'zod';
import { type Findings, isClean, noFindings } from './audit.ts';
import { type RunResult, simulate } from './simulation.ts';

const Options = z.object({
  seed: z.int(),
  /** Runs in simulated time. */
  runs: z.int(),
  /** Runs of the whole app. */
  apps: z.int(),
  minutes: z.number().positive(),
});
const { seed, runs, apps, minutes } = Options.parse(JSON.parse(process.argv[2] ?? ''));
const until = performance.now() + minutes * 60_000;
/** The whole app has half of the time. */
const simulatedUntil = apps > 0 ? until - minutes * 30_000 : until;
const all = noFindings();
const counts = { runs: 0, apps: 0, starts: 0, posts: 0, audited: 0, closed: 0, asked: 0 };
const tell = (line: string): void => void process.stdout.write(`${line}\n`);
// The app's own log is silenced.
Object.assign(console, { warn: () => undefined, error: () => undefined });

function add(result: RunResult, kind: 'runs' | 'apps'): void {
  counts[kind] += 1;
  for (const key of ['starts', 'posts', 'audited', 'closed', 'asked'] as const) counts[key] += result[key];
  for (const key of Object.keys(all) as (keyof Findings)[]) all[key].push(...result.findings[key]);
  if (isClean(result.findings) && runs + apps > 1) return;
  for (const line of result.story) tell(line);
  for (const [what, found] of Object.entries(result.findings)) for (const one of found) tell(`${what}: ${one}`);
  const other = kind === 'runs' ? 'apps' : 'runs';
  tell(`seed ${result.seed} (again: npm run hostile -- --${kind} 1 --${other} 0 --seed ${result.seed})\n`);
}

for (let at = 0; at < runs && performance.now() < simulatedUntil; at += 1) add(await simulate(seed + at), 'runs');
if (apps > 0) {
  const { runWholeApp } = await import('./whole-app.ts');
  for (let at = 0; at < apps && performance.now() < until; at += 1) {
    add(await runWholeApp(seed + at), 'apps');
    tell(`whole app ${at + 1} of ${apps}`);
  }
}

/** Reasons for waiting or setting aside: their beginnings with counts. */
const reasons = new Map<string, number>();
for (const one of [...all.asked, ...all.aside]) {
  const reason = one.replace(/[[{“"].*/s, '').trim();
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}
for (const [reason, times] of reasons) tell(`${String(times).padStart(5)} × ${reason}`);
const { lost, doubled, foreign, wrongServer, wrongPerson, stuck, asked, aside } = all;
tell(
  `${counts.runs} simulated runs, ${counts.apps} of the whole app, ${counts.starts} starts; ${counts.audited} entries and tasks ` +
    `audited, ${counts.closed} surplus ones closed, ${aside.length} set aside, ${asked.length} wait for the person`,
);
tell(
  `${counts.posts} posted, ${lost.length} lost, ${doubled.length} doubled, ${foreign.length} foreign, ` +
    `${wrongServer.length} at the wrong server, ${wrongPerson.length} as the wrong person, ${counts.asked} asked, ${stuck.length} stuck`,
);
process.exitCode = isClean(all) ? 0 : 1;
