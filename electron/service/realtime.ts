/**
 * One socket of the service (field notes 8): what happens there is told at once. The credential goes along with the upgrade,
 * an Origin never does. It mends nothing by itself: who opened it hears how it ended.
 */
import { WebSocket } from 'ws';
import { z } from 'zod';

/** `NOTIFICATION_CREATED` on `/ws/user`; `TASK_…` and `COMMENT_UPDATED` on `/ws/{projectId}`. Others pass. */
export const RealtimeEvent = z.object({
  type: z.string(),
  projectId: z.string().nullish(),
  /** Empty where it is about no task in particular. */
  taskId: z.string().nullish(),
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
}

/** `refused`: something that is no socket answered, with this HTTP status. */
export type SocketEnd = { why: 'lost' } | { why: 'refused'; status: number };

export interface Socket {
  /** Nothing is called after this. */
  close(): void;
}

/** `openSocket` for one session: server and credential are its own. */
export type OpenSocket = (socket: Pick<SocketOptions, 'path' | 'onOpen' | 'onEvent' | 'onEnd'>) => Socket;

const PING_MS = 30_000;
const HANDSHAKE_MS = 20_000;
const MAX_MESSAGE_BYTES = 64 * 1024;
const KEEP_ALIVE = JSON.stringify({ type: 'ping' });

export function openSocket(options: SocketOptions): Socket {
  const { baseUrl, path, credential, userAgent, onOpen, onEvent, onEnd, pingMs = PING_MS } = options;
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}${path}`, {
    headers: { Authorization: `Bearer ${credential}`, 'User-Agent': userAgent },
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
  });
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  /** Nobody answers the service's own ping, but any server answers the protocol's: until it does once, nothing is expected. */
  let answers = false;
  let isAwaited = false;

  function end(how: SocketEnd): void {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    socket.terminate();
    onEnd(how);
  }

  function ping(): void {
    // A line that went dead says nothing for a quarter of an hour.
    if (isAwaited && answers) {
      end({ why: 'lost' });
      return;
    }
    isAwaited = true;
    socket.send(KEEP_ALIVE);
    socket.ping();
  }

  socket.on('open', () => {
    if (isOver) return;
    timer = setInterval(ping, pingMs);
    timer.unref?.();
    // To learn early whether it answers.
    socket.ping();
    onOpen();
  });
  socket.on('pong', () => {
    answers = true;
    isAwaited = false;
  });
  socket.on('message', (data) => {
    const event = readEvent(String(data));
    if (!isOver && event !== undefined) onEvent(event);
  });
  socket.on('unexpected-response', (_request, response) => {
    response.resume();
    end({ why: 'refused', status: response.statusCode ?? 0 });
  });
  // Its close follows; without a listener it would end the app.
  socket.on('error', () => end({ why: 'lost' }));
  socket.on('close', () => end({ why: 'lost' }));

  return {
    close() {
      isOver = true;
      clearInterval(timer);
      socket.terminate();
    },
  };
}

/** What cannot be read is none of ours: a pong, or something newer. */
function readEvent(text: string): RealtimeEvent | undefined {
  try {
    return RealtimeEvent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
