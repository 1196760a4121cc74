import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Access, type Call, isRefusedDuringImpersonation } from '#contract/call.ts'
import { type Role, rolesOfCheck, rolesOfGroup } from '#contract/roles.ts'
import type { App, Session } from '#server/app-types.ts'
import type { Env } from '#server/environment/env.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { timeLeft } from '#server/time/time-left.ts'

/** Authorizes every call after routing, by the declaration of the route and never by its URL. */
export function authorization(app: App): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (isUnderApi(route.url)) routes.push(route)
  })
  app.addHook('onReady', async () => {
    const undeclared = routes.find(({ config }) => !config?.access)
    if (undeclared) throw new Error(`${undeclared.method} ${undeclared.url} does not declare who may call it`)
  })

  app.addHook('onRequest', (request, reply, done) => {
    const { access, call } = request.routeOptions.config
    if (access?.who === 'service') authorizeService(request, reply, access.right)
    else if (access && access.who !== 'service-client') authorize(request, access, call)
    done()
  })
}

function authorize(request: FastifyRequest, access: Access, call: Call | undefined): void {
  readParams(request, call)
  refuseOtherUser(request)
  if (call && isRefusedDuringImpersonation(call)) refuseDuringImpersonation(request)
  if (access.who !== 'anyone') checkAccess(access, request.session)
}

/** RFC 6750, section 3. */
function authorizeService({ service, params, headers }: FastifyRequest, reply: FastifyReply, right: 'read' | 'write') {
  const realm = 'Bearer realm="integration"'
  if (!service) {
    reply.header('www-authenticate', headers.authorization === undefined ? realm : `${realm}, error="invalid_token"`)
    throwProblem('unauthenticated', 'This call needs a valid token of a service account')
  }
  const { collection } = params as { collection?: string }
  if (collection === undefined || service.may(collection, right)) return
  const scope = `${collection}:${right}`.replaceAll(/[^\w:]/g, '')
  reply.header('www-authenticate', `${realm}, error="insufficient_scope", scope="${scope}"`)
  throwProblem('scope-missing', `The token does not have the scope ${scope}`)
}

export function isUnderApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** Invalid path parameters are answered with 404, before the access check. */
function readParams(request: FastifyRequest, call: Call | undefined): void {
  if (!call?.params) return
  const { success, data } = call.params.safeParse(request.params)
  if (!success) throwProblem('not-found', 'Nothing can be at this address')
  request.params = data
}

/** A stale tab of another user must neither read nor act in this user's name (D-5). */
function refuseOtherUser({ headers, session }: FastifyRequest): void {
  const expectedUser = headers['x-acting-user']
  if (session && expectedUser !== undefined && expectedUser !== session.userId) {
    throwProblem('session-changed', 'The session belongs to another user than the page believes')
  }
}

/** Before the role check: the roles of the session are those of the impersonated user. */
function refuseDuringImpersonation({ session }: FastifyRequest): void {
  if (session?.isImpersonating) throwProblem('impersonation-forbids', 'Refused while logged in as another user')
}

function checkAccess(access: Exclude<Access, { who: 'anyone' }>, session: Session | null): void {
  if (!session) throwProblem('unauthenticated', 'This call needs a session')
  if (!isAllowed(access, session.roles)) throwProblem('role-missing', 'None of the roles held may make this call')
}

/** The selected role group does not matter: it only filters pages. */
function isAllowed(access: Access, held: readonly Role[]): boolean {
  const allowing = rolesAllowedBy(access)
  return allowing === 'all' || held.some((role) => allowing.includes(role))
}

function rolesAllowedBy(access: Access): readonly Role[] | 'all' {
  if (access.who === 'group') return access.groups.flatMap((group) => rolesOfGroup[group])
  return access.who === 'check' ? rolesOfCheck[access.check] : 'all'
}

/** Checks `sensitiveFields` of the declaration once the body is parsed. */
export function assertMaySendFields({ sensitiveFields }: Call, { session, body }: FastifyRequest, app: App): void {
  if (!session || !sensitiveFields || typeof body !== 'object' || body === null) return
  const { names, ofOthers } = sensitiveFields
  const isPresent = (name: 'email' | 'phone') =>
    session.user[name]?.toLowerCase() === String((body as Record<string, unknown>)[name]).toLowerCase()
  const sent = names.filter((name) => name in body && !(ofOthers && isPresent(name)))
  if (sent.length === 0) return
  if (session.group !== sensitiveFields.group) {
    const errors = sent.map((path) => ({ path, message: 'not-allowed' }))
    throwProblem('invalid-values', `Only the group ${sensitiveFields.group} may send these fields`, { errors })
  }
  assertFreshTwoFactor({ session }, app)
}

/** All values but `true` exempt users without a second factor. */
export function needsTwoFactor(
  { freshTwoFactor }: Call,
  { session }: Pick<FastifyRequest, 'session'>,
  env: Env,
): boolean {
  if (freshTwoFactor === undefined || freshTwoFactor === true) return freshTwoFactor === true
  if (freshTwoFactor === 'if-configured' && !env.IMPERSONATION_TWO_FACTOR) return false
  return Boolean(session?.user.phone ?? session?.user.email)
}

/** Call it after all other checks, so that no code is requested for a call that would be refused anyway. */
export function assertFreshTwoFactor({ session }: Pick<FastifyRequest, 'session'>, { env, clock }: App): void {
  const checkedAt = session?.twoFactorLastCheck
  const isFresh = checkedAt && timeLeft(checkedAt, env.TWO_FACTOR_FRESH_SECONDS * 1000 + 1, clock()) !== null
  if (!isFresh) throwProblem('two-factor-required', 'This call needs a fresh two-factor check')
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Accepts unsafe methods only from our own pages (D-34): other sites cannot send these headers. */
export function csrfProtection(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // An unknown address changes nothing, and its caller learns that it is wrong.
    const isExempt = safeMethods.has(request.method) || request.is404 || isForPrograms(request)
    if (!isExempt) refuseOtherOrigins(request, app.env)
    done()
  })
}

/** Browsers add neither the token nor the secret of a program by themselves. */
function isForPrograms({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.acceptsOtherOrigins ?? config.access?.who.startsWith('service') ?? false
}

function refuseOtherOrigins({ headers }: FastifyRequest, { PUBLIC_URL }: Env): void {
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === PUBLIC_URL : site === 'same-origin'
  if (!isOwn) throwProblem('origin-refused', 'Sent from another origin')
  if (headers['x-requested-with'] !== 'lk') throwProblem('origin-refused', 'X-Requested-With: lk is missing')
}
