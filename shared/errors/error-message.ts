/** A problem in words: what happened, what to do, what was kept. Which kind it is, is for whoever meets it to say. */
export interface Said {
  title: string;
  what: string;
  todo: string;
  kept?: string;
}

export const said = (title: string, what: string, todo: string, kept?: string): Said =>
  kept === undefined ? { title, what, todo } : { title, what, todo, kept };
