import type { Engine } from './engines.ts'
import type { RunningBrowser } from './tab.ts'

export async function startBrowser({ kind, path, args = [] }: Engine): Promise<RunningBrowser> {
  // Each client is loaded only for its browser.
  if (kind === 'chromium') return (await import('./chromium-tab.ts')).startChromium(path, args)
  if (kind === 'firefox') return (await import('./firefox-tab.ts')).startFirefox(path)
  return (await import('./webkit-tab.ts')).startWebKit(path)
}
