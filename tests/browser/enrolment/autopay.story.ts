import { expect } from 'playwright/test'
import { listContracts } from '#contract/enrolment/contracts.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { atBothWidths, expectFits } from '#tests/support/browser/widths.ts'

changing.use({ login: 'family' })

changing('a parent agrees to autopay with a payment, stops it and turns it on again', async ({ page, language, t }) => {
  const answer = await page.request.get('/api/v1/profile/contract/list')
  const contracts = listContracts.answer.parse(await answer.json())
  const open = contracts.find(({ status, payments }) => {
    const left = payments.filter((payment) => payment.status === 'Open' && payment.paid < payment.amount)
    return (status === 'Open' || status === 'Concluded') && left.length > 2
  })
  if (!open) throw new Error('The demo has no contract with instalments')

  await page.goto(`/contracts-and-payments/${open.uuid}`)
  await page.getByRole('link', { name: t('Оплатить картой и включить') }).click()
  const agreement = page.getByRole('checkbox', {
    name: t('Автоплатёж с этой карты'),
  })
  await expect(agreement).not.toBeChecked()
  await agreement.check()
  await expect(page.getByRole('list', { name: t('Что спишется'), exact: true })).toBeVisible()
  await atBothWidths(page, {
    language,
    open: () => page.reload(),
    look: async () => {
      await expect(agreement).toBeVisible()
      await expectFits(page)
    },
  })
  await agreement.check()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: /₽/ }).click()
  await page.locator('button[value="pay"]').click()
  await expect(page.getByText('··4444').first()).toBeVisible()

  await page.goto(`/contracts-and-payments/${open.uuid}`)
  const stop = page.getByRole('button', { name: t('Отключить автоплатёж') })
  await expectAccessible(page)
  await stop.click()
  await expect(page.getByText(t('Отключён: больше ничего не спишется'))).toBeVisible()
  await page.getByRole('button', { name: /··4444$/ }).click()
  await expect(stop).toBeVisible()

  await page.goto('/contracts-and-payments')
  await expect(page.getByText(/··4444/).first()).toBeVisible()
})
