/**
 * The browser page /device, on which a person approves or refuses a device code (docs/service.md#signing-in).
 * There is no login, and any program on this computer can open the page, so an approval counts only after `confirm`, which asks the
 * person elsewhere. The listener refuses foreign host names before.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { HOUR_MS, MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import type { DeviceState } from './device-flow.ts';
import type { LocalWorkspace } from './local-workspace.ts';
import { readUserCode } from './secrets.ts';
import { readText } from './validate.ts';

type PageWorkspace = Pick<LocalWorkspace, 'device' | 'owner'>;
type Html = ReturnType<typeof html>;

/** Asks the person whether this program may work as the owner. */
export type ConfirmDevice = (asked: { userCode: string; program: string }) => Promise<boolean>;

/** A program needs no person to press Approve here, so after a refusal it must wait; each further refusal doubles the pause. */
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
const LONGEST_PAUSE_MS = HOUR_MS;

/** `now` is the clock, in ms since 1970. */
export function createDevicePage(workspace: PageWorkspace, confirm: ConfirmDevice, now = Date.now): Hono {
  const app = new Hono();
  let isAsking = false;
  let nextPauseMs = FIRST_PAUSE_MS;
  let pausedUntilMs = 0;
  const { device: flow } = workspace;
  const secret = randomBytes(32);
  /** A token that only the page shown for this code has, valid while the workspace is open. */
  const csrfOf = (userCode: string) => createHmac('sha256', secret).update(userCode).digest('base64url');

  app.get('/device', (c) => {
    const typed = c.req.query('user_code');
    if (!typed) return page(c, 200, enterCode(null));
    const found = flow.stateOf(typed);
    if (found.state !== 'pending') return page(c, statusOf(found), enterCode(EXPLANATIONS[found.state]));
    return page(c, 200, decide(found, workspace.owner().name, csrfOf(found.userCode)));
  });

  app.post('/device', async (c) => {
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
      const pauseMs = pausedUntilMs - now();
      if (pauseMs > 0) return page(c, 429, enterCode(paused(pauseMs)));
      isAsking = true;
      try {
        if (await confirm(found)) verdict = 'approved';
      } finally {
        isAsking = false;
      }
      if (verdict === 'approved') nextPauseMs = FIRST_PAUSE_MS;
      else {
        pausedUntilMs = now() + nextPauseMs;
        nextPauseMs = Math.min(2 * nextPauseMs, LONGEST_PAUSE_MS);
      }
    }
    const { before, redirect } = flow.decide(userCode, workspace.owner().id, verdict);
    if (before.state !== 'pending') return page(c, statusOf(before), enterCode(EXPLANATIONS[before.state]));
    // Not a redirect: a form may lead to this page only.
    if (redirect !== null) c.header('Refresh', `0; url=${redirect}`);
    return page(c, 200, message(RESULT[verdict]));
  });
  return app;
}

const RESULT = {
  approved: 'Approved. You can close this page and go back to Punchcard.',
  denied: 'Refused. Nothing was given access. You can close this page.',
};

/** Trusts the origin that a browser sends with a form; without one, the csrf field decides. */
const isFromOwnPage = (c: Context): boolean =>
  ['same-origin', undefined].includes(c.req.header('sec-fetch-site')) &&
  [new URL(c.req.url).origin, undefined].includes(c.req.header('origin'));

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function statusOf({ state }: DeviceState): ContentfulStatusCode {
  return state === 'unknown' ? 404 : state === 'expired' ? 410 : 409;
}

const EXPLANATIONS: Record<DeviceState['state'], string> = {
  unknown: 'This code is not known here. Check the letters, or ask for a new code in Punchcard.',
  expired: 'This code has expired. Ask for a new one in Punchcard.',
  approved: 'This code was already approved.',
  denied: 'This code was already refused.',
  pending: 'This code is waiting for you.',
};

function paused(pauseMs: number): string {
  const minutes = Math.ceil(pauseMs / MINUTE_MS);
  return `A code was refused in Punchcard a short time ago. Punchcard asks again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

function enterCode(error: string | null): Html {
  return html`<h1>Connect a device</h1>
    ${error === null ? '' : html`<p role="alert">${error}</p>`}
    <form method="get" action="/device">
      <label for="user_code">Enter the code that Punchcard shows you.</label>
      <input id="user_code" name="user_code" class="code" required autofocus maxlength="16" autocomplete="off"
        autocapitalize="characters" spellcheck="false">
      <button>Continue</button>
    </form>`;
}

function decide(
  found: { userCode: string; program: string; returnsTo: string | null },
  owner: string,
  csrf: string,
): Html {
  const only =
    found.returnsTo === null
      ? 'Approve only if it shows you this code:'
      : `Approve only if you have just started this. The answer goes to ${found.returnsTo}. Punchcard asks again, with this code:`;
  return html`<h1>Connect a device</h1>
    <p>A program named <strong>${found.program}</strong> asks to work in this workspace as <strong>${owner}</strong>.
      ${only}</p>
    <p class="code" id="code">${found.userCode}</p>
    <form method="post" action="/device">
      <input type="hidden" name="user_code" value="${found.userCode}">
      <input type="hidden" name="csrf" value="${csrf}">
      <button name="decision" value="approve">Approve</button>
      <button name="decision" value="refuse">Refuse</button>
    </form>`;
}

function message(text: string): Html {
  return html`<h1>Connect a device</h1><p role="status">${text}</p>`;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 420px; margin: 10vh auto; padding: 16px; }
.code { padding: 12px; font: 600 26px/1.2 ui-monospace, monospace; letter-spacing: .16em; text-transform: uppercase; }
input.code { width: 100%; margin-bottom: 16px; box-sizing: border-box; }
button { min-height: 44px; padding: 0 24px; font: inherit; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** Only the style above may load; no script may run, and no page may frame this one. */
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

function page(c: Context, status: ContentfulStatusCode, content: Html): Response | Promise<Response> {
  c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  // Not 'no-referrer': with it, browsers send the form with the origin "null", which is rejected.
  c.header('Referrer-Policy', 'same-origin');
  return c.html(
    html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Connect a device · Punchcard</title><style>${raw(STYLE)}</style></head>
<body><main>${content}</main></body></html>`,
    status,
  );
}
