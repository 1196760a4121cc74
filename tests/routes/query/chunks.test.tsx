import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchBeforeImport, loadChunk, reloadIfNewVersion } from '#src/app/load-chunk.ts'

afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

describe('a page’s code (S2, D-32)', () => {
  test('that takes longer than 120 000 ms fails the same way, and not a moment earlier', async () => {
    vi.useFakeTimers()
    const outcome = loadChunk('schedule', () => new Promise(() => {})).then(
      () => 'loaded',
      (error: Error) => error.message,
    )
    let settled = false
    void outcome.then(() => {
      settled = true
    })
    await vi.advanceTimersByTimeAsync(119_999)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBe('Loading chunk schedule failed')
  })
})

describe('a file that a chunk needs', () => {
  const fetchFile = async (answer: () => Promise<Response>) => {
    vi.stubGlobal('fetch', answer)
    // Not a path that another test has asked for: files that have arrived are kept.
    const load = () => fetchBeforeImport(async () => ({}), [`/assets/${crypto.randomUUID()}.js`])
    return loadChunk('schedule', load).catch((error: unknown) => error)
  }
  const code = { headers: { 'content-type': 'text/javascript' } }

  test.each([404, 410])('and that the server no longer has (%i) needs a reload of the document', async (status) => {
    expect(await fetchFile(async () => new Response('', { ...code, status }))).toMatchObject({ canRetry: false })
  })

  test.each([
    ['a server that restarts', async () => new Response('', { ...code, status: 503 })],
    ['the page of a proxy', async () => new Response('', { headers: { 'content-type': 'text/html' } })],
    ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('can be tried again after %s', async (_, answer) => {
    expect(await fetchFile(answer)).toMatchObject({ name: 'ChunkLoadError', canRetry: true })
  })
})

describe('after a chunk failed', () => {
  const page = (entry: string) => `<!doctype html><script type="module" src="${entry}"></script>`

  function windowOf(served: string | null) {
    document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'
    const reload = vi.fn()
    const fetch = vi.fn(async () => {
      if (served === null) throw new TypeError('Failed to fetch')
      return new Response(served, { headers: { 'content-type': 'text/html' } })
    })
    const own = { document, sessionStorage, DOMParser, location: { reload }, fetch }
    return { window: own as unknown as Window & typeof globalThis, reload }
  }

  test('a new release reloads the page by itself, once', async () => {
    const { window, reload } = windowOf(page('/assets/index-new.js'))
    await reloadIfNewVersion(window)
    await reloadIfNewVersion(window)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('the same release is not reloaded: the network was at fault', async () => {
    const { window, reload } = windowOf(page('/assets/index-old.js'))
    await reloadIfNewVersion(window)
    expect(reload).not.toHaveBeenCalled()
  })

  test('a server that cannot be reached changes nothing', async () => {
    const { window, reload } = windowOf(null)
    await reloadIfNewVersion(window)
    expect(reload).not.toHaveBeenCalled()
  })
})
