import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { App } from '#server/app-types.ts'
import type { Env } from '#server/environment/env.ts'
import { thirdPartiesOf } from '#server/environment/third-parties.ts'

/** Security headers of every answer. `scriptHashes`: the sources of the inline scripts of the served document. */
export async function helmet(app: App, scriptHashes: readonly string[]): Promise<void> {
  const { documents, calls, assets } = headerSets(app.env, scriptHashes)
  // Before the plugin's own hook, which reads `route.helmet`.
  app.addHook('onRoute', (route) => {
    if (route.config?.call) route.helmet = calls
    else if (isAsset(route.url)) route.helmet = assets
  })
  await app.register(fastifyHelmet, documents)
  app.addHook('onRequest', (request, reply, done) => {
    if (isAsset(request.url)) return done()
    if (!request.routeOptions.config.call) reply.header('permissions-policy', permissionsPolicy)
    reply.header('x-request-id', request.id)
    done()
  })
}

/** Security headers of answers that no hook reaches: of requests that are not readable as HTTP, or have no route. */
export const bareHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/** Helmet has no option for it. */
const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

function isAsset(url: string): boolean {
  return url.startsWith('/assets/')
}

/** Answers with JSON and assets have no headers that concern documents only: they would be a third of a small answer. */
function headerSets(env: Env, scriptHashes: readonly string[]) {
  const hsts = isHttps(env) ? { maxAge: 31_536_000, includeSubDomains: false } : false
  const documents = {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(env, scriptHashes) },
    // Pages show pictures and recordings of other sites of the school.
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: hsts,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  } satisfies FastifyHelmetOptions
  const withoutDocumentHeaders = {
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    strictTransportSecurity: hsts,
  }
  const calls = {
    ...withoutDocumentHeaders,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  } satisfies FastifyHelmetOptions
  const assets = {
    ...withoutDocumentHeaders,
    contentSecurityPolicy: false,
    referrerPolicy: false,
    xFrameOptions: false,
  } satisfies FastifyHelmetOptions
  return { documents, calls, assets }
}

function contentSecurityPolicy(env: Env, scriptHashes: readonly string[]) {
  const external = externalSources(env)
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...external.scripts],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'", ...external.pages],
    'connect-src': ["'self'", ...external.calls],
    'frame-src': external.pages.length > 0 ? external.pages : ["'none'"],
    ...(isHttps(env) && { 'upgrade-insecure-requests': [] }),
  }
}

/** Hosts of the third parties that pages may load. */
function externalSources(env: Env) {
  const { services } = thirdPartiesOf(env)
  if (services === null) return { scripts: [], calls: [], pages: [] }
  const { TAG_MANAGER_ID, COUNTER_IDS, CHAT_SCRIPT_URL, PROFILE_SERVICE_URL } = services
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
