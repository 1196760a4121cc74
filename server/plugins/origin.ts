import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Unsafe methods come only from our own pages (D-34): another site cannot send these headers along. */
export function requireOwnOrigin(app: App): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (safeMethods.has(method)) return
    const site = headers['sec-fetch-site']
    const isOwn = site === undefined ? headers.origin === app.env.PUBLIC_URL : site === 'same-origin'
    if (!isOwn) refuse('origin-refused', 'Sent from another origin')
    if (headers['x-requested-with'] !== 'lk') refuse('origin-refused', 'X-Requested-With: lk is missing')
  })
}
