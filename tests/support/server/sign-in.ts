import type { App } from '#server/app-types.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { createCookieJar } from './cookie-jar.ts'

export type Answer = { status: number; headers: Headers; text: string; json: () => Record<string, unknown> }
type Request = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}
type Send = (request: Request) => Promise<Answer>

/** One browser of one visitor: it keeps cookies, sends requests like our pages, and fills in the provider's forms. */
export type Visitor = ReturnType<typeof createVisitor>

/** At a server that does not listen; `from` is the visitor's address as a proxy reports it. */
export function visitorOf(app: App, { from }: { from?: string } = {}): Visitor {
  const proxied: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from }
  return createVisitor(app.env.PUBLIC_URL, proxied, async ({ method, path, headers, body }) => {
    const reply = await app.inject({ method, url: path, headers, ...(body !== undefined && { body }) })
    const answered = new Headers()
    for (const [name, value] of Object.entries(reply.headers)) {
      for (const one of [value].flat()) answered.append(name, String(one))
    }
    return answerOf(reply.statusCode, answered, reply.body)
  })
}

/** At a server that listens on `address`. */
export function visitorAt(address: string): Visitor {
  return createVisitor(address, {}, async ({ method, path, headers, body }) => {
    const reply = await fetch(address + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    return answerOf(reply.status, reply.headers, await reply.text())
  })
}

function createVisitor(address: string, proxied: Record<string, string>, send: Send) {
  const ours = createCookieJar()
  const theirs = createCookieJar()

  async function ask(method: Request['method'], path: string, body?: object, headers: Record<string, string> = {}) {
    const isUnsafe = method !== 'GET'
    const answer = await send({
      method,
      path,
      headers: {
        cookie: ours.header(path),
        ...proxied,
        ...(isUnsafe && { origin: address, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    ours.keep(answer.headers.getSetCookie())
    return answer
  }

  /**
   * Opens a page of the provider and follows redirects until a page is shown or our application is reached: then `url`
   * is ours.
   */
  async function visitProvider(url: string, form?: Record<string, string>): Promise<Answer & { url: string }> {
    const { pathname } = new URL(url)
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: theirs.header(pathname), ...proxied, 'accept-language': 'ru', accept: 'text/html' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    theirs.keep(reply.headers.getSetCookie())
    const location = reply.headers.get('location')
    if (location === null) return { ...answerOf(reply.status, reply.headers, await reply.text()), url }
    const next = new URL(location, url).href
    if (next.startsWith(`${address}/`)) return { ...answerOf(reply.status, reply.headers, ''), url: next }
    return visitProvider(next)
  }

  /** The sign-in URL that a page requests. */
  async function startSignIn(fromUrl?: string): Promise<string> {
    const query = fromUrl === undefined ? '' : `?from_url=${encodeURIComponent(fromUrl)}`
    const answer = await ask('GET', `/api/v1/auth/redirect-to-oauth-provider${query}`)
    return String(answer.json().location)
  }

  /** Signs in at the provider and returns the URL of our result page. */
  async function signInAtProvider(location: string, login: string, password = demoPassword): Promise<string> {
    const page = await visitProvider(location)
    if (page.url.startsWith(`${address}/`)) return page.url
    return (await visitProvider(page.url, { login, password })).url
  }

  /** Sends the query like the result page. */
  async function sendResult(resultUrl: string): Promise<Answer> {
    return ask('POST', '/api/v1/auth/oauth-result', Object.fromEntries(new URL(resultUrl).searchParams))
  }

  async function signIn(login: string, fromUrl?: string): Promise<Answer> {
    return sendResult(await signInAtProvider(await startSignIn(fromUrl), login))
  }

  return { ours, theirs, ask, visitProvider, startSignIn, signInAtProvider, sendResult, signIn }
}

function answerOf(status: number, headers: Headers, text: string): Answer {
  return { status, headers, text, json: () => JSON.parse(text) as Record<string, unknown> }
}
