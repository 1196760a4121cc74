import qs from 'qs'

/** Parses nested brackets with the limits of S2 and S9; values stay strings. */
export function parseQueryString(text: string): Record<string, unknown> {
  return qs.parse(text, { ignoreQueryPrefix: true, depth: 5, arrayLimit: 20, parameterLimit: 1000 })
}

/** With its leading `?`, or empty. Arrays in bracket form; undefined values are left out. */
export function formatQueryString(query: object): string {
  return qs.stringify(query, { addQueryPrefix: true, arrayFormat: 'brackets', encoder })
}

/** Keys are encoded like values, except for the brackets: a key that is left as it is never equals the browser's address. */
function encoder(text: unknown, encode: (text: unknown) => string, _charset: string, type: 'key' | 'value'): string {
  const encoded = encode(text)
  return type === 'key' ? encoded.replaceAll('%5B', '[').replaceAll('%5D', ']') : encoded
}
