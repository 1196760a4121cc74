import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import type { Env } from '#server/env.ts'
import type { App } from '#server/surroundings.ts'

/** Security headers of every answer. `scriptHashes`: the sources of the inline scripts of the served document. */
export function sendSecurityHeaders(app: App, scriptHashes: readonly string[]): void {
  const headers = {
    ...headersOfHelmet({
      contentSecurityPolicy: { useDefaults: false, directives: policyOf(app.env, scriptHashes) },
      strictTransportSecurity: isHttps(app.env) && { maxAge: 31_536_000, includeSubDomains: false },
      referrerPolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
      // Pictures and recordings of the school's other sites are shown too.
      crossOriginEmbedderPolicy: false,
    }),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

/** Helmet would put the same headers together anew for every answer. */
function headersOfHelmet(options: HelmetOptions): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, () => {})
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

function policyOf(env: Env, scriptHashes: readonly string[]) {
  const others = thirdParties(env)
  return {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
    scriptSrc: ["'self'", ...scriptHashes, ...others.scripts],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
    fontSrc: ["'self'", ...others.pages],
    connectSrc: ["'self'", ...others.calls],
    frameSrc: others.pages.length > 0 ? others.pages : ["'none'"],
    ...(isHttps(env) && { upgradeInsecureRequests: [] }),
  }
}

/** Hosts that only the configuration brings in (D-30, D-31). */
function thirdParties({ TAG_MANAGER_ID, COUNTER_IDS, CHAT_SCRIPT_URL, PROFILE_SERVICE_URL }: Env) {
  const tagManager = TAG_MANAGER_ID ? ['https://www.googletagmanager.com'] : []
  const analytics = TAG_MANAGER_ID ? ['https://*.google-analytics.com', 'https://*.analytics.google.com'] : []
  const counter = COUNTER_IDS.length > 0 ? ['https://mc.yandex.ru', 'https://mc.yandex.com'] : []
  const chat = CHAT_SCRIPT_URL ? [new URL(CHAT_SCRIPT_URL).origin] : []
  const profileService = PROFILE_SERVICE_URL ? [new URL(PROFILE_SERVICE_URL).origin] : []
  return {
    scripts: [...tagManager, ...counter, ...chat],
    calls: [...tagManager, ...analytics, ...counter, ...chat, ...profileService],
    pages: chat,
  }
}

function isHttps({ PUBLIC_URL }: Env): boolean {
  return PUBLIC_URL.startsWith('https:')
}
