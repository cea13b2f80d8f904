/** A write of a project or of the workspace's labels. The page that makes the change waits for its result. */
import { z } from 'zod';
import { type IdempotentWrite, idempotentWrite } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsNothing, affectsWorkspace } from '../../service/affected-data.ts';

/** The project of a payload. */
export const OfProject = z.object({
  projectId: z.string(),
  /** Its current name, for messages. */
  projectName: z.string(),
});
type OfProject = z.infer<typeof OfProject>;

/** `T`: what the page gets of the service's answer. */
export interface ProjectWrite<P, T = null> extends WriteKind<P> {
  /** Writes of one subject are sent in order. */
  subject(payload: P): string;
  result(value: unknown, payload: P): T;
  /** What it changes in the workspace's lists and on boards; undefined if only the project's page shows it. */
  changes?(payload: P): { event: 'projectChanged' | 'projectLeft'; projectId: string } | 'labels' | 'projects';
}

/** A write among the changes that can be undone. `subjects`: by default the write's, or a part of its own without an inverse. */
export type Undoable<P> = { text: string; subjects?: readonly string[] } & ({ inverse: P } | { obstacle: string });

type Change<P> = Omit<IdempotentWrite<P>, 'affects'> & Pick<WriteKind<P>, 'keptAfterSending'>;

export const noResult = (): null => null;

/** A write of a part of a project, such as its webhook. */
export const partWrite = <P extends OfProject>(part: string, kind: WriteKind<P>): ProjectWrite<P> => ({
  ...kind,
  subject: ({ projectId }) => `${part}:${projectId}`,
  result: noResult,
});

/** A change of a part of a project. It can be sent twice. */
export const partChange = <P extends OfProject>(part: string, change: Change<P>): ProjectWrite<P> =>
  partWrite(part, idempotentWrite({ ...change, affects: affectsNothing }));

/** A write of the project itself. */
export const projectWrite = <P extends OfProject>(
  kind: WriteKind<P>,
  event: (payload: P) => 'projectChanged' | 'projectLeft' = () => 'projectChanged',
): ProjectWrite<P> => ({
  ...partWrite('project', kind),
  changes: (payload) => ({ event: event(payload), projectId: payload.projectId }),
});

/** A change of the project itself. It can be sent twice. */
export const projectChange = <P extends OfProject>(
  change: Change<P>,
  event?: (payload: P) => 'projectChanged' | 'projectLeft',
): ProjectWrite<P> => projectWrite(idempotentWrite({ ...change, affects: affectsWorkspace }), event);
