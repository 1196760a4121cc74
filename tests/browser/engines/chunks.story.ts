import { expect } from 'playwright/test'
import { builtFrom, chunkOf, dependenciesOf } from '#tests/support/browser/faults.ts'
import { translator } from '#tests/support/browser/translations.ts'
import { journey } from '#tests/support/engines/engine-story.ts'
import { type FaultyHost, type FileFault, fileFaults, serveWithFaults } from '#tests/support/engines/faulty-host.ts'
import { type Visitor, visitorIn } from '#tests/support/engines/visitor.ts'
import { shellNames } from '#tests/support/pages/shell-page.ts'
import { ticketTexts } from '#tests/support/pages/ticket-page.ts'

// Every fault meets a tab of its own: a file that has arrived once stays in the HTTP cache.
journey.describe.configure({ mode: 'default' })
journey.use({ login: 'family' })

/** The visitor goes through a host that spoils files. */
const story = journey.extend<{ host: FaultyHost }>({
  host: async ({ server }, use) => {
    await using host = await serveWithFaults(server.address)
    await use(host)
  },
  visitor: async ({ tab, host }, use) => use(visitorIn(tab, host.address)),
})

const engines = ['newest Chromium', 'Chromium 109.0.6', 'Firefox', 'WebKit']
story.skip(({ engine }) => !engines.includes(engine), 'other Chromiums keep a failed import as 109 does')

const ru = translator('ru')
const inEnglish = translator('en')
const menu = ru('Меню')
const typed = 'матем'

type LateCode = {
  what: string
  path: string
  files: string[]
  open: (visitor: Visitor) => Promise<void>
  failure: string
  opened: (visitor: Visitor) => Promise<void>
}

const lateCode: readonly LateCode[] = [
  {
    what: 'a page',
    path: '/profile',
    files: [chunkOf('events')],
    open: openEvents,
    failure: ru('Страница не загрузилась'),
    opened: seesEvents,
  },
  {
    what: 'an import of a page',
    path: '/profile',
    files: dependenciesOf('events', 'page.tsx', ['profile', 'contracts-and-payments']),
    open: openEvents,
    failure: ru('Страница не загрузилась'),
    opened: seesEvents,
  },
  {
    what: 'a dialog',
    path: '/profile',
    files: [chunkOf('profile', 'names-dialog.tsx')],
    open: (visitor) => visitor.click({ role: 'button', name: ru('Изменить имя') }),
    failure: ru('Не удалось загрузить'),
    opened: (visitor) => visitor.sees({ role: 'dialog', name: ru('Имя и фамилия') }),
  },
  {
    what: 'the editor of a dialog',
    path: '/schedule',
    files: dependenciesOf('shell', 'tickets/ticket-dialog.tsx', ['schedule']),
    open: async (visitor) => {
      await visitor.click({ role: 'button', name: ru('Ещё') })
      await visitor.click({ role: 'menuitem', name: ticketTexts.open })
    },
    failure: ru('Не удалось загрузить'),
    opened: (visitor) => visitor.sees({ role: 'textbox', name: ticketTexts.text }),
  },
  {
    what: 'the user menu',
    path: '/profile',
    files: [builtFrom('src/ui/overlay/menu.tsx')],
    open: openUserMenu,
    failure: ru('Не удалось загрузить'),
    opened: (visitor) => visitor.sees({ role: 'menu' }),
  },
]

for (const { what, path, files, open, failure, opened } of lateCode)
  for (const fault of Object.keys(fileFaults) as FileFault[])
    story(`${what} opens at the next try after ${fault}`, async ({ visitor, host }) => {
      host.spoil(paths(files), fault)
      await visitor.open(path)
      await open(visitor)
      await visitor.seesText(new RegExp(failure))
      expect(host.spoiled()).toBeGreaterThan(0)
      host.mend()
      await open(visitor)
      await opened(visitor)
    })

for (const fault of Object.keys(fileFaults) as FileFault[])
  story(`a language is had at the next try, and typed text stays, after ${fault}`, async ({ visitor, host }) => {
    host.spoil(paths([builtFrom('src/locales/en/messages.po')]), fault)
    await visitor.open('/catalog')
    await visitor.fill({ role: 'textbox', name: ru('Найти курс') }, typed)
    await chooseEnglish(visitor)
    await visitor.seesText(new RegExp(ru('Не удалось загрузить')))
    await visitor.holds({ role: 'textbox', name: ru('Найти курс') }, typed)
    host.mend()
    await chooseEnglish(visitor)
    await visitor.sees({ role: 'heading', level: 1, name: inEnglish('Каталог курсов') })
    await visitor.holds({ role: 'textbox', name: inEnglish('Найти курс') }, typed)
  })

story('an unsent ticket stays when a page is lost and the document is loaded again', async ({ visitor, host }) => {
  const text = { role: 'textbox', name: ticketTexts.text }
  host.spoil(paths([chunkOf('events')]), 'its release is gone')
  await visitor.open('/schedule?tickets=new')
  await visitor.fill(text, 'Просим перенести занятие')
  await visitor.click({ role: 'button', name: ru('Закрыть'), within: 'dialog' })
  await visitor.seesNot({ role: 'dialog' })
  await openEvents(visitor)
  await visitor.seesText(new RegExp(ru('Страница не загрузилась')))
  host.mend()
  await visitor.click({ role: 'button', name: ru('Обновить страницу') })
  await seesEvents(visitor)
  await visitor.open('/schedule?tickets=new')
  await visitor.holds(text, 'Просим перенести занятие')
})

story('a page opens after a module preload of its code has failed', async ({ visitor, tab, host }) => {
  // Documents of earlier releases had such preloads; WebKit keeps their failures for the whole tab.
  const files = paths([chunkOf('events')])
  host.spoil(files, 'its connection drops')
  await visitor.open('/profile')
  await tab.run(preloadModules, files)
  await expect.poll(() => host.spoiled()).toBeGreaterThan(0)
  host.mend()
  await openEvents(visitor)
  await visitor.reload()
  await seesEvents(visitor)
})

/** Over another page, so that the second try is a navigation too. */
async function openEvents(visitor: Visitor): Promise<void> {
  await visitor.followLink(menu, '/contracts-and-payments')
  await visitor.sees({ role: 'heading', level: 1, name: ru('Договоры и оплата') })
  await visitor.followLink(menu, '/events')
}

/** A page that did not load has the heading as well. */
async function seesEvents(visitor: Visitor): Promise<void> {
  await visitor.sees({ role: 'heading', level: 1, name: ru('Мероприятия') })
  await visitor.sees({ role: 'tabpanel' })
}

function openUserMenu(visitor: Visitor): Promise<void> {
  return visitor.click({ role: 'button', name: new RegExp(ru(shellNames.userMenu)) })
}

async function chooseEnglish(visitor: Visitor): Promise<void> {
  await openUserMenu(visitor)
  await visitor.click({ role: 'menuitemcheckbox', name: 'English' })
}

/** Without the `**` of the patterns that Playwright takes. */
function paths(patterns: readonly string[]): string[] {
  expect(patterns).not.toEqual([])
  return patterns.map((pattern) => pattern.replace('**', ''))
}

// Runs in the page and uses nothing from outside of itself.
function preloadModules(files: readonly string[]): void {
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}
