/**
 * `npm run audit`: known vulnerabilities of installed packages, from npm's registry. The exit code is 1 only if there are some; a
 * registry that does not answer is reported. Vulnerabilities of the development Electron are listed without failing: its version is
 * pinned (docs/packages.md), and packages ship another one.
 */
import { run, runScript } from './run.mjs';

await runScript(async () => {
  const { output } = await run('npm', ['audit', '--json'], { timeoutMs: 120_000 });
  const answer = readAnswer(output);
  if (answer === undefined) {
    console.info('The registry does not answer audits; nothing was checked.');
    return 0;
  }
  const all = Object.values(answer.vulnerabilities);
  const found = all.filter(({ nodes }) => nodes.some((node) => node !== 'node_modules/electron'));
  for (const { name, severity, range } of all) {
    const isOurs = found.some((one) => one.name === name);
    console.info(`${name} ${range}: ${severity}${isOurs ? '' : ' (development only)'}`);
  }
  if (found.length === 0) console.info('No known weaknesses of what is shipped.');
  return found.length === 0 ? 0 : 1;
});

/**
 * @param {string} output npm writes its own complaints around the JSON
 * @returns {{ vulnerabilities: Record<string, { name: string, severity: string, range: string, nodes: string[] }> } | undefined}
 */
function readAnswer(output) {
  try {
    const answer = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    return answer.vulnerabilities === undefined ? undefined : answer;
  } catch {
    return undefined;
  }
}
