/** A problem in words: what happened, what to do, what was kept. Which kind it is, is for whoever meets it to say. */
export interface ErrorMessage {
  title: string;
  what: string;
  todo: string;
  kept?: string;
}

export const errorMessage = (title: string, what: string, todo: string, kept?: string): ErrorMessage =>
  kept === undefined ? { title, what, todo } : { title, what, todo, kept };
