import { expect } from 'playwright/test'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import { type GuardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { FamilyChild, Profile } from '#contract/people/profile.ts'
import { cachedCalls } from '#tests/support/browser/offline-store.ts'
import { purchaseAddress, purchaseApi } from '#tests/support/browser/purchases.ts'
import { changing } from '#tests/support/browser/story.ts'
import { codeLabel } from '#tests/support/pages/one-time-code-page.ts'
import { paymentPage } from '#tests/support/pages/payment-page.ts'
import { purchasePage } from '#tests/support/pages/purchase-page.ts'
import { ticketPage } from '#tests/support/pages/ticket-page.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

changing.use({ login: 'payer-parent', serviceWorkers: 'allow' })

const none: GuardianRights = { ...rightsOfPreset.informed, seesLearning: false, isNotified: false }
const contractsCall = 'GET /v1/profile/contract/list'
const streamPath = '**/api/v1/profile/stream'

changing(
  'a right that is taken away acts at once on an open page',
  { tag: '@nightly' },
  async ({ page, context, openDevice, server, messageTo, t }) => {
    const read = async <Answer>(path: string) => (await (await page.request.get(`/api/v1${path}`)).json()) as Answer
    const { id: guardianId } = await read<Profile>('/profile')
    const children = await read<FamilyChild[]>('/profile/children')
    const [first, second] = children
    if (!first || !second) throw new Error('the guardian has two children')

    // The school gives and takes rights. Others have asked for a code as `administrator`.
    const { request } = await openDevice('super-administrator')
    const headers = { 'x-requested-with': 'lk', origin: server.address }
    const school = (await (await request.get('/api/v1/profile')).json()) as Profile
    await request.post('/api/v1/profile/two-factor/send', { headers })
    const code = codeIn(await messageTo(school.phone ?? school.email ?? '', codeLabel))
    await request.post('/api/v1/profile/two-factor/check', { headers, data: { code } })
    const set = async (rights: GuardianRights, ...of: FamilyChild[]) => {
      for (const { uuid } of of) {
        const data = { guardianId, rights, reason: 'По заявлению' }
        const answer = await request.post(`/api/v1/admin/user/${uuid}/guardian-rights`, { headers, data })
        expect([204, 409]).toContain(answer.status())
      }
    }
    const closed = page.getByText(t('Этот раздел для вас не открыт'))
    const main = page.getByRole('main')
    const openLive = async (path: string) => {
      const opened = page.waitForResponse(streamPath)
      await page.goto(path)
      await opened
    }
    await set(rightsOfPreset.full, ...children)

    await changing.step('menu, section, page in the cache and offline store', async () => {
      await openLive('/grade-book/')
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await page
        .getByRole('link', { name: t('Договоры и оплата') })
        .first()
        .click()
      const [contract] = await read<Contract[]>('/profile/contract/list')
      const number = contract?.number ?? ''
      await expect(main).toContainText(number)
      await expect.poll(() => cachedCalls(page)).toContain(contractsCall)
      await set(rightsOfPreset.learning, ...children)
      await expect(closed).toBeVisible()
      await expect(main).toContainText('Вам открыты')
      await expect(main.getByRole('link', { name: /^\+7/ })).toBeVisible()
      await expect(page.locator('html')).not.toContainText(number)
      await expect(page.getByRole('navigation').getByRole('link', { name: t('Договоры и оплата') })).toHaveCount(0)
      await expect.poll(() => cachedCalls(page)).not.toContain(contractsCall)
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: t('Журнал оценок') })).toBeVisible()
      await expect(closed).toHaveCount(0)
      await set(none, ...children)
      await expect(closed).toBeVisible()
      await context.setOffline(true)
      await page.goto('/contracts-and-payments')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).not.toContainText(number)
      await context.setOffline(false)
    })

    await changing.step('a calendar that another program reads', async () => {
      await set(rightsOfPreset.full, ...children)
      const data = { students: children.map(({ uuid }) => uuid), kinds: scheduleFilterKinds }
      const { url } = (await (await page.request.post('/api/v1/schedule/feed-link', { headers, data })).json()) as {
        url: string
      }
      const lessons = async () => (await (await page.request.get(url)).text()).split('BEGIN:VEVENT').length - 1
      expect(await lessons()).toBeGreaterThan(0)
      await set(rightsOfPreset.payer, ...children)
      expect(await lessons()).toBe(0)
    })

    await changing.step('a message that is being written keeps its text', async () => {
      await set(rightsOfPreset.full, ...children)
      const { text } = ticketPage(page)
      await openLive('/schedule?tickets=new')
      await text.fill('Кто ведёт занятие?')
      await set(rightsOfPreset.payer, ...children)
      await expect(closed).toBeAttached()
      await expect(text).toHaveText('Кто ведёт занятие?')
    })

    await changing.step('a purchase', async () => {
      await set(rightsOfPreset.full, ...children)
      const choice = await purchaseApi(page.request).choice((students) => students.length > 1)
      const child = children.find(({ uuid }) => uuid === choice.student.studentUuid)
      if (!child) throw new Error('no such child')
      const { heading } = purchasePage(page)
      await openLive(purchaseAddress(choice, 'child'))
      await expect(heading('choosingGroup')).toBeVisible()
      await set(rightsOfPreset.payer, child)
      await expect(page.getByRole('heading', { name: t('Запись этого ребёнка для вас не открыта') })).toBeVisible()
      await expect(main.getByRole('link', { name: /^\+7/ })).toBeVisible()
      await page.getByRole('button', { name: t('Выбрать другого ребёнка') }).click()
      // The course may not be for the other child, which the list of the children says.
      await expect(heading('choosingChild').or(heading('choosingGroup'))).toBeVisible()
      await set(rightsOfPreset.payer, ...children)
      await expect(closed).toBeVisible()
    })

    await changing.step('a payment', async () => {
      await set(rightsOfPreset.full, ...children)
      const { pay, heading, choose } = paymentPage(page)
      await openLive('/payment')
      await choose.click()
      await expect(heading('reviewing')).toBeVisible()
      await pay.first().click()
      await page.waitForURL((url) => !url.pathname.startsWith('/payment'))
      await page.goBack()
      await expect(heading('waiting')).toBeVisible()
      await set({ ...rightsOfPreset.full, pays: false }, ...children)
      await expect(heading('canceled')).toBeVisible()
      await expect(main).toContainText(t('Чтобы платить за обучение'))
      await expect(page.getByRole('button', { name: t('Заплатить ещё раз') })).toHaveCount(0)
      await page.goto('/payment')
      await expect(page.getByText(t('Оплата для вас не открыта'))).toBeVisible()
    })
  },
)
