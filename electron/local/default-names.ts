/** Names of what the local workspace creates itself. They are data: a later change of the language does not change them. */
import { SAMPLE_GERMAN } from './sample-german.ts';

export type LocalLanguage = 'en' | 'de';

export interface LocalWords {
  /** The owner. */
  owner: string;
  workspace: string;
  firstProject: string;
  /** Columns by slug. */
  columns: Record<'to-do' | 'in-progress' | 'in-review' | 'done', string>;
  /** A text of the sample, by its English text. */
  sample: (text: string) => string;
}

export const LOCAL_WORDS: Record<LocalLanguage, LocalWords> = {
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
