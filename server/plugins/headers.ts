import type { Env } from '#server/env.ts'
import type { App } from '#server/surroundings.ts'

/** The built files whose names hold a hash of their content. */
function isAsset(url: string): boolean {
  return url.startsWith('/assets/')
}

/** Security headers of every answer. `scriptHashes`: the sources of the inline scripts of the served document. */
export function sendSecurityHeaders(app: App, scriptHashes: readonly string[]): void {
  // A script or a style is no document: the rest would say nothing of it, and weigh as much as some of these files.
  const ofAssets = {
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps(app.env) && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
  }
  const ofAnswers = {
    ...ofAssets,
    'content-security-policy': policyOf(app.env, scriptHashes),
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filter that this names did harm where browsers still had it.
    'x-xss-protection': '0',
  }
  // Nor is the JSON of a call, which a browser shows at most as text: policies of documents are a third of a small one.
  const ofCalls = {
    ...ofAssets,
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (isAsset(request.url)) reply.headers(ofAssets)
    else reply.headers(request.routeOptions.config.call ? ofCalls : ofAnswers).header('x-request-id', request.id)
    done()
  })
}

/** No `cross-origin-embedder-policy` beside it: pictures and recordings of the school's other sites are shown too. */
function policyOf(env: Env, scriptHashes: readonly string[]): string {
  const others = thirdParties(env)
  const directives = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...others.scripts],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'", ...others.pages],
    'connect-src': ["'self'", ...others.calls],
    'frame-src': others.pages.length > 0 ? others.pages : ["'none'"],
    ...(isHttps(env) && { 'upgrade-insecure-requests': [] }),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')
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
