import type { Engine } from './engines.ts'
import type { BrowserSettings, RunningBrowser } from './tab.ts'

export async function startBrowser(
  { kind, path, args = [] }: Engine,
  settings: BrowserSettings = {},
): Promise<RunningBrowser> {
  // Each client is loaded only for its browser.
  if (kind === 'chromium') return (await import('./chromium-tab.ts')).startChromium(path, args)
  if (kind === 'firefox') return (await import('./firefox-tab.ts')).startFirefox(path, settings)
  return (await import('./webkit-tab.ts')).startWebKit(path, settings)
}
