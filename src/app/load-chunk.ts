/** Milliseconds that a file, and a chunk with all its files, may take (S2). */
const loadTimeout = 120_000

/** The code of a page or part did not load; S8 prescribes the text. */
export class ChunkLoadError extends Error {
  /** Whether the next try can succeed without a reload of the document. */
  canRetry: boolean

  constructor(name: string, cause?: unknown) {
    super(`Loading chunk ${name} failed`, { cause })
    this.name = 'ChunkLoadError'
    this.canRetry = !(cause instanceof BrokenChunkError)
  }
}

/**
 * Only a reload of the document can help: the files of a chunk have arrived, but importing them failed, which browsers
 * keep until a reload, or the server no longer has them.
 */
export class BrokenChunkError extends Error {}

/** Loads a chunk; throws `ChunkLoadError` on failure or timeout. */
export async function loadChunk<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Timeout')), loadTimeout)
  })
  try {
    return await Promise.race([load(), expiry])
  } catch (cause) {
    throw new ChunkLoadError(name, cause)
  } finally {
    clearTimeout(timer)
  }
}

/** Files that have arrived or are on their way, by address. */
const fetches = new Map<string, Promise<void>>()

/**
 * Fetches a chunk with its dependencies, then imports it. `vite.config.ts` puts this function in place of Vite's preload
 * helper, so every `import()` of the built app goes through it; `dependencies` are paths of files from the site's root.
 *
 * Browsers before mid-2026 keep a failed `import()` or `modulepreload` until the document is reloaded, and WebKit keeps
 * the latter for the whole tab (whatwg/html#10327). No browser keeps a failed `fetch()`. So files are fetched into the
 * HTTP cache first, and imported only when all of them are there: the next try begins anew. Throws `BrokenChunkError`.
 */
export async function fetchBeforeImport<Module>(
  importChunk: () => Promise<Module>,
  dependencies: readonly string[] = [],
): Promise<Module> {
  const files = dependencies.map((path) => new URL(path, window.location.origin).href)
  await Promise.all([...files, ...addressesIn(importChunk)].map(fetchOnce))
  return importChunk().catch((cause: unknown) => {
    throw new BrokenChunkError('The files arrived, but the import failed', { cause })
  })
}

/** Vite names the dependencies of a chunk; the chunk itself only the code of the import does. */
function addressesIn(importChunk: () => unknown): string[] {
  const imports = String(importChunk).matchAll(/\bimport\(\s*[`'"]([^`'"]+)[`'"]/g)
  return Array.from(imports, ([, path = '']) => new URL(path, import.meta.url).href)
}

function fetchOnce(address: string): Promise<void> {
  const known = fetches.get(address)
  if (known !== undefined) return known
  const fetched = isInDocument(address) ? Promise.resolve() : fetchIntoCache(address)
  fetches.set(address, fetched)
  fetched.catch(() => fetches.delete(address))
  return fetched
}

/** What the document itself loads has run before this function can be called. */
function isInDocument(address: string): boolean {
  const elements = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('script[src], link[as=script]')
  return Array.from(elements).some((element) => ('src' in element ? element.src : element.href) === address)
}

async function fetchIntoCache(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(loadTimeout) })
  if (response.status === 404 || response.status === 410) throw new BrokenChunkError(`${address} is of another release`)
  // A page of a proxy with status 200 would fail as a module, and stay failed.
  const isScript = response.headers.get('content-type')?.includes('javascript') ?? false
  if (!response.ok || !isScript) throw new Error(`${address} answered ${response.status}`)
  // Read to the end: only then it is in the cache.
  await response.arrayBuffer()
}

const reloadMarkerKey = 'reloaded-for-release'

/**
 * Called after a chunk failed to load. If the server's document references other scripts, there is a new release:
 * reload, once per release (D-32). Otherwise the error message with its reload button stays.
 */
export async function reloadIfNewVersion(window: Window & typeof globalThis): Promise<void> {
  const running = entryScriptsOf(window.document)
  const response = await window.fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } }).catch(() => null)
  if (!response?.ok) return
  const current = entryScriptsOf(new window.DOMParser().parseFromString(await response.text(), 'text/html'))
  if (current === null || current === running) return
  try {
    if (window.sessionStorage.getItem(reloadMarkerKey) === current) return
    window.sessionStorage.setItem(reloadMarkerKey, current)
  } catch {
    // Storage is blocked: without the marker the page could reload forever.
    return
  }
  window.location.reload()
}

function entryScriptsOf(document: Document): string | null {
  const scripts = document.querySelectorAll('script[type="module"][src]:not([src*="/polyfills-"])')
  return scripts.length === 0 ? null : Array.from(scripts, (script) => script.getAttribute('src')).join()
}
