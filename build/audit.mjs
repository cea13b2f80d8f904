/**
 * `npm run audit`: known weaknesses of what is installed, as npm's registry knows them. Ends with 1 only where there are some; a
 * registry that does not answer is said.
 */
import { run, runScript } from './run.mjs';

await runScript(async () => {
  const { output } = await run('npm', ['audit', '--json'], { timeoutMs: 120_000 });
  const answer = readAnswer(output);
  if (answer === undefined) {
    console.info('The registry does not answer audits; nothing was checked.');
    return 0;
  }
  const found = Object.values(answer.vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range}: ${severity}`,
  );
  console.info(found.length === 0 ? 'No known weaknesses.' : found.join('\n'));
  return found.length === 0 ? 0 : 1;
});

/**
 * @param {string} output npm writes its own complaints around the JSON
 * @returns {{ vulnerabilities: Record<string, { name: string, severity: string, range: string }> } | undefined}
 */
function readAnswer(output) {
  try {
    const answer = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    return answer.vulnerabilities === undefined ? undefined : answer;
  } catch {
    return undefined;
  }
}
