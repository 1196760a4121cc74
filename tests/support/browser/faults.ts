import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright/test'
import { filesOf, type Manifest } from '#server/ssr/html-document.ts'

/** Sends a call to the server and changes the response for the page. */
export async function changeAnswer<Answer>(
  page: Page,
  path: string,
  change: (answer: Answer) => Answer,
): Promise<void> {
  await page.route(callAt(path), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

/** Replaces the responses to a path until the returned function is called. */
export async function breakCall(page: Page, path: string, answer: (route: Route) => Promise<void>) {
  const call = callAt(path)
  await page.route(call, answer)
  return () => page.unroute(call)
}

/** An HTML page of a proxy or captive portal instead of JSON. */
export function withPage(route: Route): Promise<void> {
  return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the Wi-Fi</h1>' })
}

/** The URL pattern of the built file that contains a page's code, or another source of its folder. */
export function chunkOf(screen: string, source = 'page.tsx'): string {
  return builtFrom(`src/routes/-${screen}/${source}`)
}

/** The URL pattern of the built file that contains a lazily loaded source. */
export function builtFrom(source: string): string {
  return `**/${readManifest()[source]?.file}`
}

/** The URL patterns of the built files that a source of a screen imports, without those of loaded screens. */
export function dependenciesOf(screen: string, source: string, loadedScreens: readonly string[]): string[] {
  const manifest = readManifest()
  const pages = loadedScreens.map((loaded) => `src/routes/-${loaded}/page.tsx`)
  const loaded = ['index.html', ...pages].flatMap((each) => filesOf(manifest, each))
  const [, ...dependencies] = filesOf(manifest, `src/routes/-${screen}/${source}`)
  return dependencies.filter((file) => !loaded.includes(file)).map((file) => `**/${file}`)
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Manifest
}

function callAt(path: string): (url: URL) => boolean {
  return (url) => url.pathname === `/api${path}`
}
