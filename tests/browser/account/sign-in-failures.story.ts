import { expect, type Page } from 'playwright/test'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import { knownDevices } from '#server/db/schema/account-security.ts'
import { changing } from '#tests/support/browser/story.ts'
import type { Translate } from '#tests/support/browser/translations.ts'
import { deliveryVariables, payeeVariables } from '#tests/support/documents/payee.ts'
import { inDatabaseOf } from '#tests/support/schools/story-database.ts'
import { type Issuer, startIssuer } from '#tests/support/server/issuer.ts'

type Behaviour = Partial<Issuer['behaviour']>
type Failing = {
  /** Changes to what the provider returns through the browser; an empty value is left out. */
  returned?: Record<string, string>
  /** Changes to what the provider answers to our server. */
  answers?: (issuer: Issuer) => Behaviour
  /** Before the browser follows the provider's redirect. */
  before?: (page: Page) => Promise<unknown>
}

const phone = '+7 800 100-20-30'
const spentCode = { status: 400, body: '{"error":"invalid_grant"}' }
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

/**
 * How each reason comes about. `attempt-expired`, `account-locked` and `issuer-differs` are played with the model of the
 * result page.
 */
const failing: [reason: SignInFailure, Failing][] = [
  ['cookies-missing', { before: (page) => page.context().clearCookies() }],
  ['provider-denied', { returned: { error: 'access_denied', error_description: 'not a member of the school' } }],
]
const rarelyFailing: typeof failing = [
  ['other-browser', { before: haveCookieOfAnotherBrowser }],
  ['provider-unreachable', { answers: () => ({ replies: { token: 'hang up' } }) }],
  ['client-rejected', { answers: () => ({ acceptsClient: () => false }) }],
  ['clock-differs', { answers: () => ({ claims: { iat: secondsFromNow(120), exp: secondsFromNow(180) } }) }],
  ['callback-incomplete', { returned: { code: '' } }],
  ['attempt-unknown', { returned: { state: 'x'.repeat(43) } }],
  ['provider-error', { returned: { error: 'server_error' } }],
  ['request-refused', { returned: { error: 'invalid_scope' } }],
  ['response-invalid', { answers: () => ({ replies: { token: { type: 'text/html', body: '<p>Hello</p>' } } }) }],
  ['algorithm-differs', { answers: () => ({ signedBy: 'none' }) }],
  ['signature-invalid', { answers: ({ anotherKey }) => ({ signedBy: anotherKey() }) }],
  ['id-token-invalid', { answers: () => ({ claims: { aud: 'another' } }) }],
]

// The texts of the page are tested with the page. The provider has no page of its own: it leads straight back.
changing.describe('A failed sign-in', () => {
  changing.describe.configure({ mode: 'default' })
  changing.use({ viewport: { width: 375, height: 667 } })
  let issuer: Issuer
  let usual: Behaviour
  let variables: Record<string, string>

  changing.beforeAll(async ({ server }) => {
    changing.setTimeout(300_000)
    issuer = await startIssuer()
    usual = { ...issuer.behaviour }
    const client = { OIDC_ISSUER: issuer.issuer, OIDC_CLIENT_ID: 'client', OIDC_CLIENT_SECRET: 'secret' }
    variables = { ...payeeVariables, ...deliveryVariables, ...client, SUPPORT_PHONE: phone }
    await server.restart(variables)
  })
  changing.afterAll(async ({ server }) => {
    changing.setTimeout(300_000)
    await server.restart(Object.fromEntries(Object.keys(variables).map((name) => [name, ''])))
    await issuer.stop()
  })
  changing.afterEach(() => void Object.assign(issuer.behaviour, usual))

  const play = (tag: string[], cases: typeof failing) => {
    for (const [reason, { returned = {}, answers = () => ({}), before }] of cases)
      changing(`leads to the page of its reason: ${reason}`, { tag }, async ({ page, t }) => {
        await returnAtOnce(page, issuer, { returned, changes: answers(issuer), before })
        await page.goto('/profile')
        await expectPageOf(page, t, reason)
      })
  }
  play([], failing)
  play(['@nightly'], rarelyFailing)

  changing(
    'leads to the page of its reason when its address is opened again: attempt-used',
    { tag: '@nightly' },
    async ({ page, t }) => {
      await returnAtOnce(page, issuer, { changes: { replies: { token: spentCode } } })
      const result = page.waitForRequest((request) => request.url().includes('/auth/oauth-result?'))
      await page.goto('/profile')
      await expectPageOf(page, t, 'code-rejected')
      await page.goto((await result).url())
      await expectPageOf(page, t, 'attempt-used')
    },
  )

  changing(
    'names the provider that asked for no password: login-not-renewed',
    { tag: '@nightly' },
    async ({ page, server, t }) => {
      await returnAtOnce(page, issuer)
      await page.goto('/profile')
      await expect.poll(async () => (await page.request.get('/api/v1/profile')).status()).toBe(200)
      // As after sessions that were ended from another device.
      await inDatabaseOf(server, (database) => database.update(knownDevices).set({ requiresReauthentication: true }))
      await page.context().clearCookies({ name: 'lk_session' })
      await page.goto('/profile')
      await expectPageOf(page, t, 'login-not-renewed')
      await expect(page.getByRole('link', { name: new URL(issuer.issuer).host })).toBeVisible()
    },
  )
})

type Returning = { returned?: Record<string, string>; changes?: Behaviour; before?: Failing['before'] }

/** The provider leads back to our server, and its ID token is for this attempt. */
async function returnAtOnce(
  page: Page,
  issuer: Issuer,
  { returned = {}, changes = {}, before }: Returning = {},
): Promise<void> {
  const { behaviour } = issuer
  await page.route(`${issuer.issuer}/authorize?**`, async (route) => {
    const asked = new URL(route.request().url()).searchParams
    await before?.(page)
    Object.assign(behaviour, changes, { claims: { nonce: asked.get('nonce'), ...changes.claims } })
    const state = asked.get('state') ?? ''
    const usual = { state, iss: issuer.issuer, ...('error' in returned ? {} : { code: 'the-code' }) }
    const result = new URLSearchParams(Object.entries({ ...usual, ...returned }).filter(([, value]) => value !== ''))
    await route.fulfill({ status: 302, headers: { location: `${asked.get('redirect_uri')}?${result}` } })
  })
}

async function haveCookieOfAnotherBrowser(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.request.get('/api/v1/auth/redirect-to-oauth-provider?from_url=%2Fprofile')
}

async function expectPageOf(page: Page, t: Translate, reason: SignInFailure): Promise<void> {
  await expect(page).toHaveURL(
    ({ pathname, searchParams }) => pathname === '/500' && searchParams.get('reason') === reason,
  )
  await expect(page.getByRole('button', { name: t('Войти ещё раз') })).toBeVisible()
  await expect(page.getByText(/^Назовите школе номер запроса: [0-9a-f]{8}$/)).toBeVisible()
  const linesOfPhone = await page.getByRole('link', { name: phone }).evaluate((link) => link.getClientRects().length)
  expect(linesOfPhone).toBe(1)
}
