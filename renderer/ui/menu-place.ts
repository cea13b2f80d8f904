/** Where an element's context menu opens: at the pointer, or at the element for the menu key. */
export const menuPlace = ({ button, clientX, clientY, currentTarget }: React.MouseEvent<HTMLElement>): DOMRect =>
  button === 2 && clientX > 0 ? new DOMRect(clientX, clientY, 0, 0) : currentTarget.getBoundingClientRect();
