/** What a person opens in the timer bar, in one chunk, because each request is dearer than its bytes. */
export { default as NoteField } from './note-field.tsx';
export { default as StartField } from './start-field.tsx';
export { default as TimerMenu } from './timer-menu.tsx';
