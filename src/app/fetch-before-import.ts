/** How long one file may take, in milliseconds (S2). */
const fetchTimeout = 120_000

/** Files that have arrived or are on their way, by address. */
const fetches = new Map<string, Promise<void>>()

/**
 * Fetches a chunk with its dependencies, then imports it. `vite.config.ts` puts this function in place of Vite's preload
 * helper, so every `import()` of the built app goes through it; `dependencies` are paths of files from the site's root.
 *
 * Browsers before mid-2026 keep a failed `import()` or `modulepreload` until the document is reloaded, and WebKit keeps
 * the latter for the whole tab (whatwg/html#10327). No browser keeps a failed `fetch()`. So files are fetched into the
 * HTTP cache first, and imported only when all of them are there: the next try begins anew.
 */
export async function fetchBeforeImport<Module>(
  importChunk: () => Promise<Module>,
  dependencies: readonly string[] = [],
): Promise<Module> {
  const files = dependencies.map((path) => new URL(path, window.location.origin).href)
  await Promise.all([...files, ...addressesIn(importChunk)].map(fetchOnce))
  return importChunk()
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
  const response = await fetch(address, { signal: AbortSignal.timeout(fetchTimeout) })
  // A page of a proxy with status 200 would fail as a module, and stay failed.
  const isScript = response.headers.get('content-type')?.includes('javascript') ?? false
  if (!response.ok || !isScript) throw new Error(`${address} answered ${response.status}`)
  // Read to the end: only then it is in the cache.
  await response.arrayBuffer()
}
