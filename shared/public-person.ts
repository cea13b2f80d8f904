/** The key of a person of a public board among people's pictures: the ids of two servers may collide. */
export const publicPersonKey = (id: string): string => `public ${id}`;
