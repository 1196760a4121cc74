import { expect, type Request } from 'playwright/test'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { breakCall, changeAnswer } from '#tests/support/browser/faults.ts'
import { openFromMenu, waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family' })

test('the loading state appears after 200 ms', async ({ page, t }) => {
  let answer = () => {}
  await breakCall(page, '/v1/profile/events', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.goto('/profile')
  await openFromMenu(page, 'Мероприятия')
  const loading = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: t('Загружаем…') })
  await expect(loading).toHaveCSS('opacity', '1')
  // The loading state of the code may just be replaced by that of the data.
  await expect(async () => {
    const [delay, before] = await loading.evaluate((element) => {
      const [late] = element.getAnimations()
      late?.pause()
      if (late) late.currentTime = 199
      const seen = getComputedStyle(element).opacity
      late?.finish()
      return [late?.effect?.getTiming().delay, seen]
    })
    expect({ delay, before }).toEqual({ delay: 200, before: '0' })
  }).toPass()
  answer()
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
  await expect(loading).toHaveCount(0)
})

test('the pages of the menu are fetched at rest, but not for a person who saves data @nightly', async ({ page }) => {
  const events = (request: Request) => new URL(request.url()).pathname.endsWith('/profile/events')
  const fetched = page.waitForRequest(events)
  await page.goto('/profile')
  await fetched
  const saver = await page.context().newCDPSession(page)
  await saver.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const asked = page.waitForResponse(/at-rest/)
  await page.reload()
  await asked
  await waitForIdleNetwork(page)
  expect(requests.filter(events)).toEqual([])
})

test('only the visible of 5 000 contracts are rendered, from the first to the last', async ({ page, t }) => {
  await changeAnswer<Contract[]>(page, '/v1/profile/contract/list', ([sample]) =>
    sample
      ? Array.from({ length: 5000 }, (_, index) => ({
          ...sample,
          uuid: crypto.randomUUID(),
          number: `Ж-${index}`,
          payments: [],
        }))
      : [],
  )
  await page.goto('/profile')
  await openFromMenu(page, 'Договоры и оплата')
  await expect(page.getByText(/^\p{L}+ (№|no\.).Ж-0$/u)).toBeVisible()
  await page.getByRole('main').focus()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: t('Наверх') }).scrollIntoViewIfNeeded()
  await expect(page.getByText(/^\p{L}+ (№|no\.).Ж-4999$/u)).toBeVisible()
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(40)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2500)
})
