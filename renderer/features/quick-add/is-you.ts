import { words } from '../../../shared/i18n/window-messages.ts';

/** As the owner of a local workspace is: then “you” beside it says nothing. */
export const isCalledYou = (name: string): boolean => name.toLowerCase() === words.quickAdd.you;
