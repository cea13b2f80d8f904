import { words } from '../words/index.ts';

/** As the owner of a local workspace is: then “you” beside it says nothing. */
export const isCalledYou = (name: string): boolean => name.toLowerCase() === words.quickAdd.you;
