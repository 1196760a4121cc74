import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { getPayee, listContracts } from '#contract/enrolment/contracts.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/story.ts'
import { aPhone } from '#tests/support/browser/widths.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'

/** A parent with debts in the demo. */
test.use({ ...aPhone, login: 'parent' })

const payee = getPayee.answer.parse({
  name: 'ЧОУ «Школа»',
  taxNumber: '7707083893',
  taxReason: '770701001',
  account: '40703810900000000001',
  bank: 'АО «Банк»',
  bankCode: '044525225',
  correspondentAccount: '30101810400000000225',
})
const answerPayee = (page: Page) =>
  page.route('**/api/v1/profile/contract/*/payee', (route) => route.fulfill({ json: payee }))

test('a debt is shown first, with bill and bank details that work by keyboard', async ({ page, t }) => {
  await answerPayee(page)
  await page.goto('/contracts-and-payments')
  const due = page.getByRole('region', { name: t('К оплате') })
  const opener = due.getByRole('link', { name: t('Счёт') }).first()
  await expect(opener).toBeInViewport()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('Счёт на оплату') })
  await expect(dialog.getByText(payee.account)).toBeVisible()
  await expect(page).toHaveURL(/\/contracts-and-payments\/[0-9a-f-]{36}\?pay=[0-9a-f-]{36}$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  await page.goBack()
  await expect(opener).toBeVisible()
})

test('a booked payment has a confirmation as PDF, to which the link of its notification leads', async ({ page, t }) => {
  const contracts = await page.request.get('/api/v1/profile/contract/list')
  const booked = listContracts.answer
    .parse(await contracts.json())
    .flatMap(({ uuid, number, payments }) =>
      payments.flatMap(({ operations }) =>
        operations.filter(({ hasReceipt }) => hasReceipt).map((operation) => ({ contract: uuid, number, operation })),
      ),
    )
  const last = booked.at(-1)
  if (!last) throw new Error('the parent of the demo has paid nothing')
  await page.goto(`/contracts-and-payments/${last.contract}?operation=${last.operation.uuid}`)
  const marked = page.locator('main [aria-current=true]')
  await expect(marked).toBeInViewport()
  const download = page.waitForEvent('download')
  await marked.getByRole('button', { name: t('Подтверждение оплаты (PDF)') }).click()
  expect((await download).suggestedFilename()).toContain(`Подтверждение оплаты ${last.number}`)
  const [document] = (await readPdf(await readFile(await (await download).path()))).pages
  expect(document).toMatch(new RegExp(`^Подтверждение оплаты .*Договор: № ${last.number} `))
  await expectAccessible(page)
})
