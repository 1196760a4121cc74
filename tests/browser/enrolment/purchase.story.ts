import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { purchaseAddress, purchaseApi } from '#tests/support/browser/purchases.ts'
import { changing } from '#tests/support/browser/story.ts'
import { atBothWidths, expectFits } from '#tests/support/browser/widths.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { purchasePage, purchaseTexts } from '#tests/support/pages/purchase-page.ts'

changing.use({ login: 'family' })

/** Several children can be enrolled, so the first step is the selection of a child. */
const severalChildren = (students: readonly object[]) => students.length > 1

changing('a parent enrols a child step by step, and a double click makes one contract', async ({ page, language }) => {
  const purchases = purchaseApi(page.request)
  const choice = await purchases.choice(severalChildren)
  const before = await purchases.contracts()
  const { heading, child, group, scheme, make, ...shown } = purchasePage(page)
  const steps = [
    ['choosingChild', child(`${choice.student.firstName} ${choice.student.lastName}`)],
    ['choosingGroup', group(choice.group.title)],
    ['choosingScheme', scheme().first()],
  ] as const
  await page.goto(purchaseAddress(choice))
  for (const [index, [step, control]] of steps.entries()) {
    await expect(heading(step)).toBeVisible()
    await expect(shown.progress(index + 1, 4)).toBeVisible()
    await control.click()
  }
  await expect(heading('reviewing')).toBeFocused()
  await expect(page).toHaveURL(/&basket=/)
  await atBothWidths(page, {
    language,
    open: () => page.reload(),
    look: async () => {
      await expect(make).toBeEnabled()
      await expectFits(page)
    },
  })
  await make.dblclick()
  await expect(heading('done')).toBeFocused()
  const made = (await purchases.contracts()).filter(({ uuid }) => before.every((one) => one.uuid !== uuid))
  expect(made.map(({ groupUuid, student }) => [groupUuid, student.uuid])).toEqual([
    [choice.group.groupUuid, choice.student.studentUuid],
  ])
  await expect(page).toHaveURL(`/catalog/${choice.course.uuid}/purchase?contract=${made[0]?.uuid}`)
  await expect(shown.contract(made[0]?.number)).toBeVisible()
  await expect(page.getByText(/^Первый платёж до .+: /)).toBeVisible()
  await page.reload()
  await shown.openContract.click()
  await expect(page).toHaveURL(`/contracts-and-payments/${made[0]?.uuid}`)
  // A second purchase for the same child is refused.
  await page.goto(purchaseAddress(choice, 'child', 'group'))
  await expect(shown.alert).toContainText(purchaseTexts.refusals['already-there'])
})

changing(
  'a parent reads the contract, agrees, and anyone verifies the printed one',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const purchases = purchaseApi(page.request)
    const choice = await purchases.choice()
    const { heading, make } = purchasePage(page)
    await page.goto(`/catalog/${choice.course.uuid}/purchase?basket=${await purchases.fill(choice)}`)
    await expect(page.getByRole('heading', { name: '5. Отказ от договора и возврат денег' })).toBeVisible()
    await make.click()
    await expect(heading('done')).toBeVisible()
    const uuid = new URL(page.url()).searchParams.get('contract') ?? ''
    const { number } = (await purchases.contracts()).find((each) => each.uuid === uuid) ?? { number: '' }
    const link = await page.request.get(`/api/v1/profile/contract/${uuid}/document-link`)
    const { url }: { url: string } = await link.json()
    const { pages } = await readPdf(await (await page.request.get(url)).body())
    const [code = ''] =
      /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}(?= |$)/.exec(pages.at(-1)?.split('Код проверки')[1] ?? '') ?? []
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(new URL('/verify', page.url()).href)
    await visitor.getByRole('textbox', { name: 'Номер договора' }).fill(number)
    await visitor.getByRole('textbox', { name: 'Код проверки' }).fill(code.toLowerCase())
    await expectAccessible(visitor)
    await visitor.getByRole('button', { name: 'Проверить' }).click()
    await expect(visitor.getByText('Договор подлинный')).toBeVisible()
    await expectAccessible(visitor)
    await visitor.context().close()
  },
)

changing(
  'after a lost response a retry repeats the request with its idempotency key',
  { tag: '@nightly' },
  async ({ page }) => {
    const { heading, alert, make } = purchasePage(page)
    const purchases = purchaseApi(page.request)
    const choice = await purchases.choice()
    await page.goto(`/catalog/${choice.course.uuid}/purchase?basket=${await purchases.fill(choice)}`)
    const keys: (string | undefined)[] = []
    await page.route('**/create-by-grocery-basket', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      // The server handles the request; its response is lost.
      const answer = await route.fetch()
      if (keys.length === 1) return route.abort('connectionfailed')
      await route.fulfill({ response: answer })
    })
    await make.click()
    await expect(alert).toContainText('Нет связи с сервером.')
    await make.click()
    await expect(heading('done')).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    const own = ({ groupUuid, student }: { groupUuid: string | null; student: { uuid: string } }) =>
      groupUuid === choice.group.groupUuid && student.uuid === choice.student.studentUuid
    expect((await purchases.contracts()).filter(own)).toHaveLength(1)
  },
)
