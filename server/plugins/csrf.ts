import type { FastifyRequest } from 'fastify'
import type { App } from '#server/app-types.ts'
import type { Env } from '#server/env.ts'
import { throwProblem } from '#server/http-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Unsafe methods come only from our own pages (D-34): another site cannot send these headers along. */
export function csrfProtection(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!safeMethods.has(request.method)) refuseOthers(request, app.env)
    done()
  })
}

function refuseOthers({ headers }: FastifyRequest, { PUBLIC_URL }: Env): void {
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === PUBLIC_URL : site === 'same-origin'
  if (!isOwn) throwProblem('origin-refused', 'Sent from another origin')
  if (headers['x-requested-with'] !== 'lk') throwProblem('origin-refused', 'X-Requested-With: lk is missing')
}
