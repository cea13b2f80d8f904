/** What a person opens in the timer bar, in one chunk: a file of its own for each would load more slowly. */
export { default as NoteField } from './note-field.tsx';
export { default as StartField } from './start-field.tsx';
export { default as SwitchSearch } from './switch-search.tsx';
export { default as TimerMenu } from './timer-menu.tsx';
