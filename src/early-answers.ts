declare global {
  interface Window {
    /** On a host that serves plain files, index.html asks before the bundle arrives: answers by address of the call. */
    earlyAnswers?: Record<string, Promise<Response>>
  }
}

/** `fetch`, except that an answer that was asked for before the bundle arrived is taken from there, once. */
export function createEarlyFetch(window: Window & typeof globalThis): typeof fetch {
  const answers = window.earlyAnswers ?? {}
  return (input, init) => {
    const early = typeof input === 'string' && (init?.method ?? 'GET') === 'GET' ? answers[input] : undefined
    if (early === undefined) return window.fetch(input, init)
    delete answers[input as string]
    return early.catch(() => window.fetch(input, init))
  }
}
