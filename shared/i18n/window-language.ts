/** The language of the window. Languages other than English are fetched when they are needed. */
import { activeMessages, type Language, type Rooms } from './language.ts';

const LOAD: Record<Language, () => Promise<Partial<Rooms>>> = {
  en: async () => ({}),
  de: () => import('./generated/renderer-de.ts'),
  qps: () => import('./generated/renderer-qps.ts'),
};

/** What is drawn afterwards is in this language. */
export async function setWindowLocale(language: Language): Promise<void> {
  activeMessages.set(await LOAD[language]());
}
