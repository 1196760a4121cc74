import { expect, type Page, test } from 'playwright/test'
import { users } from '#tests/providers/provider.ts'
import { isProviderInstalled, providerNames } from '#tests/providers/provider-packages.ts'
import { startSchoolOfTwo } from '#tests/providers/provider-school.ts'
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts'

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
})

/** The roles of the person who is signed in when the application has opened. */
async function rolesAt(page: Page, address: string): Promise<string[]> {
  await page.waitForURL(({ origin, pathname }) => origin === address && !pathname.startsWith('/auth/'))
  const profile = await (await page.request.get(`${address}/api/v1/profile`)).json()
  return profile.roles.map(({ name }: { name: string }) => name)
}
