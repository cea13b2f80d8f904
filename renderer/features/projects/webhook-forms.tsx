import { type FormEvent, useState } from 'react';
import type { WebhookEventKind, WebhookView } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { DEFAULT_EVENTS, DEFAULT_LEAD_MINUTES } from '../../../shared/projects/webhook-defaults.ts';
import { runWrite } from '../../state/run-write.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { Choice } from '../../ui/radio-group.tsx';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { Form } from '../../widgets/form.tsx';
import { Action, useBusy } from '../../widgets/read-section.tsx';
import { EVENTS, leadOptions, parseLead } from './webhook-events.ts';

export interface WebhookProps {
  webhook: WebhookView;
  project: NamedProjectRef;
  disabledReason: string | undefined;
}

const isUrl = (typed: string): boolean => /^https?:$/.test(URL.parse(typed.trim())?.protocol ?? '');

interface NewProps {
  project: NamedProjectRef;
  disabledReason: string | undefined;
  onDone: () => void;
  /** null for the first webhook, which replaces none. */
  onLeave: (() => void) | null;
}

/** The form for a new webhook: address, secret and events. */
export function NewWebhook({ project, disabledReason, onDone, onLeave }: NewProps) {
  const { webhook: texts } = projectPageMessages;
  const isFirst = onLeave === null;
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const [kinds, setKinds] = useState<readonly WebhookEventKind[]>(DEFAULT_EVENTS);
  const [leadMinutes, setLead] = useState(DEFAULT_LEAD_MINUTES);
  const lead = useTypedLead(setLead);
  const [isWrong, setWrong] = useState(false);
  const [busy, save] = useBusy(async () => {
    const typedLead = lead.set();
    if (typedLead === null) return;
    const events = Object.fromEntries(EVENTS.map((kind) => [kind, kinds.includes(kind)]));
    const webhook = {
      url: url.trim(),
      events,
      leadMinutes: typedLead ?? leadMinutes,
      ...(secret !== '' && { secret }),
    };
    if (await runWrite('webhook.replace', { ...project, ...webhook }, isFirst ? texts.added : texts.saved)) onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(!isUrl(url));
    if (isUrl(url)) void save();
  };
  return (
    <form onSubmit={submit}>
      <fieldset className={formSectionStyles.fields} disabled={disabledReason !== undefined}>
        <Box title={isFirst ? texts.add : texts.startOver}>
          <div className={formSectionStyles.form}>
            {!isFirst && <p className="meta faint">{texts.replaceHint}</p>}
            <Field
              label={texts.url}
              hint={texts.firstUrlHint}
              error={isWrong ? texts.urlWrong : null}
              autoFocus={!isFirst}
              maxLength={LENGTHS.url}
              value={url}
              onChange={(text) => {
                setUrl(text);
                setWrong(false);
              }}
            />
            <Field
              label={texts.secret}
              hint={texts.firstSecretHint}
              maxLength={LENGTHS.webhookSecret}
              value={secret}
              onChange={setSecret}
            />
          </div>
        </Box>
        <Box title={texts.events}>
          {EVENTS.map((kind) => (
            <SwitchRow
              key={kind}
              name={texts.event[kind]}
              on={kinds.includes(kind)}
              onChange={(on) => setKinds(on ? [...kinds, kind] : kinds.filter((other) => other !== kind))}
            />
          ))}
          <Setting name={texts.lead} />
          <LeadTime minutes={leadMinutes} typed={lead} onChange={setLead} />
        </Box>
      </fieldset>
      <div className={classNames(formSectionStyles.sectionActions, formSectionStyles.last)}>
        {disabledReason !== undefined && <span className="meta faint grow">{disabledReason}</span>}
        {onLeave && <Button onClick={onLeave}>{messages.cancel}</Button>}
        <Button kind="primary" type="submit" disabled={busy || disabledReason !== undefined || url.trim() === ''}>
          {isFirst ? texts.add : texts.replaceDo}
        </Button>
      </div>
    </form>
  );
}

/** Changes the address or the secret only. */
export function ChangeWebhook({ webhook, project, disabledReason }: WebhookProps) {
  const { webhook: texts } = projectPageMessages;
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const [isWrong, setWrong] = useState(false);
  const leave = () => {
    setOpen(false);
    setUrl('');
    setSecret('');
    setWrong(false);
  };
  const save = async () => {
    const isGood = url.trim() === '' || isUrl(url);
    setWrong(!isGood);
    if (!isGood) return;
    const changed = { ...(url.trim() !== '' && { url: url.trim() }), ...(secret !== '' && { secret }) };
    if (await runWrite('webhook.update', { ...project, ...changed }, texts.saved)) leave();
  };
  const removeSecret = () => runWrite('webhook.update', { ...project, secret: null }, texts.saved);
  return (
    <Box title={texts.change}>
      {isOpen ? (
        <Form
          submit={projectPageMessages.save}
          isReady={url.trim() !== '' || secret !== ''}
          onSubmit={save}
          onLeave={leave}
        >
          <Field
            label={texts.newUrl}
            hint={texts.newUrlHint}
            error={isWrong ? texts.urlWrong : null}
            autoFocus
            maxLength={LENGTHS.url}
            value={url}
            onChange={setUrl}
          />
          <Field
            label={texts.newSecret}
            hint={texts.newSecretHint}
            maxLength={LENGTHS.webhookSecret}
            value={secret}
            onChange={setSecret}
          />
        </Form>
      ) : (
        <Action
          name={texts.changeName}
          buttonLabel={projectPageMessages.edit}
          disabledReason={disabledReason}
          onDo={() => setOpen(true)}
        />
      )}
      {webhook.hasSecret && !isOpen && (
        <Action
          name={texts.takeSecretAway}
          description={texts.takeSecretAwayHint}
          buttonLabel={projectPageMessages.remove}
          disabledReason={disabledReason}
          onDo={removeSecret}
        />
      )}
    </Box>
  );
}

/** A lead time that is being typed. `set` returns undefined if there is none, and null if it is wrong. */
export function useTypedLead(onChange: (minutes: number) => void) {
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const type = (typed: string) => {
    setText(typed);
    setWrong(false);
  };
  const set = (): number | null | undefined => {
    if (text.trim() === '') return undefined;
    const minutes = parseLead(text);
    setWrong(minutes === null);
    if (minutes === null) return null;
    setText('');
    onChange(minutes);
    return minutes;
  };
  return { text, isWrong, type, set };
}

interface LeadTimeProps {
  minutes: number | null;
  typed: ReturnType<typeof useTypedLead>;
  onChange: (minutes: number) => void;
}

/** The lead time of a due-date reminder: a common one or a typed one. */
export function LeadTime({ minutes, typed: { text, isWrong, type, set }, onChange }: LeadTimeProps) {
  const { webhook: texts } = projectPageMessages;
  return (
    <>
      <Choice
        label={texts.lead}
        options={leadOptions(minutes)}
        value={minutes ?? 0}
        onChange={(chosen) => {
          type('');
          onChange(chosen);
        }}
      />
      <div className={formSectionStyles.form}>
        <Field
          label={texts.otherLead}
          hint={texts.otherLeadHint}
          error={isWrong ? texts.leadWrong : null}
          maxLength={40}
          value={text}
          action={<LinkButton onClick={set}>{texts.setLead}</LinkButton>}
          onChange={type}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter must not submit the surrounding form.
            event.preventDefault();
            set();
          }}
        />
      </div>
    </>
  );
}
