/**
 * The browser page /device, on which a person approves or refuses a device code (docs/service.md#signing-in).
 * There is no login, and any program on this computer can open the page, so an approval counts only after `confirm`, which asks the
 * person elsewhere. It answers only to loopback names and its own public address.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { DeviceState } from './device-flow.ts';
import type { LocalWorkspace } from './local-workspace.ts';
import { readUserCode } from './secrets.ts';
import { readText } from './validate.ts';

type PageWorkspace = Pick<LocalWorkspace, 'device' | 'owner' | 'publicUrl'>;
type Html = ReturnType<typeof html>;

/** Asks the person whether this program may work as the owner. */
export type ConfirmDevice = (asked: { userCode: string; clientId: string }) => Promise<boolean>;

export function createDevicePage(workspace: PageWorkspace, confirm: ConfirmDevice): Hono {
  const app = new Hono();
  let isAsking = false;
  const { device: flow } = workspace;
  const secret = randomBytes(32);
  /** A token that only the page shown for this code has, valid while the workspace is open. */
  const csrfOf = (userCode: string) => createHmac('sha256', secret).update(userCode).digest('base64url');

  app.get('/device', (c) => {
    if (!isOwnAddress(c, workspace)) return page(c, 403, NOT_HERE);
    const typed = c.req.query('user_code');
    if (!typed) return page(c, 200, enterCode(null));
    const found = flow.stateOf(typed);
    if (found.state !== 'pending') return page(c, statusOf(found), enterCode(explain(found)));
    return page(c, 200, decide(found, workspace.owner().name, csrfOf(found.userCode)));
  });

  app.post('/device', async (c) => {
    if (!isOwnAddress(c, workspace)) return page(c, 403, NOT_HERE);
    if (!isFromOwnPage(c)) return page(c, 403, message('This did not come from this page. Nothing was done.'));
    const form = new URLSearchParams(await readText(c.req.raw));
    const userCode = readUserCode(form.get('user_code') ?? '');
    const decision = form.get('decision');
    if (!isSame(form.get('csrf') ?? '', csrfOf(userCode)) || (decision !== 'approve' && decision !== 'refuse')) {
      return page(c, 403, enterCode('This page was out of date. Nothing was done; please enter the code again.'));
    }
    const found = flow.stateOf(userCode);
    let verdict: 'approved' | 'denied' = 'denied';
    if (decision === 'approve' && found.state === 'pending') {
      if (isAsking) return page(c, 409, enterCode('Punchcard is asking about a code already. Answer there first.'));
      isAsking = true;
      try {
        if (await confirm(found)) verdict = 'approved';
      } finally {
        isAsking = false;
      }
    }
    const before = flow.decide(userCode, workspace.owner().id, verdict);
    if (before.state !== 'pending') return page(c, statusOf(before), enterCode(explain(before)));
    return page(c, 200, message(RESULT[verdict]));
  });
  return app;
}

const RESULT = {
  approved: 'Approved. You can close this page and go back to Punchcard.',
  denied: 'Refused. Nothing was given access. You can close this page.',
};

/** Rejects foreign host names (DNS rebinding): another site must not read codes here. */
function isOwnAddress(c: Context, workspace: PageWorkspace): boolean {
  const { hostname, origin } = new URL(c.req.url);
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) || origin === workspace.publicUrl;
}

/** Trusts the origin that a browser sends with a form; without one, the csrf field decides. */
function isFromOwnPage(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = c.req.header('origin');
  return origin === undefined || origin === new URL(c.req.url).origin;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function statusOf({ state }: DeviceState): ContentfulStatusCode {
  return state === 'unknown' ? 404 : state === 'expired' ? 410 : 409;
}

function explain({ state }: DeviceState): string {
  switch (state) {
    case 'unknown':
      return 'This code is not known here. Check the letters, or ask for a new code in Punchcard.';
    case 'expired':
      return 'This code has expired. Ask for a new one in Punchcard.';
    case 'approved':
      return 'This code was already approved.';
    case 'denied':
      return 'This code was already refused.';
    case 'pending':
      return 'This code is waiting for you.';
  }
}

function enterCode(error: string | null): Html {
  return html`<h1>Connect a device</h1>
    ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
    <form method="get" action="/device">
      <label for="user_code">Enter the code that Punchcard shows you.</label>
      <input id="user_code" name="user_code" class="code" required autofocus maxlength="16" autocomplete="off"
        autocapitalize="characters" spellcheck="false">
      <div class="actions"><button class="main">Continue</button></div>
    </form>`;
}

function decide(found: { userCode: string; clientId: string }, owner: string, csrf: string): Html {
  return html`<h1>Connect a device</h1>
    <p>A program named <strong>${found.clientId}</strong> asks to work in this workspace as <strong>${owner}</strong>.
      Approve only if it shows you this code:</p>
    <p class="code" id="code">${found.userCode}</p>
    <form method="post" action="/device">
      <input type="hidden" name="user_code" value="${found.userCode}">
      <input type="hidden" name="csrf" value="${csrf}">
      <div class="actions">
        <button class="main" name="decision" value="approve">Approve</button>
        <button name="decision" value="refuse">Refuse</button>
      </div>
    </form>`;
}

function message(text: string): Html {
  return html`<h1>Connect a device</h1><p role="status">${text}</p>`;
}

const NOT_HERE = message('This page answers only on this computer.');

const STYLE = `
:root { color-scheme: light dark; --ground: #eef1f1; --card: #fff; --text: #1b2324; --soft: #566264; --line: #cfd7d7;
  --accent: #0d7467; --on-accent: #fff; --error: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ground: #14191a; --card: #1e2526; --text: #e8eded; --soft: #a5b1b2;
  --line: #3b4647; --accent: #4fc0b0; --on-accent: #06211d; --error: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 32px; background: var(--card); border: 1px solid var(--line);
  border-radius: 16px; }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
label { display: block; margin-bottom: 8px; color: var(--soft); }
.error { color: var(--error); }
.code { width: 100%; margin: 0 0 20px; padding: 12px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--ground); color: var(--text); font: 600 26px/1.2 ui-monospace, monospace; letter-spacing: .16em;
  text-align: center; text-transform: uppercase; }
.actions { display: flex; gap: 12px; }
button { flex: 1; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 10px;
  background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
input.code, button { border-color: var(--soft); }
button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** Only the style above may load; no script may run, and no page may frame this one. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function page(c: Context, status: ContentfulStatusCode, content: Html): Response | Promise<Response> {
  c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  // Not 'no-referrer': with it, browsers send the form with the origin "null", which is rejected.
  c.header('Referrer-Policy', 'same-origin');
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Connect a device · Punchcard</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>`,
    status,
  );
}
