import { eq, isNotNull } from 'drizzle-orm'
import { expect, type Page } from 'playwright/test'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { issuerKey } from '#server/environment/oidc-settings.ts'
import { pageMessages } from '#server/html/messages.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { waitForHydration } from '#tests/support/browser/navigation.ts'
import { changing } from '#tests/support/browser/story.ts'
import { deliveryVariables, payeeVariables } from '#tests/support/documents/payee.ts'
import { startOidcProvider, subject } from '#tests/support/providers/oidc-provider.ts'
import { inDatabaseOf } from '#tests/support/schools/story-database.ts'

// An external provider without `end_session_endpoint`, at which a parent of the demo school signs in without a question.
changing.describe('The session at an external provider', { tag: '@nightly' }, () => {
  changing.describe.configure({ mode: 'default' })
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  let variables: Record<string, string>
  const isOf = { subject: demoSubject('parent'), issuer: 'embedded' }

  changing.beforeAll(async ({ server }) => {
    changing.setTimeout(300_000)
    const features = { rpInitiatedLogout: { enabled: false }, backchannelLogout: { enabled: true } }
    const registration = { backchannel_logout_uri: `${server.address}/auth/backchannel-logout` }
    provider = await startOidcProvider(server.address, { features }, registration)
    variables = { ...payeeVariables, ...deliveryVariables, ...provider.variables, OIDC_SESSION_CHECK: '5', DEMO: 'on' }
    await inDatabaseOf(server, (database) =>
      database
        .update(users)
        .set({ subject, issuer: issuerKey(provider.issuer) })
        .where(eq(users.subject, isOf.subject)),
    )
    await server.restart(variables)
  })
  changing.afterAll(async ({ server }) => {
    changing.setTimeout(300_000)
    const former = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))
    await inDatabaseOf(server, (database) => database.update(users).set(isOf).where(eq(users.subject, subject)))
    await server.restart(former)
    await provider.stop()
  })

  changing(
    'stays open after signing out: the page says so, and the next sign-in asks for a login',
    async ({ page, t }) => {
      await signIn(page, '/events')
      await page.goto('/logout', { waitUntil: 'commit' })
      await expect(page).toHaveURL('/logout?after=sign-out')
      await expect(page.getByRole('heading', { level: 1, name: t('Вы вышли из личного кабинета') })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(new URL(provider.issuer).host)
      await waitForHydration(page)
      await expectAccessible(page)
      const asked = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth?`))
      await page.getByRole('link', { name: t('Войти снова') }).click()
      const { searchParams } = new URL((await asked).url())
      expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
      await page.waitForURL('/home-page')
    },
  )

  changing('ends: the open page says so, and signs in again', async ({ page, language }) => {
    await signIn(page, '/events')
    await waitForHydration(page)
    await page.waitForRequest((request) => request.url().endsWith('/stream'))
    await provider.endSessions()
    await expect(page.getByText(pageMessages[language].ended['ended-at-provider'])).toBeVisible()
    await page.getByRole('link', { name: pageMessages[language].submit }).click()
    await page.waitForURL('/events')
  })

  changing('is asked at the next page without the person noticing', async ({ page, server }) => {
    await signIn(page, '/events')
    await inDatabaseOf(server, (database) =>
      database
        .update(sessions)
        .set({ providerAskedAt: new Date(Date.now() - 6 * 60_000) })
        .where(isNotNull(sessions.providerAskedAt)),
    )
    // An open page leads nowhere by itself.
    await page.goto('/403')
    await waitForHydration(page)
    const asked = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth?`))
    await page.locator('main a[href="/"]').first().click()
    expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('none')
    await page.waitForURL('/home-page')
    expect((await page.request.get('/api/v1/profile')).status()).toBe(200)
  })
})

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect.poll(async () => (await page.request.get('/api/v1/profile')).status()).toBe(200)
  // The first sign-in of a person leads to the consents.
  await page.waitForURL(({ pathname, searchParams }) => pathname === address || searchParams.has('next'))
  if (new URL(page.url()).searchParams.has('next')) await page.goto(address)
}
