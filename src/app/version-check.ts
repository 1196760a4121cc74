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
  if (window.sessionStorage.getItem(reloadMarkerKey) === current) return
  window.sessionStorage.setItem(reloadMarkerKey, current)
  window.location.reload()
}

function entryScriptsOf(document: Document): string | null {
  const scripts = document.querySelectorAll('script[type="module"][src]')
  return scripts.length === 0 ? null : Array.from(scripts, (script) => script.getAttribute('src')).join()
}
