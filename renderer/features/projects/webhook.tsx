import { useRef, useState } from 'react';
import type { WebhookEventKind, WebhookView } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { longDay } from '../../../shared/i18n/format-dates.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { runWrite } from '../../state/run-write.ts';
import { useRead } from '../../state/use-read.ts';
import { Empty } from '../../ui/empty.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { Box, Fact, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { Action, ReadSection, useBlockedReason } from '../../widgets/read-section.tsx';
import { EVENTS } from './webhook-events.ts';
import { ChangeWebhook, LeadTime, NewWebhook, useTypedLead, type WebhookProps } from './webhook-forms.tsx';

/** The project's outgoing webhook: state, events and forms. */
export function Webhook({ project }: { project: NamedProjectRef }) {
  const { projectId, accountId } = project;
  const { webhook: texts } = projectPageMessages;
  const read = useRead('webhook.read', { projectId, accountId });
  const disabledReason = useBlockedReason(accountId, 'workspace:manage_settings');
  const [replacing, setReplacing] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const onDone = () => {
    setReplacing(false);
    top.current?.scrollIntoView();
  };
  return (
    <div ref={top}>
      <ReadSection<WebhookView | null> of={read}>
        {(webhook) => {
          if (webhook === null || replacing) {
            const leave = webhook && (() => setReplacing(false));
            return (
              <>
                {webhook === null && <Empty compact title={texts.none} description={texts.noneHint} />}
                <NewWebhook project={project} disabledReason={disabledReason} onDone={onDone} onLeave={leave} />
              </>
            );
          }
          const props = { webhook, project, disabledReason };
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

function Delivery({ webhook, project, disabledReason }: WebhookProps) {
  const { webhook: texts } = projectPageMessages;
  const { isActive, maskedUrl, hasSecret, maskedSecret, updatedAt } = webhook;
  const change = (on: boolean) => runWrite('webhook.update', { ...project, isActive: on }, texts.saved);
  return (
    <Box title={texts.delivery}>
      <SwitchRow
        name={texts.active}
        description={texts.activeHint}
        on={isActive}
        disabledReason={disabledReason}
        onChange={(on) => void change(on)}
      />
      {maskedUrl !== null && <Fact name={texts.url} value={maskedUrl} />}
      <Fact name={texts.secret} value={hasSecret ? texts.hasSecret({ masked: maskedSecret }) : texts.noSecret} />
      {updatedAt !== null && <Fact name={texts.updated} value={longDay(updatedAt, new Date())} />}
    </Box>
  );
}

/** Each switch is saved at once and reverts if the service rejects it. */
function Events({ webhook, project, disabledReason }: WebhookProps) {
  const { webhook: texts } = projectPageMessages;
  const [changed, setChanged] = useState<Partial<Record<WebhookEventKind, boolean>>>({});
  const isOn = (kind: WebhookEventKind) => changed[kind] ?? webhook.events.includes(kind);
  const change = async (kind: WebhookEventKind, on: boolean) => {
    setChanged((was) => ({ ...was, [kind]: on }));
    const result = await runWrite('webhook.update', { ...project, events: { [kind]: on } }, texts.saved);
    if (result?.state !== 'waits') setChanged(({ [kind]: _, ...others }) => others);
  };
  const setLead = async (leadMinutes: number) => {
    if (leadMinutes === webhook.leadMinutes) return;
    await runWrite('webhook.update', { ...project, leadMinutes }, texts.saved);
  };
  const changeLead = (minutes: number) => void setLead(minutes);
  const typed = useTypedLead(changeLead);
  return (
    <Box title={texts.events}>
      {EVENTS.map((kind) => (
        <SwitchRow
          key={kind}
          name={texts.event[kind]}
          on={isOn(kind)}
          disabledReason={disabledReason}
          onChange={(on) => void change(kind, on)}
        />
      ))}
      <Setting name={texts.lead} />
      <fieldset className={formSectionStyles.fields} disabled={disabledReason !== undefined}>
        <LeadTime minutes={webhook.leadMinutes} typed={typed} onChange={changeLead} />
      </fieldset>
    </Box>
  );
}

function End({ project, disabledReason, onReplace }: WebhookProps & { onReplace: () => void }) {
  const { webhook: texts } = projectPageMessages;
  const remove = () => runWrite('webhook.remove', project, texts.removed);
  return (
    <Box title={projectPageMessages.more.title}>
      <Action
        name={texts.startOver}
        description={texts.startOverHint}
        buttonLabel={texts.startOverDo}
        disabledReason={disabledReason}
        onDo={onReplace}
      />
      <Action
        name={texts.remove}
        description={texts.removeHint}
        buttonLabel={`${projectPageMessages.remove}…`}
        disabledReason={disabledReason}
        confirm={{ question: texts.removeAsk, yes: projectPageMessages.remove }}
        onDo={remove}
      />
    </Box>
  );
}
