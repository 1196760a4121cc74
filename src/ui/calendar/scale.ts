/** Pixels of an hour in the week. */
export const hourHeight = 64
