import { useState } from 'react';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { openProject } from '../../state/main-process.ts';
import { closePage } from '../../state/navigation.ts';
import { runWrite } from '../../state/run-write.ts';
import { Field } from '../../ui/field.tsx';
import { Header } from '../../ui/header.tsx';
import windowStyles from '../../ui/window.module.css';
import { Form } from '../../widgets/form.tsx';
import { useBlockedReason } from '../../widgets/read-section.tsx';
import styles from './project-page.module.css';

/** The key is derived from the name until the user types one. */
export function NewProject({ accountId }: { accountId: string | undefined }) {
  const { about: texts } = projectPageMessages;
  const [name, setName] = useState('');
  const [key, setKey] = useState<string | null>(null);
  const [icon, setIcon] = useState('Layout');
  const slug = key ?? keyOf(name);
  const disabledReason = useBlockedReason(accountId, 'project:create');
  const canCreate = disabledReason === undefined && name.trim() !== '' && slug.trim() !== '';
  const create = async () => {
    const project = { accountId, name: name.trim(), slug: slug.trim(), icon: icon.trim() };
    const result = await runWrite('project.create', project, projectPageMessages.create.made({ name: project.name }));
    if (result?.state === 'done') openProject(result.value, accountId);
    if (result?.state === 'waits') closePage();
  };
  return (
    <>
      <Header title={projectPageMessages.create.title} onBack={closePage} />
      <div className={windowStyles.page}>
        <Form
          className={styles.newProjectForm}
          submit={projectPageMessages.create.make}
          isReady={canCreate}
          onSubmit={create}
          onLeave={closePage}
        >
          <Field label={texts.name} autoFocus maxLength={LENGTHS.projectName} value={name} onChange={setName} />
          <Field
            label={texts.key}
            maxLength={LENGTHS.projectKey}
            hint={texts.keyDescription}
            value={slug}
            onChange={setKey}
          />
          <Field
            label={texts.icon}
            maxLength={LENGTHS.projectIcon}
            hint={texts.iconHint}
            value={icon}
            onChange={setIcon}
          />
          <p className="meta faint">{disabledReason ?? projectPageMessages.create.description}</p>
        </Form>
      </div>
    </>
  );
}

/** "Payments" becomes PAY, "Web shop" becomes WS. */
function keyOf(name: string): string {
  const words = name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length > 1)
    return words
      .map((word) => [...word][0])
      .join('')
      .slice(0, 4);
  return [...(words[0] ?? '')].slice(0, 3).join('');
}
