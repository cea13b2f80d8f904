/**
 * One socket of the service, for events (docs/service.md#realtime). The upgrade request carries the credential and no Origin. The
 * socket does not reconnect: `onEnd` reports why it ended.
 */
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { parseBoundedJson } from '../../shared/bounded-json.ts';
import { redact, rememberCredential } from './redact.ts';
import { retryAfter } from './response.ts';

/**
 * `NOTIFICATION_CREATED` on `/ws/user`; `TASK_…` and `COMMENT_UPDATED` on `/ws/{projectId}`. Unknown types and unreadable fields
 * are accepted, because the event still means that something changed.
 */
export const RealtimeEvent = z.object({
  type: z.string().catch(''),
  projectId: z.string().nullish().catch(null),
  /** Empty if the event is about no single task. */
  taskId: z.string().nullish().catch(null),
});
export type RealtimeEvent = z.infer<typeof RealtimeEvent>;

export interface SocketOptions {
  /** The API root without a trailing slash; `http` becomes `ws`. */
  baseUrl: string;
  /** Relative to the root: `/ws/user` or `/ws/{projectId}`. */
  path: string;
  credential: string;
  userAgent: string;
  onOpen: () => void;
  onEvent: (event: RealtimeEvent) => void;
  /** Called once, even if the socket never opened. Not called after `close`. */
  onEnd: (end: SocketEnd) => void;
  pingMs?: number;
  /** The system's certificates in PEM. Read only if Node's own list does not contain the issuer. */
  systemCertificates?: () => string[];
}

/** `rejected`: the server answered the upgrade with an HTTP status instead. */
export type SocketEnd = { why: 'lost' } | { why: 'rejected'; status: number; retryAfterMs?: number };

export interface Socket {
  /** No callback runs after this. */
  close(): void;
}

/** `openSocket` bound to the server and credential of a session. */
export type OpenSocket = (socket: Pick<SocketOptions, 'path' | 'onOpen' | 'onEvent' | 'onEnd'>) => Socket;

const PING_MS = 30_000;
const HANDSHAKE_MS = 20_000;
const MAX_MESSAGE_BYTES = 64 * 1024;
const KEEP_ALIVE = JSON.stringify({ type: 'ping' });
/** Node's error codes for a certificate of an unknown issuer. */
const UNKNOWN_ISSUER =
  /^(UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/;

export function openSocket(options: SocketOptions): Socket {
  const { baseUrl, path, credential, userAgent, onOpen, onEvent, onEnd, pingMs = PING_MS } = options;
  /** undefined until `ws` is loaded. It is loaded on demand to keep the start fast. */
  let socket: WebSocket | undefined;
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  /** The service does not answer its own ping message. A missing pong counts only after the server has sent one. */
  let hasPonged = false;
  let isPongPending = false;
  rememberCredential(credential);

  function end(reason: SocketEnd): void {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(timer);
    socket?.terminate();
    onEnd(reason);
  }

  function ping(current: WebSocket): void {
    // The operating system notices a dead connection only after about 15 minutes.
    if (isPongPending && hasPonged) {
      end({ why: 'lost' });
      return;
    }
    isPongPending = true;
    current.send(KEEP_ALIVE);
    current.ping();
  }

  /** `ca`: trusted certificates; undefined for Node's own list. */
  async function connect(ca: string[] | undefined): Promise<void> {
    const { WebSocket } = await import('ws');
    if (hasEnded) return;
    const current = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}${path}`, {
      headers: { Authorization: `Bearer ${credential}`, 'User-Agent': userAgent },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      // Otherwise NODE_TLS_REJECT_UNAUTHORIZED could switch the check off.
      rejectUnauthorized: true,
      ...(ca && { ca }),
    });
    socket = current;
    current.on('open', () => {
      if (hasEnded) return;
      timer = setInterval(ping, pingMs, current);
      timer.unref?.();
      // Finds out early whether the server sends pongs.
      current.ping();
      onOpen();
    });
    current.on('pong', () => {
      hasPonged = true;
      isPongPending = false;
    });
    current.on('message', (data) => {
      const event = readEvent(redact(String(data)));
      if (!hasEnded && event !== undefined) onEvent(event);
    });
    current.on('unexpected-response', (_request, response) => {
      response.resume();
      const headers = Object.entries(response.headers).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      const retryAfterMs = retryAfter(new Headers(headers), undefined);
      end({ why: 'rejected', status: response.statusCode ?? 0, ...(retryAfterMs && { retryAfterMs }) });
    });
    // Without a listener the error would end the app.
    current.on('error', (error) => {
      if (socket !== current || hasEnded) return;
      // HTTP requests use the system's certificates. Reading those is slow, so do it only if the server needs them.
      if (ca === undefined && 'code' in error && UNKNOWN_ISSUER.test(String(error.code))) {
        // The close event of this socket must not call onEnd.
        socket = undefined;
        void connectTrustingSystem();
      } else end({ why: 'lost' });
    });
    current.on('close', () => {
      if (socket === current) end({ why: 'lost' });
    });
  }

  async function connectTrustingSystem(): Promise<void> {
    const { getCACertificates } = await import('node:tls');
    const { systemCertificates = () => getCACertificates('system') } = options;
    await connect([...getCACertificates('default'), ...systemCertificates()]);
  }
  void connect(undefined);

  return {
    close() {
      hasEnded = true;
      clearInterval(timer);
      socket?.terminate();
    },
  };
}

/** undefined if the message is not an event, such as a pong of the service. */
function readEvent(text: string): RealtimeEvent | undefined {
  try {
    return RealtimeEvent.safeParse(parseBoundedJson(text)).data;
  } catch {
    return undefined;
  }
}
