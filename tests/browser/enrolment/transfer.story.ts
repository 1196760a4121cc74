import { expect } from 'playwright/test'
import { changing } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { territoryWithFreeAndFull, transferApi } from '#tests/support/browser/transfers.ts'
import { transferPage, transferTexts } from '#tests/support/pages/transfer-page.ts'

changing.use({ login: 'family' })

changing('a parent transfers a child, and withdraws the transfer', async ({ page }) => {
  const { heading, change, confirm, withdraw, newWeek, steps } = transferPage(page)
  const transfers = transferApi(page.request)
  const group = await transfers.changeable(({ territories }) => territories.length > 1)
  const { territory, free } = await territoryWithFreeAndFull(transfers, group)
  await page.goto('/schedule')
  await page.getByRole('button', { name: 'Ещё', exact: true }).click()
  await page.getByRole('menuitem', { name: transferTexts.entry }).click()
  for (const [step, control] of steps(group, territory.title, free.title)) {
    await expect(heading(step)).toBeVisible()
    await control.click()
  }
  await expect(heading('confirming')).toBeFocused()
  await page.reload()
  await confirm.dblclick()
  await expect(heading('done')).toBeVisible()
  const coming = (await transfers.list()).filter(({ state }) => state === 'coming')
  expect(coming.map(({ contractUuid, to }) => [contractUuid, to.groupUuid])).toEqual([
    [group.contractUuid, free.groupUuid],
  ])

  await page.getByRole('link', { name: 'Открыть договор' }).click()
  const record = page.getByRole('listitem').filter({ hasText: `Из группы «${group.title}» в группу «${free.title}»` })
  await expect(record.first()).toContainText('начнёт действовать')
  await page.goBack()
  await newWeek.click()
  await expect(page).toHaveURL(/\/schedule\?view=week&date=\d{4}-\d\d-\d\d&filter\[child\]=/)

  await page.goto('/change-schedule')
  await withdraw.click()
  await page.getByRole('dialog').getByRole('button', { name: transferTexts.withdraw }).click()
  await expect(toast(page, 'Смена группы отозвана')).toBeVisible()
  await expect(change(group)).toBeVisible()
})

changing('a held place is one step away and is taken once', { tag: '@nightly' }, async ({ page }) => {
  const { heading, accept, confirm } = transferPage(page)
  await page.goto('/change-schedule')
  await expect(page.getByText(/^Место в группе .* за вами до/)).toBeVisible()
  await page.getByRole('link', { name: 'Занять место' }).click()
  await expect(heading('comparing')).toBeVisible()
  await accept.click()
  await confirm.click()
  await expect(heading('done')).toBeVisible()
  await page.goto('/change-schedule')
  await expect(page.getByText(/^Место в группе .* за вами до/)).toHaveCount(0)
  await transferApi(page.request).withdrawAll()
})
