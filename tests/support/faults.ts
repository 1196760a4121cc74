import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright/test'

/** Lets a call through and gives the page its answer changed. */
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

/** Answers calls to a path in place of the server until the returned function is called. */
export async function breakCall(page: Page, path: string, answer: (route: Route) => Promise<void>) {
  const call = callAt(path)
  await page.route(call, answer)
  return () => page.unroute(call)
}

/** A proxy's or a captive portal's page where JSON was expected. */
export function withPage(route: Route): Promise<void> {
  return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the Wi-Fi</h1>' })
}

/** The address pattern of the built file that holds a page's code, or another source of its folder. */
export function chunkOf(screen: string, source = 'page.tsx'): string {
  return builtFrom(`src/routes/-${screen}/${source}`)
}

/** The address pattern of the built file that holds a source which is loaded late. */
export function builtFrom(source: string): string {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
  return `**/${manifest[source].file}`
}

function callAt(path: string): (url: URL) => boolean {
  return (url) => url.pathname === `/api${path}`
}
