import { useRef, useState } from 'react';
import type { WebhookEventKind, WebhookView } from '../../../shared/contract/index.ts';
import type { Named } from '../../../shared/contract/projects.ts';
import { projectWords } from '../../../shared/i18n/project-page-messages.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { Action, Shown, SwitchRow, useWhyNot } from '../../app/state/read-section.tsx';
import { run } from '../../app/state/run-write.ts';
import { useRead } from '../../app/state/use-read.ts';
import { Empty } from '../../ui/empty.tsx';
import { Box, Fact, Setting } from '../../ui/setting-row.tsx';
import { LeadTime } from './lead-time.tsx';

import { EVENTS } from './webhook-events.ts';
import { ChangeWebhook, NewWebhook, type WebhookProps } from './webhook-forms.tsx';

/** The outgoing webhook: whether there is one, what it tells, and how that changes. */
export function Webhook({ project, waiting }: { project: Named; waiting: string }) {
  const read = useRead('webhook.read', { projectId: project.projectId }, waiting);
  const why = useWhyNot('workspace:manage_settings');
  const [replacing, setReplacing] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const onDone = () => {
    setReplacing(false);
    read.load();
    top.current?.scrollIntoView();
  };
  return (
    <div ref={top}>
      <Shown<WebhookView | null> of={read}>
        {(webhook) => {
          if (webhook === null) {
            return (
              <>
                <Empty title={projectWords.webhook.none} says={projectWords.webhook.noneSays} />
                <NewWebhook project={project} why={why} isFirst onDone={onDone} onLeave={null} />
              </>
            );
          }
          if (replacing) {
            const leave = () => setReplacing(false);
            return <NewWebhook project={project} why={why} isFirst={false} onDone={onDone} onLeave={leave} />;
          }
          const props = { webhook, project, why, load: read.load };
          return (
            <>
              <Delivery {...props} />
              <Events {...props} />
              <ChangeWebhook {...props} />
              <End {...props} onReplace={() => setReplacing(true)} />
            </>
          );
        }}
      </Shown>
    </div>
  );
}

function Delivery({ webhook, project, why, load }: WebhookProps) {
  const { isActive, maskedUrl, hasSecret, maskedSecret } = webhook;
  const change = async (on: boolean) => {
    await run('webhook.update', { ...project, isActive: on }, () => projectWords.webhook.saved);
    load();
  };
  return (
    <Box title={projectWords.webhook.delivery}>
      <SwitchRow
        name={projectWords.webhook.active}
        says={projectWords.webhook.activeSays}
        on={isActive}
        why={why}
        onChange={(on) => void change(on)}
      />
      {maskedUrl !== null && <Fact name={projectWords.webhook.url} value={oneLine(maskedUrl, 300)} />}
      <Fact
        name={projectWords.webhook.secret}
        value={hasSecret ? projectWords.webhook.hasSecret(maskedSecret) : projectWords.webhook.noSecret}
      />
    </Box>
  );
}

/** Each switch at once; refused, it goes back. */
function Events({ webhook, project, why, load }: WebhookProps) {
  const [changed, setChanged] = useState<Partial<Record<WebhookEventKind, boolean>>>({});
  const isOn = (kind: WebhookEventKind) => changed[kind] ?? webhook.events.includes(kind);
  const change = async (kind: WebhookEventKind, on: boolean) => {
    setChanged((was) => ({ ...was, [kind]: on }));
    const end = await run('webhook.update', { ...project, events: { [kind]: on } }, () => projectWords.webhook.saved);
    if (end?.state !== 'waits') setChanged(({ [kind]: _, ...others }) => others);
    load();
  };
  const setLead = async (leadMinutes: number) => {
    if (leadMinutes === webhook.leadMinutes) return;
    await run('webhook.update', { ...project, leadMinutes }, () => projectWords.webhook.saved);
    load();
  };
  return (
    <Box title={projectWords.webhook.events}>
      {EVENTS.map((kind) => (
        <SwitchRow
          key={kind}
          name={projectWords.webhook.event[kind]}
          on={isOn(kind)}
          why={why}
          onChange={(on) => void change(kind, on)}
        />
      ))}
      <Setting name={projectWords.webhook.lead} />
      <fieldset className="pj-set" disabled={why !== undefined}>
        <LeadTime minutes={webhook.leadMinutes} onChange={(minutes) => void setLead(minutes)} />
      </fieldset>
    </Box>
  );
}

function End({ project, why, load, onReplace }: WebhookProps & { onReplace: () => void }) {
  const remove = async () => {
    await run('webhook.remove', project, () => projectWords.webhook.removed);
    load();
  };
  return (
    <Box title={projectWords.more.title}>
      <Action
        name={projectWords.webhook.startOver}
        says={projectWords.webhook.startOverSays}
        does={projectWords.webhook.startOverDo}
        why={why}
        onDo={onReplace}
      />
      <Action
        name={projectWords.webhook.remove}
        says={projectWords.webhook.removeSays}
        does={`${projectWords.remove}…`}
        why={why}
        ask={{ question: projectWords.webhook.removeAsk, yes: projectWords.remove }}
        onDo={remove}
      />
    </Box>
  );
}
