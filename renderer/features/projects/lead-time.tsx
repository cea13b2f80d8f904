import { useState } from 'react';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { Field } from '../../ui/field.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { Choice } from '../../ui/radio-group.tsx';
import { leadOptions, parseLead } from './webhook-events.ts';

interface Props {
  minutes: number | null;
  onChange: (minutes: number) => void;
}

/** The lead time of a due-date reminder: a common one or a typed one. */
export function LeadTime({ minutes, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const set = () => {
    if (typed.trim() === '') return;
    const lead = parseLead(typed);
    setWrong(lead === null);
    if (lead === null) return;
    setTyped('');
    onChange(lead);
  };
  return (
    <>
      <Choice
        label={projectPageMessages.webhook.lead}
        options={leadOptions(minutes)}
        value={minutes ?? 0}
        onChange={onChange}
      />
      <div className={formSectionStyles.form}>
        <Field
          label={projectPageMessages.webhook.otherLead}
          hint={projectPageMessages.webhook.otherLeadHint}
          error={isWrong ? projectPageMessages.webhook.leadWrong : null}
          maxLength={40}
          value={typed}
          action={
            <button type="button" className="link-button" onClick={set}>
              {projectPageMessages.webhook.setLead}
            </button>
          }
          onChange={(text) => {
            setTyped(text);
            setWrong(false);
          }}
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
