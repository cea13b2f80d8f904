/** The workflow that drafts a release: its steps are run or read. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { writeChecksums } from '../../build/checksums.mjs';
import { configuration } from '../../build/electron-builder.mjs';
import { dropEmptyCertificates } from '../../build/signing-env.mjs';

const Step = z.object({
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  with: z.record(z.string(), z.coerce.string()).default({}),
});
type Step = z.infer<typeof Step>;
const Job = z.object({
  needs: z.string().optional(),
  uses: z.string().optional(),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
  env: z.record(z.string(), z.string()).default({}),
  steps: z.array(Step).default([]),
});
const Workflow = z.object({ on: z.record(z.string(), z.unknown()), jobs: z.record(z.string(), Job) });

// The copy in electron-builder has no types.
const { load } = createRequire(import.meta.url)('js-yaml') as { load: (text: string) => unknown };
const workflow = (name: string) =>
  Workflow.parse(load(readFileSync(join(import.meta.dirname, '../../.github/workflows', name), 'utf8')));
const release = workflow('release.yml');
const steps = release.jobs.packages?.steps ?? [];

const folder = mkdtempSync(join(tmpdir(), 'release-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a step; returns its outputs for later steps. */
function runStep(step: Step | undefined, env: Record<string, string>): string {
  const left = join(folder, 'env');
  writeFileSync(left, '');
  execFileSync('bash', ['--norc', '-e', '-c', step?.run ?? 'false'], {
    env: { PATH: process.env.PATH, GITHUB_ENV: left, RUNNER_TEMP: folder, ...env },
  });
  return readFileSync(left, 'utf8');
}

describe.skipIf(process.platform === 'win32')('the signing variables', () => {
  const systems = [
    ['macOS', 'MAC'],
    ['Windows', 'WINDOWS'],
  ] as const;
  const stepOf = (system: string) => steps.find((step) => step.name === `The certificate of ${system}`);

  test.each(systems)('%s gets its own certificate only', (system, name) => {
    const step = stepOf(system);
    expect(step?.if).toBe(`runner.os == '${system}'`);
    expect(step?.env).toEqual({
      LINK: `\${{ secrets.${name}_CERTIFICATE }}`,
      PASSWORD: `\${{ secrets.${name}_CERTIFICATE_PASSWORD }}`,
    });
    const others = steps.filter((other) => other !== step && JSON.stringify(other.env).includes(`${name}_CERTIFICATE`));
    expect(others).toEqual([]);
  });

  test.each(systems)('%s is built unsigned without the secrets', (system) => {
    expect(runStep(stepOf(system), { LINK: '', PASSWORD: '' })).toBe('');
  });

  test.each(systems)('the certificate of %s arrives with all its lines', (system) => {
    expect(runStep(stepOf(system), { LINK: 'TUlJ\nS2dJ\n', PASSWORD: '$p "w' })).toBe(
      'CSC_LINK<<END_OF_CERTIFICATE\nTUlJ\nS2dJ\n\nEND_OF_CERTIFICATE\nCSC_KEY_PASSWORD<<END_OF_PASSWORD\n$p "w\nEND_OF_PASSWORD\n',
    );
  });

  test('they are absent while dependencies are installed', () => {
    const install = steps.findIndex((step) => step.run === 'npm ci');
    for (const [system] of systems) expect(steps.indexOf(stepOf(system) as Step)).toBeGreaterThan(install);
  });

  test('an empty variable is no certificate', () => {
    const env = { CSC_LINK: '', CSC_KEY_PASSWORD: ' ', WIN_CSC_LINK: '', WIN_CSC_KEY_PASSWORD: '', PATH: '' };
    dropEmptyCertificates(env);
    expect(env).toEqual({ PATH: '' });
    const signed = { CSC_LINK: 'TUlJ', CSC_KEY_PASSWORD: 'secret' };
    dropEmptyCertificates(signed);
    expect(signed).toEqual({ CSC_LINK: 'TUlJ', CSC_KEY_PASSWORD: 'secret' });
  });

  test('a package without a certificate gets an ad-hoc signature, which Apple silicon requires', () => {
    expect(configuration({ env: {} }).electronFuses).toMatchObject({ resetAdHocDarwinSignature: true });
    expect(configuration({ env: { CSC_LINK: 'TUlJ' } }).electronFuses).toMatchObject({
      resetAdHocDarwinSignature: false,
    });
  });
});

test('a commit that fails its tests or the audit is neither packaged nor drafted', () => {
  const { ci, packages, draft } = release.jobs;
  expect(ci?.uses).toBe('./.github/workflows/ci.yml');
  expect([packages?.needs, draft?.needs]).toEqual(['ci', 'packages']);
  const called = workflow('ci.yml');
  expect(called.on).toHaveProperty('workflow_call');
  const commands = Object.values(called.jobs).flatMap((job) => job.steps.map((step) => step.run));
  expect(commands).toEqual(expect.arrayContaining(['npm test', 'npm run audit']));
});

test('the whole suite runs on both versions of Electron', () => {
  const whole = Object.values(workflow('ci.yml').jobs).find(({ steps: its }) =>
    its.some(({ run }) => run === 'npm test'),
  );
  expect(whole?.strategy?.matrix.line).toEqual(['development', 'release']);
  expect(whole?.env.PUNCHCARD_ELECTRON_LINE).toBe(`\${{ matrix.line }}`);
  expect(release.jobs.packages?.env.PUNCHCARD_ELECTRON_LINE).toBe('release');
});

describe('checksums', () => {
  test('cover exactly the drafted files', async () => {
    const dist = join(folder, 'dist');
    const released = ['Punchcard-1.0.0.AppImage', 'Punchcard-1.0.0.exe.blockmap', 'latest-linux.yml', 'latest.yml'];
    mkdirSync(join(dist, 'linux-unpacked'), { recursive: true });
    for (const name of [...released, 'builder-debug.yml']) writeFileSync(join(dist, name), name);
    const lines = readFileSync(await writeChecksums(dist), 'utf8')
      .trimEnd()
      .split('\n');
    const sum = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(lines).toEqual(released.map((name) => `${sum(name)}  ${name}`));
  });

  test('cover the files that the draft gets', () => {
    const upload = steps.find((step) => step.uses?.startsWith('actions/upload-artifact@'));
    expect(upload?.with.path?.split('\n').filter((line) => line !== '')).toEqual([
      'dist/Punchcard-*',
      'dist/latest*.yml',
      'dist/SHA256SUMS',
    ]);
  });
});
