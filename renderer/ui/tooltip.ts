/** For a control that shows no text. A tooltip that is its name gives the name by itself: said beside it, it would be read twice. */
export function named(name: string, tooltip: string | undefined): { title: string; 'aria-label'?: string } {
  return tooltip === undefined || tooltip === name ? { title: name } : { title: tooltip, 'aria-label': name };
}
