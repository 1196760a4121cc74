/** Separator of inline parts. The no-break space keeps it from starting a line. */
export const separator = '\u00a0· '
