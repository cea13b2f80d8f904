/**
 * One socket of the service (docs/service.md#realtime): what happens there is told at once. The credential goes along with the upgrade,
 * an Origin never does. It mends nothing by itself: who opened it hears how it ended.
 */
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { parseBoundedJson } from '../../shared/bounded-json.ts';
import { redact, rememberCredential } from './redact.ts';

/**
 * `NOTIFICATION_CREATED` on `/ws/user`; `TASK_…` and `COMMENT_UPDATED` on `/ws/{projectId}`. Others pass, and so does one whose
 * fields cannot be read: something happened all the same.
 */
export const RealtimeEvent = z.object({
  type: z.string().catch(''),
  projectId: z.string().nullish().catch(null),
  /** Empty where it is about no task in particular. */
  taskId: z.string().nullish().catch(null),
});
export type RealtimeEvent = z.infer<typeof RealtimeEvent>;

export interface SocketOptions {
  /** The API root without a trailing slash; `http` becomes `ws`. */
  baseUrl: string;
  /** Below the root, beginning with a slash: `/ws/user` or `/ws/{projectId}`. */
  path: string;
  credential: string;
  userAgent: string;
  onOpen: () => void;
  onEvent: (event: RealtimeEvent) => void;
  /** Once, whether it ever opened or not. */
  onEnd: (end: SocketEnd) => void;
  /** Between two signs of life (ms). */
  pingMs?: number;
  /** The certificates that the system trusts besides Node's own, in PEM; read only where those do not do. */
  systemCertificates?: () => string[];
}

/** `rejected`: something that is no socket answered, with this HTTP status; `retryAfterMs`: how long it asks to wait. */
export type SocketEnd = { why: 'lost' } | { why: 'rejected'; status: number; retryAfterMs?: number };

export interface Socket {
  /** Nothing is called after this. */
  close(): void;
}

/** `openSocket` for one session: server and credential are its own. */
export type OpenSocket = (socket: Pick<SocketOptions, 'path' | 'onOpen' | 'onEvent' | 'onEnd'>) => Socket;

const PING_MS = 30_000;
/** A longer wait is not believed. */
const MAX_ASKED_MS = 24 * 3_600_000;
const HANDSHAKE_MS = 20_000;
const MAX_MESSAGE_BYTES = 64 * 1024;
const KEEP_ALIVE = JSON.stringify({ type: 'ping' });
/** What Node calls a certificate whose issuer it does not know. */
const UNKNOWN_ISSUER =
  /^(UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/;

export function openSocket(options: SocketOptions): Socket {
  const { baseUrl, path, credential, userAgent, onOpen, onEvent, onEnd, pingMs = PING_MS } = options;
  /** undefined until its code is loaded, which a start does not wait for. */
  let socket: WebSocket | undefined;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  /** Nobody answers the service's own ping, but any server answers the protocol's: until it does once, nothing is expected. */
  let answers = false;
  let isAwaited = false;
  rememberCredential(credential);

  function end(how: SocketEnd): void {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    socket?.terminate();
    onEnd(how);
  }

  function ping(mine: WebSocket): void {
    // A line that went dead says nothing for a quarter of an hour.
    if (isAwaited && answers) {
      end({ why: 'lost' });
      return;
    }
    isAwaited = true;
    mine.send(KEEP_ALIVE);
    mine.ping();
  }

  /** `ca`: whom to trust; undefined for Node's own list. */
  async function connect(ca: string[] | undefined): Promise<void> {
    const { WebSocket } = await import('ws');
    if (isOver) return;
    const mine = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}${path}`, {
      headers: { Authorization: `Bearer ${credential}`, 'User-Agent': userAgent },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      // Else the environment could switch the check off (NODE_TLS_REJECT_UNAUTHORIZED).
      rejectUnauthorized: true,
      ...(ca && { ca }),
    });
    socket = mine;
    mine.on('open', () => {
      if (isOver) return;
      timer = setInterval(ping, pingMs, mine);
      timer.unref?.();
      // To learn early whether it answers.
      mine.ping();
      onOpen();
    });
    mine.on('pong', () => {
      answers = true;
      isAwaited = false;
    });
    mine.on('message', (data) => {
      const event = readEvent(redact(String(data)));
      if (!isOver && event !== undefined) onEvent(event);
    });
    mine.on('unexpected-response', (_request, response) => {
      response.resume();
      const seconds = Number(response.headers['retry-after']);
      const asked = seconds > 0 && { retryAfterMs: Math.min(seconds * 1000, MAX_ASKED_MS) };
      end({ why: 'rejected', status: response.statusCode ?? 0, ...asked });
    });
    // Its close follows; without a listener it would end the app.
    mine.on('error', (error) => {
      if (socket !== mine || isOver) return;
      // The requests of the app go by the system's list. It takes a while to read, so only whose server needs it waits for it.
      if (ca === undefined && 'code' in error && UNKNOWN_ISSUER.test(String(error.code))) {
        // Its end is not the end.
        socket = undefined;
        void connectTrustingSystem();
      } else end({ why: 'lost' });
    });
    mine.on('close', () => {
      if (socket === mine) end({ why: 'lost' });
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
      isOver = true;
      clearInterval(timer);
      socket?.terminate();
    },
  };
}

/** What cannot be read is none of ours: a pong, or something newer. */
function readEvent(text: string): RealtimeEvent | undefined {
  try {
    return RealtimeEvent.safeParse(parseBoundedJson(text)).data;
  } catch {
    return undefined;
  }
}
