import { writeFileSync } from 'node:fs'
import { expect } from 'playwright/test'
import type { Profile } from '#contract/people/profile.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { type DemoAccount, demoAccounts } from '#server/idp/accounts/demo-accounts.ts'
import { purchaseAddress, purchaseApi } from '#tests/support/browser/purchases.ts'
import { territoryWithFreeAndFull, transferApi } from '#tests/support/browser/transfers.ts'
import { translator } from '#tests/support/browser/translations.ts'
import { picture } from '#tests/support/documents/pictures.ts'
import { journey } from '#tests/support/engines/engine-story.ts'
import { purchaseTexts } from '#tests/support/pages/purchase-page.ts'
import { shellNames } from '#tests/support/pages/shell-page.ts'
import { ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { transferTexts } from '#tests/support/pages/transfer-page.ts'

// One after the other: each worker starts the browser and a server.
journey.describe.configure({ mode: 'default' })

journey('a visitor signs in, signs out, and Back shows nothing private', async ({ visitor, tab, t }) => {
  const [{ title, firstName, lastName }] = demoAccounts.filter(({ login }) => login === 'teacher') as [DemoAccount]
  await visitor.open('/catalog')
  await visitor.click({ role: 'button', name: t(shellNames.signIn) })
  await visitor.click({ role: 'button', name: `${title} ${firstName} ${lastName}` })
  await visitor.sees({ role: 'heading', level: 1, name: t('Каталог курсов') })
  // The link that signs out works once; the service worker must not open it twice.
  const atRest = () => expect(async () => expect(await tab.run(isAtRest, null)).toBe(true)).toPass({ timeout: 30_000 })
  await atRest()
  await visitor.open('/profile')
  await visitor.seesText(/Сергеевна/)
  // Firefox reports requests through the worker that end with their page.
  await atRest()
  await visitor.click({ role: 'button', name: new RegExp(t(shellNames.userMenu)) })
  await visitor.click({ role: 'menuitem', name: t(shellNames.signOut) })
  await visitor.sees({ role: 'heading', level: 1, name: providerMessages.ru.signIn })
  await visitor.back()
  await visitor.sees({ role: 'heading', level: 1, name: providerMessages.ru.signIn })
  await visitor.seesNotText('Сергеевна')
})

journey.describe('a teacher', () => {
  journey.use({ login: 'teacher' })

  journey('changes the language without a reload, and it stays', async ({ visitor, t }) => {
    const english = translator('en')
    await visitor.open('/events')
    await visitor.click({ role: 'button', name: new RegExp(t(shellNames.userMenu)) })
    await visitor.click({ role: 'menuitemcheckbox', name: 'English' })
    await visitor.sees({ role: 'heading', level: 1, name: english('Мероприятия') })
    await visitor.reload()
    await visitor.sees({ role: 'heading', level: 1, name: english('Мероприятия') })
  })

  journey('changes the name', async ({ visitor, api, t }) => {
    await visitor.open('/profile')
    await visitor.click({ role: 'button', name: t('Изменить имя') })
    await visitor.fill({ role: 'textbox', name: t('Фамилия'), within: 'dialog' }, 'Орлова')
    await visitor.click({ role: 'button', name: t('Сохранить') })
    await visitor.seesNot({ role: 'dialog' })
    await visitor.sees({ role: 'heading', level: 2, name: /^Орлова / })
    await visitor.reload()
    await visitor.sees({ role: 'heading', level: 2, name: /^Орлова / })
    const { lastName }: Profile = await (await api.get('/api/v1/profile')).json()
    expect(lastName).toBe('Орлова')
  })
})

journey.describe('a parent', () => {
  journey.use({ login: 'family' })

  journey('buys a course', async ({ visitor, api }) => {
    const purchases = purchaseApi(api)
    const choice = await purchases.choice((students) => students.length > 1)
    const { firstName, lastName } = choice.student
    await visitor.open(purchaseAddress(choice))
    await visitor.click({ role: 'button', name: new RegExp(`${firstName} ${lastName}`), within: 'main' })
    await visitor.click({ role: 'button', name: purchaseTexts.group(choice.group.title) })
    await visitor.click({ role: 'button', name: purchaseTexts.scheme() })
    await visitor.sees({ role: 'heading', name: purchaseTexts.headings.reviewing })
    await visitor.reload()
    await visitor.click({ role: 'button', name: purchaseTexts.make })
    await visitor.sees({ role: 'heading', name: purchaseTexts.headings.done })
    const made = (await purchases.contracts()).filter(({ groupUuid }) => groupUuid === choice.group.groupUuid)
    expect(made.map(({ student }) => student.uuid)).toContain(choice.student.studentUuid)
  })

  journey('transfers a child to another group', async ({ visitor, api }) => {
    const transfers = transferApi(api)
    const group = await transfers.changeable(({ territories }) => territories.length > 1)
    const { territory, free } = await territoryWithFreeAndFull(transfers, group)
    await visitor.open('/change-schedule')
    await visitor.click({ role: 'button', name: transferTexts.change(group) })
    await visitor.click({ role: 'button', name: new RegExp(territory.title), within: 'main' })
    await visitor.click({ role: 'button', name: transferTexts.compare(free.title) })
    await visitor.click({ role: 'button', name: transferTexts.accept })
    await visitor.click({ role: 'button', name: transferTexts.confirm })
    await visitor.sees({ role: 'heading', name: transferTexts.headings.done })
    const coming = (await transfers.list()).filter(({ state }) => state === 'coming')
    expect(coming.map(({ to }) => to.groupUuid)).toEqual([free.groupUuid])
    await transfers.withdrawAll()
  })

  journey('writes a ticket', async ({ visitor, api, t }) => {
    await visitor.open('/schedule')
    await visitor.click({ role: 'button', name: t('Ещё') })
    await visitor.click({ role: 'menuitem', name: ticketTexts.open })
    await visitor.fill({ role: 'textbox', name: ticketTexts.text }, 'Просим перенести занятие')
    await visitor.click({ role: 'button', name: ticketTexts.review })
    await visitor.click({ role: 'button', name: ticketTexts.send })
    await visitor.seesText(ticketTexts.sent())
    const [newest]: Ticket[] = await (await api.get('/api/v1/schedule/ticket/list')).json()
    expect(newest?.subject).toBe('Просим перенести занятие')
  })
})

journey.describe('a student', () => {
  journey.use({ login: 'innopolis-student' })

  journey('uploads an avatar', async ({ visitor, api, t }, testInfo) => {
    const photo = testInfo.outputPath('photo.jpg')
    writeFileSync(photo, await picture('jpeg', { width: 1600, height: 1000 }))
    await visitor.open('/profile')
    await visitor.click({ role: 'button', name: t('Добавить фото') })
    await visitor.chooseFile(photo)
    await visitor.sees({ role: 'slider', name: t('Масштаб') })
    await visitor.click({ role: 'button', name: t('Сохранить'), within: 'dialog' })
    await visitor.seesNot({ role: 'dialog' })
    await visitor.sees({ role: 'button', name: t('Сменить фото') })
    const { avatar }: Profile = await (await api.get('/api/v1/profile')).json()
    expect(avatar).not.toBeNull()
  })
})

/** Runs in the page. Whether its service worker is ready and nothing has been loaded since the last time. */
function isAtRest(): boolean {
  const { dataset } = document.documentElement
  void navigator.serviceWorker.ready.then(() => (dataset.worker = 'ready'))
  const loaded = `${performance.getEntriesByType('resource').length}`
  const isQuiet = dataset.loaded === loaded
  dataset.loaded = loaded
  return isQuiet && dataset.worker === 'ready'
}
