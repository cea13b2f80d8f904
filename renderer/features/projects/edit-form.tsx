import { useState } from 'react';
import type { ProjectPage } from '../../../shared/contract/index.ts';
import type { NamedProjectRef } from '../../../shared/contract/projects.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { runWrite } from '../../state/run-write.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { Form } from '../../widgets/form.tsx';

interface Props {
  page: ProjectPage;
  project: NamedProjectRef;
  onLeave: () => void;
}

/** Sends only the changed fields, so that concurrent changes to others are kept. */
export function EditForm({ page, project, onLeave }: Props) {
  const { about: texts } = projectPageMessages;
  const { name, slug, icon, description } = page.project;
  // The page may be read again meanwhile.
  const [before] = useState({ name, slug, icon, description });
  const [typed, setTyped] = useState(before);
  const set = (field: keyof typeof typed) => (text: string) => setTyped((was) => ({ ...was, [field]: text }));
  const isNameless = typed.name.trim() === '';
  const isKeyless = typed.slug.trim() === '';
  const save = async () => {
    const changed = Object.fromEntries(
      Object.entries(typed)
        .map(([field, value]) => [field, field === 'description' ? value : value.trim()] as const)
        .filter(([field, value]) => before[field as keyof typeof before] !== value),
    );
    if (Object.keys(changed).length === 0) return onLeave();
    if (await runWrite('project.save', { ...project, changed }, texts.saved)) onLeave();
  };
  return (
    <Form submit={projectPageMessages.save} isReady={!isNameless && !isKeyless} onSubmit={save} onLeave={onLeave}>
      <Field
        label={texts.name}
        autoFocus
        maxLength={LENGTHS.projectName}
        error={isNameless ? texts.nameMissing : null}
        value={typed.name}
        onChange={set('name')}
      />
      <Field
        label={texts.key}
        maxLength={LENGTHS.projectKey}
        hint={texts.keyHint}
        error={isKeyless ? texts.keyMissing : null}
        value={typed.slug}
        onChange={set('slug')}
      />
      <Field
        label={texts.icon}
        maxLength={LENGTHS.projectIcon}
        hint={texts.iconHint}
        value={typed.icon}
        onChange={set('icon')}
      />
      {page.project.isDescriptionWhole ? (
        <TextArea label={texts.description} value={typed.description} onChange={set('description')} />
      ) : (
        <p className="meta faint">{texts.descriptionTooLong}</p>
      )}
    </Form>
  );
}
