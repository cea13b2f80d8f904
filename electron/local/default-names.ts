/** What the local workspace calls the things that it makes itself. They are data from then on: another language later changes none. */
import { SAMPLE_GERMAN } from './sample-german.ts';

export type LocalLanguage = 'en' | 'de';

export interface LocalWords {
  /** The person themself. */
  owner: string;
  workspace: string;
  firstProject: string;
  /** By slug. */
  columns: Record<'to-do' | 'in-progress' | 'in-review' | 'done', string>;
  /** A text of the sample, from English. */
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
