const lastReloadKey = 'reloaded-for-release'

/**
 * After a chunk failed: if the server's document names other scripts than this page, there is a new release,
 * and the page reloads by itself, once per release (D-32). Otherwise the page's own offer to reload stays.
 */
export async function reloadIfReleased(window: Window & typeof globalThis): Promise<void> {
  const running = entryOf(window.document)
  const response = await window.fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } }).catch(() => null)
  if (!response?.ok) return
  const current = entryOf(new window.DOMParser().parseFromString(await response.text(), 'text/html'))
  if (current === null || current === running) return
  if (window.sessionStorage.getItem(lastReloadKey) === current) return
  window.sessionStorage.setItem(lastReloadKey, current)
  window.location.reload()
}

function entryOf(document: Document): string | null {
  const scripts = document.querySelectorAll('script[type="module"][src]')
  return scripts.length === 0 ? null : Array.from(scripts, (script) => script.getAttribute('src')).join()
}
