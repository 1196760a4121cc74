import { expect } from 'playwright/test'
import { purchaseAddress, purchaseApi } from '#tests/support/browser/purchases.ts'
import { changing } from '#tests/support/browser/story.ts'
import { atBothWidths, expectFits } from '#tests/support/browser/widths.ts'
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
