/** Where the menu of an element opens: at the pointer; the menu key stands at no point, then at the element itself. */
export const menuPlace = ({ button, clientX, clientY, currentTarget }: React.MouseEvent<HTMLElement>): DOMRect =>
  button === 2 && clientX > 0 ? new DOMRect(clientX, clientY, 0, 0) : currentTarget.getBoundingClientRect();
