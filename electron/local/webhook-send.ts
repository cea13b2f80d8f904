/** Sends one delivery: only to the addresses that were checked, without redirects, with a timeout of 10 s. */
import { createHmac } from 'node:crypto';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Address, allowedAddresses, type Resolve } from './webhook-address.ts';

interface Delivery {
  url: URL;
  body: string;
  secret: string | null;
}

/** Resolves on a 2xx; rejects for everything else. */
export type SendWebhook = (delivery: Delivery, signal: AbortSignal) => Promise<void>;

/** In ms. */
const TIMEOUT_MS = 10_000;

export function createWebhookSender(destinations: 'loopback' | 'anywhere', resolve: Resolve): SendWebhook {
  return async ({ url, body, secret }, closing) => {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]);
    const addresses = await allowedAddresses(url, destinations, resolve);
    signal.throwIfAborted();
    const status = await post(url, addresses, body, secret, signal);
    if (status < 200 || status > 299) throw new Error(`The receiver answered ${status}.`);
  };
}

function post(
  url: URL,
  addresses: Address[],
  body: string,
  secret: string | null,
  signal: AbortSignal,
): Promise<number> {
  // Lowercase hex HMAC-SHA256 over the raw body (docs/service.md#webhooks).
  const signature = secret === null ? null : createHmac('sha256', secret).update(body).digest('hex');
  const options: RequestOptions = {
    method: 'POST',
    // A new connection: a kept-alive one may lead to an earlier address of the name.
    agent: false,
    lookup: lookupOf(addresses),
    signal,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Punchcard',
      ...(signature !== null && { 'X-Kaneo-Signature': signature }),
    },
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      // The body of the answer is ignored, however long it is.
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A lookup function that returns the checked addresses without resolving the name again. */
function lookupOf(addresses: Address[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, addresses);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
}
