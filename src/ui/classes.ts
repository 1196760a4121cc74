/** Joins the class names that hold; keeps variants readable where they are written. */
export function classes(...names: (string | false | null | undefined)[]) {
  return names.filter(Boolean).join(' ')
}
