/** Names of the records that the local workspace creates itself. A later change of the language does not rename them. */
import { SAMPLE_GERMAN } from './sample-german.ts';

export type LocalLanguage = 'en' | 'de';

export interface LocalNames {
  owner: string;
  workspace: string;
  firstProject: string;
  /** Columns by slug. */
  columns: Record<'to-do' | 'in-progress' | 'in-review' | 'done', string>;
  /** Translates a text of the sample from English. */
  sample: (text: string) => string;
}

export const LOCAL_NAMES: Record<LocalLanguage, LocalNames> = {
  en: {
    owner: 'You',
    workspace: 'My workspace',
    firstProject: 'Personal',
    columns: { 'to-do': 'To do', 'in-progress': 'In progress', 'in-review': 'In review', done: 'Done' },
    sample: (text) => text,
  },
  de: {
    owner: 'Ich',
    workspace: 'Mein Arbeitsbereich',
    firstProject: 'Persönlich',
    columns: { 'to-do': 'Zu erledigen', 'in-progress': 'In Arbeit', 'in-review': 'In Prüfung', done: 'Erledigt' },
    sample: (text) => SAMPLE_GERMAN[text] ?? text,
  },
};
