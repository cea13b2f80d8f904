import { useRef, useState } from 'react';
import type { WebhookEventKind, WebhookView } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectMessages } from '../../../shared/i18n/project-page-messages.ts';
import { Action, ReadSection, SwitchRow, useBlockedReason } from '../../app/state/read-section.tsx';
import { runWrite } from '../../app/state/run-write.ts';
import { useRead } from '../../app/state/use-read.ts';
import { Empty } from '../../ui/empty.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { Box, Fact, Setting } from '../../ui/setting-row.tsx';
import { LeadTime } from './lead-time.tsx';
import { EVENTS } from './webhook-events.ts';
import { ChangeWebhook, NewWebhook, type WebhookProps } from './webhook-forms.tsx';

/** The project's outgoing webhook: state, events and forms. */
export function Webhook({ project, waiting }: { project: NamedProjectRef; waiting: string }) {
  const read = useRead('webhook.read', { projectId: project.projectId }, waiting);
  const why = useBlockedReason('workspace:manage_settings');
  const [replacing, setReplacing] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const onDone = () => {
    setReplacing(false);
    read.load();
    top.current?.scrollIntoView();
  };
  return (
    <div ref={top}>
      <ReadSection<WebhookView | null> of={read}>
        {(webhook) => {
          if (webhook === null) {
            return (
              <>
                <Empty compact title={projectMessages.webhook.none} says={projectMessages.webhook.noneSays} />
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
      </ReadSection>
    </div>
  );
}

function Delivery({ webhook, project, why, load }: WebhookProps) {
  const { isActive, maskedUrl, hasSecret, maskedSecret } = webhook;
  const change = async (on: boolean) => {
    await runWrite('webhook.update', { ...project, isActive: on }, () => projectMessages.webhook.saved);
    load();
  };
  return (
    <Box title={projectMessages.webhook.delivery}>
      <SwitchRow
        name={projectMessages.webhook.active}
        says={projectMessages.webhook.activeSays}
        on={isActive}
        why={why}
        onChange={(on) => void change(on)}
      />
      {maskedUrl !== null && <Fact name={projectMessages.webhook.url} value={maskedUrl} />}
      <Fact
        name={projectMessages.webhook.secret}
        value={
          hasSecret ? projectMessages.webhook.hasSecret({ masked: maskedSecret }) : projectMessages.webhook.noSecret
        }
      />
    </Box>
  );
}

/** Each switch is saved at once and reverts if the service rejects it. */
function Events({ webhook, project, why, load }: WebhookProps) {
  const [changed, setChanged] = useState<Partial<Record<WebhookEventKind, boolean>>>({});
  const isOn = (kind: WebhookEventKind) => changed[kind] ?? webhook.events.includes(kind);
  const change = async (kind: WebhookEventKind, on: boolean) => {
    setChanged((was) => ({ ...was, [kind]: on }));
    const end = await runWrite(
      'webhook.update',
      { ...project, events: { [kind]: on } },
      () => projectMessages.webhook.saved,
    );
    if (end?.state !== 'waits') setChanged(({ [kind]: _, ...others }) => others);
    load();
  };
  const setLead = async (leadMinutes: number) => {
    if (leadMinutes === webhook.leadMinutes) return;
    await runWrite('webhook.update', { ...project, leadMinutes }, () => projectMessages.webhook.saved);
    load();
  };
  return (
    <Box title={projectMessages.webhook.events}>
      {EVENTS.map((kind) => (
        <SwitchRow
          key={kind}
          name={projectMessages.webhook.event[kind]}
          on={isOn(kind)}
          why={why}
          onChange={(on) => void change(kind, on)}
        />
      ))}
      <Setting name={projectMessages.webhook.lead} />
      <fieldset className={formSectionStyles.fields} disabled={why !== undefined}>
        <LeadTime minutes={webhook.leadMinutes} onChange={(minutes) => void setLead(minutes)} />
      </fieldset>
    </Box>
  );
}

function End({ project, why, load, onReplace }: WebhookProps & { onReplace: () => void }) {
  const remove = async () => {
    await runWrite('webhook.remove', project, () => projectMessages.webhook.removed);
    load();
  };
  return (
    <Box title={projectMessages.more.title}>
      <Action
        name={projectMessages.webhook.startOver}
        says={projectMessages.webhook.startOverSays}
        does={projectMessages.webhook.startOverDo}
        why={why}
        onDo={onReplace}
      />
      <Action
        name={projectMessages.webhook.remove}
        says={projectMessages.webhook.removeSays}
        does={`${projectMessages.remove}…`}
        why={why}
        ask={{ question: projectMessages.webhook.removeAsk, yes: projectMessages.remove }}
        onDo={remove}
      />
    </Box>
  );
}
