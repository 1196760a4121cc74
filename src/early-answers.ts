/** What our server put into the document it served (JSON in `#boot`); other hosts serve it without. */
type Boot = {
  config: unknown
  menu: unknown
  profile: unknown
  profileStatus: number
  /** What the page asks next, by address. */
  answers: Record<string, unknown>
}

declare global {
  interface Window {
    /** On a host that serves plain files, index.html asks before the bundle arrives: answers by address of the call. */
    earlyAnswers?: Record<string, Promise<Response>>
  }
}

/**
 * `fetch`, except that an answer which came with the document, or was asked for before the
 * bundle arrived, is taken from there. Each early answer serves once.
 */
export function createEarlyFetch(window: Window & typeof globalThis): typeof fetch {
  const answers = readBoot(window) ?? window.earlyAnswers ?? {}
  return (input, init) => {
    const early = typeof input === 'string' && (init?.method ?? 'GET') === 'GET' ? answers[input] : undefined
    if (early === undefined) return window.fetch(input, init)
    delete answers[input as string]
    return early.catch(() => window.fetch(input, init))
  }
}

function readBoot(window: Window): Record<string, Promise<Response>> | null {
  const text = window.document.getElementById('boot')?.textContent
  if (!text) return null
  const boot = JSON.parse(text) as Boot
  const answers: Record<string, Promise<Response>> = {
    '/api/v1/system/config': asResponse(boot.config, 200),
    '/api/v1/system/menu': asResponse(boot.menu, 200),
  }
  if (boot.profileStatus === 200) answers['/api/v1/profile'] = asResponse(boot.profile, 200)
  if (boot.profileStatus === 401) answers['/api/v1/profile'] = asResponse({ type: 'unauthenticated', status: 401 }, 401)
  for (const [address, answer] of Object.entries(boot.answers)) answers[address] = asResponse(answer, 200)
  return answers
}

function asResponse(body: unknown, status: number): Promise<Response> {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': type } }))
}
