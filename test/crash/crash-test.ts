/** Run by build/crash-test.mjs: `crash-test.ts KILLS SEED`. The last line is the result. */
import { runCrashes, summary } from './crash-run.ts';

const [kills = '100', seed = '1'] = process.argv.slice(2);
const result = await runCrashes({
  kills: Number(kills),
  seed: Number(seed),
  losesWrites: true,
  log: (line) => console.info(line),
});
for (const line of [...result.lost, ...result.doubled]) console.error(line);
console.info(summary(result));
const isRight = result.lost.length === 0 && result.doubled.length === 0 && result.integrity === 'ok';
process.exitCode = isRight ? 0 : 1;
