import qs from 'qs'

/** Nested bracket format with the parser's limits of S2 and S9; strings stay strings. */
export function parseQueryString(text: string): Record<string, unknown> {
  return qs.parse(text, { ignoreQueryPrefix: true, depth: 5, arrayLimit: 20, parameterLimit: 1000 })
}

/** With its leading `?`, or empty. Arrays in bracket form; what is undefined is left out. */
export function formatQueryString(query: object): string {
  return qs.stringify(query, { addQueryPrefix: true, arrayFormat: 'brackets', encodeValuesOnly: true })
}
