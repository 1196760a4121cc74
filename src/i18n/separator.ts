/** Between the parts of a line; it never starts a line of its own. */
export const separator = '\u00a0· '
