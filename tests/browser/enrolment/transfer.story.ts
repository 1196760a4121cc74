import { expect, type Page } from 'playwright/test'
import { changing } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { territoryWithFreeAndFull, transferApi } from '#tests/support/browser/transfers.ts'

changing.use({ login: 'family' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

changing('a parent transfers a child, and withdraws the transfer', async ({ page }) => {
  const transfers = transferApi(page.request)
  const group = await transfers.changeable(({ territories }) => territories.length > 1)
  const { territory, free } = await territoryWithFreeAndFull(transfers, group)
  const steps: [title: string, choose: () => Promise<void>][] = [
    ['Какую группу сменить?', () => button(page, `Сменить группу: ${group.subject}, ${group.title}`).click()],
    ['Где удобно заниматься?', () => page.getByRole('main').getByRole('button', { name: territory.title }).click()],
    ['В какую группу перейти?', () => button(page, `Посмотреть неделю с группой ${free.title}`).click()],
    ['Неделя до и после', () => button(page, 'Подходит, дальше').click()],
  ]
  await page.goto('/schedule')
  await button(page, 'Ещё').click()
  await page.getByRole('menuitem', { name: 'Сменить группу' }).click()
  for (const [title, choose] of steps) {
    await expect(heading(page, title)).toBeVisible()
    await choose()
  }
  await expect(heading(page, 'Сменить группу?')).toBeFocused()
  await page.reload()
  await button(page, 'Сменить группу').dblclick()
  await expect(heading(page, 'Группа сменена')).toBeVisible()
  const coming = (await transfers.list()).filter(({ state }) => state === 'coming')
  expect(coming.map(({ contractUuid, to }) => [contractUuid, to.groupUuid])).toEqual([
    [group.contractUuid, free.groupUuid],
  ])

  await page.getByRole('link', { name: 'Открыть договор' }).click()
  const record = page.getByRole('listitem').filter({ hasText: `Из группы «${group.title}» в группу «${free.title}»` })
  await expect(record.first()).toContainText('начнёт действовать')
  await page.goBack()
  await page.getByRole('link', { name: 'Посмотреть новую неделю' }).click()
  await expect(page).toHaveURL(/\/schedule\?view=week&date=\d{4}-\d\d-\d\d&filter\[child\]=/)

  await page.goto('/change-schedule')
  await button(page, 'Отозвать').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await expect(toast(page, 'Смена группы отозвана')).toBeVisible()
  await expect(button(page, `Сменить группу: ${group.subject}, ${group.title}`)).toBeVisible()
})

changing('a held place is one step away and is taken once', async ({ page }) => {
  const transfers = transferApi(page.request)
  await page.goto('/change-schedule')
  await expect(page.getByText(/^Место в группе .* держим за вами до/)).toBeVisible()
  await page.getByRole('link', { name: 'Занять место' }).click()
  await expect(heading(page, 'Неделя до и после')).toBeVisible()
  await button(page, 'Подходит, дальше').click()
  await button(page, 'Сменить группу').click()
  await expect(heading(page, 'Группа сменена')).toBeVisible()
  await page.goto('/change-schedule')
  await expect(page.getByText(/держим за вами/)).toHaveCount(0)
  await transfers.withdrawAll()
})
