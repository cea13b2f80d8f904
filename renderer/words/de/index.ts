export const window = {};
export const both = {};
