import { StartupError } from '#server/terminal/startup-error.ts'

type Credentials = { login: string; password: string }

/** Signs in at the embedded provider of a server, like a person in a browser. Throws a `StartupError` if it is refused. */
export async function signInAt(address: string, { login, password }: Credentials): Promise<void> {
  const browser = createBrowser()
  const begun = await browser.send(`${address}/api/v1/auth/redirect-to-oauth-provider`)
  const { location } = (await begun.answer.json()) as { location: string }
  const form = await browser.follow(location, address)
  const { url } = await browser.follow(form.url, address, new URLSearchParams({ login, password }))
  if (new URL(url).origin !== address) throw refusal(login)
  const signedIn = await browser.send(`${address}/api/v1/auth/oauth-result`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'lk', origin: address },
    body: JSON.stringify(Object.fromEntries(new URL(url).searchParams)),
  })
  const profile = await browser.send(`${address}/api/v1/profile`)
  if (!signedIn.answer.ok || !profile.answer.ok) throw refusal(login)
}

function refusal(login: string): StartupError {
  return new StartupError({ ru: `${login} не может войти.`, en: `${login} cannot sign in.` })
}

/** Keeps cookies of each origin. */
function createBrowser() {
  const cookies = new Map<string, Map<string, string>>()

  async function send(url: string, request: RequestInit = {}): Promise<{ answer: Response; url: string }> {
    const { origin } = new URL(url)
    const kept = cookies.get(origin) ?? new Map<string, string>()
    cookies.set(origin, kept)
    const headers = new Headers(request.headers)
    headers.set('cookie', [...kept].map((pair) => pair.join('=')).join('; '))
    const answer = await fetch(url, { ...request, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      kept.set(name, value)
    }
    return { answer, url }
  }

  /** Follows redirects to a page, or until one leads to `end`, which is not requested. */
  async function follow(url: string, end: string, form?: URLSearchParams): Promise<{ url: string }> {
    const { answer } = await send(url, form && { method: 'POST', body: form })
    const location = answer.headers.get('location')
    if (location === null) return { url }
    const next = new URL(location, url).href
    return new URL(next).origin === end ? { url: next } : follow(next, end)
  }

  return { send, follow }
}
