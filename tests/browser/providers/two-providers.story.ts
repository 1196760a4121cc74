import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, type Page, test } from 'playwright/test'
import { openDatabase } from '#server/db/client.ts'
import { userRoles, users as userTable } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { type ProviderUser, users } from '#tests/providers/provider.ts'
import { isProviderInstalled, providerNames } from '#tests/providers/provider-packages.ts'
import { startSchoolOfTwo } from '#tests/providers/provider-school.ts'
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts'
import { codePage } from '#tests/support/pages/one-time-code-page.ts'

// Staff sign in at LemonLDAP::NG and families at Glewlwyd, as docs/identity-providers.md says.
test.use({ ignoreHTTPSErrors: true })

test.describe('Two providers', { tag: '@nightly' }, () => {
  test.describe.configure({ mode: 'default' })
  test.skip(!providerNames.every(isProviderInstalled), 'not both providers are installed')
  let school: Awaited<ReturnType<typeof startSchoolOfTwo>>
  test.beforeAll(async () => {
    school = await startSchoolOfTwo()
  })
  test.afterAll(() => school.stop())
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
  test.afterEach(async ({}, info) => info.attach('log of our server', { body: school.server.printed() }))

  test('a parent chooses with the keyboard, and after the sign-out a teacher the other one', async ({ page }) => {
    const { families, staff, server } = school
    await page.goto(server.address)
    const button = page.getByRole('link', { name: 'Родители и ученики' })
    await expect(page.getByRole('heading', { name: 'Как вы входите?' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    while (!(await button.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await families.waitForForm(page)
    await families.signIn(page, users.parent)
    expect(await rolesAt(page, server.address)).toEqual(['parent'])

    await page.goto(`${server.address}/logout`)
    await families.confirmSignOut(page)
    await page.goto(server.address)
    const last = page.getByRole('link', { name: 'Родители и ученики' })
    await expect(last).toHaveAccessibleDescription('Так вы входили в прошлый раз')
    await page.getByRole('link', { name: 'Сотрудники' }).click()
    await staff.waitForForm(page)
    await staff.signIn(page, users.teacher)
    expect(await rolesAt(page, server.address)).toEqual(['teacher'])
    await page.goto(`${server.address}/logout`)
    // The provider of the session asks nothing, and the page of the choice follows.
    await expect(page.getByRole('link', { name: 'Сотрудники' })).toHaveAccessibleDescription(/прошлый раз/)
  })

  test('an administrator is led to the provider by the domain of the email', async ({ page }) => {
    const { staff, server } = school
    await page.goto(server.address)
    await page.getByLabel('Ваша почта').fill('doctor@mail.example')
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(page.getByRole('alert')).toHaveText(/Выберите его кнопкой/)
    await page.getByLabel('Ваша почта').fill('doctor@school.example')
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await staff.waitForForm(page)
    await staff.signIn(page, users.administrator)
    expect(await rolesAt(page, server.address)).toEqual(['administrator'])
  })

  test('a person with an account at each signs in to the same one after an administrator has joined them', async ({
    browser,
  }) => {
    const { address } = school.server
    const signIn = async (provider: 'staff' | 'families', user: ProviderUser) => {
      const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'ru-RU' })
      await page.goto(`${address}/auth/sign-in?provider=${provider}`)
      await school[provider].waitForForm(page)
      await school[provider].signIn(page, user)
      const roles = await rolesAt(page, address)
      const { id } = await (await page.request.get(`${address}/api/v1/profile`)).json()
      return { page, person: { id, roles } }
    }
    const { person: teacher } = await signIn('staff', users.teacher)
    const { person: other } = await signIn('families', users.teacher)
    expect(teacher.roles).toEqual(['teacher'])
    expect(other).toEqual({ id: expect.not.stringContaining(teacher.id), roles: [] })

    const { page } = await signIn('staff', users.administrator)
    await page.goto(`${address}/adm-panel/?user=${teacher.id}&dialog=join`)
    await page.getByLabel('Вторая учётная запись').fill('Tyler')
    await page.getByRole('button', { name: /^Выбрать/ }).click()
    await page.getByLabel('Причина').fill('Входит и как сотрудник, и как родитель')
    await page.getByRole('button', { name: 'Объединить', exact: true }).click()
    await expect(codePage(page).field).toBeVisible()
    await expect.poll(() => codesIn(school.emails)).toEqual([expect.any(String)])
    await codePage(page).field.fill(codesIn(school.emails).join())
    await expect(page.getByRole('dialog', { name: 'Объединить учётные записи' })).toHaveCount(0)

    for (const provider of ['families', 'staff'] as const)
      expect((await signIn(provider, users.teacher)).person, provider).toEqual(teacher)
  })

  test('a family account that got a role of staff is refused', async ({ page }) => {
    const { families, server } = school
    await page.goto(`${server.address}/auth/sign-in?provider=families`)
    await families.waitForForm(page)
    await families.signIn(page, users.parent)
    await rolesAt(page, server.address)
    await page.context().clearCookies()
    await server.restart({}, () => grantRole(server.dataDir, users.parent))
    await page.goto(`${server.address}/auth/sign-in?provider=families`)
    await families.waitForForm(page)
    await families.signIn(page, users.parent)
    await page.waitForURL(/\/500\?after=sign-in&reason=account-of-staff&request=/)
    await expect(page.getByText('Так входят только семьи, а это кабинет сотрудника.')).toBeVisible()
  })
})

/** The roles of the person who is signed in when the application has opened. */
async function rolesAt(page: Page, address: string): Promise<string[]> {
  await page.waitForURL(({ origin, pathname }) => origin === address && !pathname.startsWith('/auth/'))
  const profile = await (await page.request.get(`${address}/api/v1/profile`)).json()
  return profile.roles.map(({ name }: { name: string }) => name)
}

/** The codes of the messages that have one, by their titles. */
function codesIn(emails: readonly { source: string }[]): string[] {
  return emails.flatMap(({ source }) => /<title>(\d{6}) /.exec(source)?.[1] ?? [])
}

async function grantRole(dataDir: string, { email }: ProviderUser): Promise<void> {
  const { database, close } = await openDatabase(readEnv({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  const [user] = await database.select({ id: userTable.id }).from(userTable).where(eq(userTable.email, email))
  if (user === undefined) throw new Error(`${email} is not in the school`)
  await database.insert(userRoles).values({ userId: user.id, role: 'teacher', givenBy: 'school' })
  await close()
}
