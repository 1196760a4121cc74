/** Brackets that may be open at once in JSON of a stranger. */
const maxDepth = 100

/**
 * Whether JSON nests deeper than anything that is sent in earnest. Millions of brackets take `JSON.parse` half a minute;
 * this takes milliseconds.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (isInString) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInString = false
    } else if (sign === '"') isInString = true
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}
