import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, type Page, test } from 'playwright/test'
import { openDatabase } from '#server/db/client.ts'
import { users as userTable } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { type ProviderUser, users } from '#tests/providers/provider.ts'
import { isProviderInstalled, providerNames } from '#tests/providers/provider-packages.ts'
import { type ProviderSchool, schoolNames, startProviderSchool } from '#tests/providers/provider-school.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { runCommand } from '#tests/support/server/server-process.ts'

// Providers that others wrote, connected as docs/identity-providers.md says. Each story begins in a new browser.
test.use({ ignoreHTTPSErrors: true })

for (const name of providerNames) {
  test.describe(name, { tag: '@nightly' }, () => {
    test.describe.configure({ mode: 'default' })
    test.skip(!isProviderInstalled(name), `${name} is not installed`)
    let school: ProviderSchool
    test.beforeAll(async () => {
      school = await startProviderSchool(name)
    })
    test.afterAll(() => school.stop())
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    test.afterEach(async ({}, info) => info.attach('log of our server', { body: school.server.printed() }))

    test('passes the check of the settings, which names each wrong one', async () => {
      const { provider, server } = school
      const right = { ...payeeVariables, NODE_EXTRA_CA_CERTS: provider.authority, ...provider.variables }
      const check = (changes: Record<string, string>) =>
        runCommand('server/auth/provider-command/main.ts', ['check'], {
          ...right,
          PUBLIC_URL: server.address,
          ...changes,
        })
      expect(await check({})).toMatchObject({ code: 0, out: expect.stringContaining('the client lk-app is accepted') })
      for (const [changes, said] of wrongSettings)
        expect.soft(await check(changes), said).toMatchObject({ code: 1, err: expect.stringContaining(said) })
    })

    test('signs in the person of the import who has the same verified email', async ({ page }) => {
      await signIn(page, school, users.parent)
      expect(await profileOf(page)).toEqual({ name: schoolNames.parent, roles: ['parent'] })
    })

    test('grants the roles of the mapping', async ({ page, browser }) => {
      await signIn(page, school, users.administrator)
      expect(await profileOf(page)).toEqual({ name: schoolNames.administrator, roles: ['administrator'] })
      const other = await browser.newPage({ ignoreHTTPSErrors: true })
      await signIn(other, school, users.teacher)
      expect(await profileOf(other)).toEqual({ name: schoolNames.teacher, roles: ['teacher'] })
      await other.close()
    })

    test('asks for the password again after signing out', async ({ page }) => {
      await signIn(page, school, users.parent)
      await page.goto(`${school.server.address}/logout`)
      await school.provider.confirmSignOut(page)
      await signIn(page, school, users.teacher)
      expect(await profileOf(page)).toEqual({ name: schoolNames.teacher, roles: ['teacher'] })
    })

    test('ends the other sessions here when it signs the person out', async ({ page, browser }) => {
      test.skip(name !== 'glewlwyd', 'LemonLDAP::NG 2.16 has no back-channel logout')
      const { address } = school.server
      await signIn(page, school, users.parent)
      const other = await browser.newContext({ storageState: await page.context().storageState() })
      const statusOfOther = async () => (await other.request.get(`${address}/api/v1/profile`)).status()
      await page.context().clearCookies({ name: 'lk_session' })
      await page.goto(address)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(isSignedInAt(address))
      expect(await statusOfOther()).toBe(200)
      await page.goto(`${address}/logout`)
      await school.provider.confirmSignOut(page)
      await expect.poll(statusOfOther).toBe(401)
      const opened = await other.newPage()
      await opened.goto(`${address}/events`)
      await expect(opened).toHaveURL(/\/auth\/signed-out/)
      await other.close()
    })

    test('accepts ID tokens that are signed with a new key', async ({ page }) => {
      await school.provider.changeKeys()
      await signIn(page, school, users.parent)
    })

    test('tolerates a clock that is 40 s ahead with a warning, and refuses one that is 120 s ahead', async ({
      page,
    }) => {
      const { provider, server } = school
      await provider.setClockAhead(40)
      await signIn(page, school, users.parent)
      expect(server.printed()).toMatch(/"skewSeconds":(39|4[01]),"OIDC_CLOCK_TOLERANCE":60,/)
      await provider.setClockAhead(120)
      await page.context().clearCookies()
      await page.goto(server.address)
      await provider.waitForForm(page)
      await provider.signIn(page, users.parent)
      await page.waitForURL(/\/500\?after=sign-in&reason=clock-differs&request=/)
      await expect(page.getByText('Часы сервиса входа и нашего сайта расходятся.')).toBeVisible()
      expect(server.printed()).toMatch(/"setting":"OIDC_CLOCK_TOLERANCE",[^}]+"seen":"a provider 1(19|2[01]) s ahead"/)
      await provider.setClockAhead(0)
    })

    test('refuses a person whom the school has locked', async ({ page }) => {
      const { provider, server } = school
      await server.restart({}, () => lock(server.dataDir, users.parent))
      await page.goto(server.address)
      await provider.waitForForm(page)
      const refused = page.waitForResponse((reply) => reply.url().startsWith(`${server.address}/api/`) && !reply.ok())
      await provider.signIn(page, users.parent)
      expect(await (await refused).json()).toMatchObject({ type: 'account-locked' })
    })
  })
}

const wrongSettings: [changes: Record<string, string>, said: string][] = [
  [{ OIDC_CLIENT_SECRET: 'wrong' }, 'the provider does not accept the client lk-app'],
  [{ OIDC_CLIENT_ID: 'another' }, 'the provider does not accept the client another'],
  [{ OIDC_ISSUER: 'https://127.0.0.1:2' }, 'the provider does not answer (ECONNREFUSED)'],
  [{ NODE_EXTRA_CA_CERTS: '' }, 'the provider does not answer (UNABLE_TO_VERIFY_LEAF_SIGNATURE)'],
]

/** Opens the account without a session, signs in at the provider and returns. */
async function signIn(page: Page, { provider, server }: ProviderSchool, user: ProviderUser): Promise<void> {
  await page.goto(server.address)
  await provider.waitForForm(page)
  await provider.signIn(page, user)
  await page.waitForURL(isSignedInAt(server.address))
  expect((await page.request.get(`${server.address}/api/v1/profile`)).status(), page.url()).toBe(200)
}

function isSignedInAt(address: string) {
  return ({ origin, pathname }: URL) => origin === address && pathname !== '/auth/oauth-result'
}

async function profileOf(page: Page): Promise<{ name: string; roles: string[] }> {
  const profile = await (await page.request.get(new URL('/api/v1/profile', page.url()).href)).json()
  return {
    name: `${profile.lastName} ${profile.firstName}`,
    roles: profile.roles.map(({ name }: { name: string }) => name),
  }
}

async function lock(dataDir: string, { email }: ProviderUser): Promise<void> {
  const { database, close } = await openDatabase(readEnv({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  await database.update(userTable).set({ lockedAt: new Date() }).where(eq(userTable.email, email))
  await close()
}
