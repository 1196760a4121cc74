type Kept = { name: string; value: string; path: string }

export type CookieJar = ReturnType<typeof createCookieJar>

/** Cookies of one browser and host, by name and path. */
export function createCookieJar() {
  let kept: Kept[] = []

  function put(cookie: Kept, isGone = false): void {
    kept = kept.filter(({ name, path }) => name !== cookie.name || path !== cookie.path)
    if (!isGone) kept.push(cookie)
  }

  return {
    keep(setCookies: readonly string[]): void {
      for (const line of setCookies) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
        const settings = Object.fromEntries(attributes.map(split).map(([key, text]) => [key.toLowerCase(), text]))
        const [name, value] = split(pair)
        const isGone = settings['max-age'] === '0' || Date.parse(settings.expires ?? '') <= 0
        put({ name, value, path: settings.path ?? '/' }, isGone)
      }
    },
    /** The `Cookie` header for a path. */
    header(path: string): string {
      return kept
        .filter((cookie) => path.startsWith(cookie.path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
    },
    get: (name: string) => kept.find((cookie) => cookie.name === name)?.value,
    names: () => kept.map(({ name }) => name),
    set: (name: string, value: string) => put({ name, value, path: '/' }),
    delete: (name: string) => put({ name, value: '', path: '/' }, true),
  }
}

function split(pair: string): [name: string, value: string] {
  const [name = '', ...value] = pair.split('=')
  return [name, value.join('=')]
}
