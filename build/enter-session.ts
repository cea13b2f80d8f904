/** Runs before each test file: the worker enters its own desktop session, one of those that test.mjs started. */

const { PUNCHCARD_SESSIONS: sessions, VITEST_POOL_ID: worker } = process.env;

if (sessions !== undefined) {
  const own: NodeJS.ProcessEnv | undefined = JSON.parse(sessions)[Number(worker) - 1];
  if (own === undefined) throw new Error(`No desktop session for worker ${worker}.`);
  Object.assign(process.env, own);
  delete process.env.PUNCHCARD_SESSIONS;
}
