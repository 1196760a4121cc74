import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { territoryWithFreeAndFull, transferApi } from '#tests/support/browser/transfers.ts'

changing.use({ login: 'family' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

changing(
  'a parent transfers a child; Back and reload keep every step, and the transfer is withdrawn',
  async ({ page }) => {
    const moves = transferApi(page.request)
    const group = await moves.changeable(({ territories }) => territories.length > 1)
    const { territory, free } = await territoryWithFreeAndFull(moves, group)
    const steps: [title: string, choose: () => Promise<void>][] = [
      ['Какую группу сменить?', () => button(page, `Сменить группу: ${group.subject}, ${group.title}`).click()],
      ['Где удобно заниматься?', () => page.getByRole('main').getByRole('button', { name: territory.title }).click()],
      ['В какую группу перейти?', () => button(page, `Посмотреть неделю с группой ${free.title}`).click()],
      ['Неделя до и после', () => button(page, 'Подходит, дальше').click()],
    ]
    await page.goto('/schedule')
    await page.getByRole('link', { name: 'Сменить группу' }).click()
    const addresses: string[] = []
    for (const [title, choose] of steps) {
      await expect(heading(page, title)).toBeVisible()
      addresses.push(page.url())
      await page.reload()
      await expect(heading(page, title)).toBeVisible()
      await choose()
    }
    await expect(heading(page, 'Сменить группу?')).toBeFocused()
    for (const [index, address] of [...addresses.entries()].reverse()) {
      await page.goBack()
      await expect(page).toHaveURL(address)
      await expect(heading(page, steps[index]?.[0] ?? '')).toBeVisible()
    }
    for (const address of addresses.slice(1)) {
      await page.goForward()
      await expect(page).toHaveURL(address)
    }
    await button(page, 'Подходит, дальше').click()
    await page.reload()
    await button(page, 'Сменить группу').dblclick()
    await expect(heading(page, 'Группа сменена')).toBeVisible()
    await expectAccessible(page)
    const coming = (await moves.moves()).filter(({ state }) => state === 'coming')
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
    await page.goto(`/contracts-and-payments/${group.contractUuid}`)
    await expect(record.first()).toContainText('отозвано')
  },
)

changing('a held place is one step away and is taken once', async ({ page }) => {
  const moves = transferApi(page.request)
  await page.goto('/change-schedule')
  await expect(page.getByText(/^Место в группе .* держим для вас до/)).toBeVisible()
  await page.getByRole('link', { name: 'Занять место' }).click()
  await expect(heading(page, 'Неделя до и после')).toBeVisible()
  await button(page, 'Подходит, дальше').click()
  await button(page, 'Сменить группу').click()
  await expect(heading(page, 'Группа сменена')).toBeVisible()
  await page.goto('/change-schedule')
  await expect(page.getByText(/держим для вас/)).toHaveCount(0)
  await moves.withdrawAll()
})

changing('a second tab shows that the transfer has been made already', async ({ page, context }) => {
  const moves = transferApi(page.request)
  const group = await moves.changeable(({ territories }) => territories.length > 1)
  const { territory, free } = await territoryWithFreeAndFull(moves, group)
  const address = `/change-schedule?contract=${group.contractUuid}&territory=${territory.uuid}&group=${free.groupUuid}&step=confirm`
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto(address)
    await expect(button(tab, 'Сменить группу')).toBeEnabled()
  }
  await button(page, 'Сменить группу').click()
  await expect(heading(page, 'Группа сменена')).toBeVisible()
  await button(second, 'Сменить группу').click()
  await expect(heading(second, 'Какую группу сменить?')).toBeVisible()
  await expect(second.getByRole('main').getByRole('alert')).toContainText('Сейчас эту группу сменить нельзя.')
  await expect(second.getByText(`группа «${free.title}»`)).toBeVisible()
  expect((await moves.moves()).filter(({ state }) => state === 'coming')).toHaveLength(1)
  await moves.withdrawAll()
})

changing('the step stays until a slow response, also after Back', async ({ page }) => {
  const moves = transferApi(page.request)
  const group = await moves.changeable(({ territories }) => territories.length > 1)
  const { territory, free } = await territoryWithFreeAndFull(moves, group)
  await page.goto(`/change-schedule?contract=${group.contractUuid}&territory=${territory.uuid}&group=${free.groupUuid}`)
  await button(page, 'Подходит, дальше').click()
  const address = page.url()
  const { promise: line, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/groups/change', async (route) => {
    await line
    await route.continue()
  })
  await button(page, 'Сменить группу').click()
  await expect(button(page, 'Сменить группу')).toHaveAttribute('aria-busy', 'true')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(button(page, 'Сменить группу')).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(heading(page, 'Группа сменена')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Какую группу сменить?')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Сейчас эту группу сменить нельзя.')
  await moves.withdrawAll()
})

changing.describe('another family', () => {
  changing.use({ login: 'parent' })

  changing(
    'sees that the last place was taken, selects again, and joins a waiting list',
    async ({ page, openDevice }) => {
      const moves = transferApi(page.request)
      const group = await moves.changeable(({ territories }) => territories.length > 1)
      const toChange = (await Promise.all(group.territories.map(({ uuid }) => moves.toChange(group, uuid)))).flat()
      const last = toChange.find(({ placesLeft }) => placesLeft === 1)
      const full = toChange.find(({ placesLeft }) => placesLeft === 0)
      if (!last || !full) throw new Error('The demo school has a group with one place, and a full one')
      const territoryOf = (one: typeof last) =>
        one.territory?.uuid ?? group.territories.find(({ title }) => title === 'Онлайн')?.uuid
      const choice = `/change-schedule?contract=${group.contractUuid}&territory=${territoryOf(last)}`
      await page.goto(`${choice}&group=${last.groupUuid}`)
      await button(page, 'Подходит, дальше').click()
      await expect(button(page, 'Сменить группу')).toBeEnabled()

      const rival = await openDevice('edcheck-parent')
      const theirs = await rival.newPage()
      const theirMoves = transferApi(rival.request)
      const theirGroup = await theirMoves.changeable(({ subject }) => subject === group.subject)
      await theirs.goto(`/change-schedule?contract=${theirGroup.contractUuid}&group=${last.groupUuid}&step=confirm`)
      await button(theirs, 'Сменить группу').click()
      await expect(heading(theirs, 'Группа сменена')).toBeVisible()

      await button(page, 'Сменить группу').click()
      await expect(heading(page, 'В какую группу перейти?')).toBeFocused()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        'Последнее место в этой группе только что заняли.',
      )
      await expect(page).toHaveURL(choice)
      await expect(button(page, `Встать в очередь в группу ${last.title}`)).toBeVisible()
      await expect(button(page, `Посмотреть неделю с группой ${last.title}`)).toHaveCount(0)
      await expectAccessible(page)

      await button(page, `Встать в очередь в группу ${last.title}`).dblclick()
      await expect(page.getByText(`Очередь в группу «${last.title}»: ваше место 1 из 1`)).toBeVisible()
      await page.reload()
      await button(page, 'Выйти из очереди').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Не ждать' }).click()
      await expect(button(page, `Встать в очередь в группу ${last.title}`)).toBeVisible()
      await theirMoves.withdrawAll()
    },
  )
})
