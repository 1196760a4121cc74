import type { Locale } from '#contract/enumerations.ts'
import { type Translate, translator } from '#tests/support/browser/translations.ts'
import { journey } from '#tests/support/engines/engine-story.ts'
import type { Tab } from '#tests/support/engines/tab.ts'
import { shellNames } from '#tests/support/pages/shell-page.ts'

// A cookie cannot choose a language here: the browser does. Chromium has no such setting for a driver;
// tests/browser/shell/browsers.story.ts plays storage that throws in it.
journey.use({ blocksCookies: true })
journey.skip(({ engine }) => !['Firefox', 'WebKit'].includes(engine), 'only Firefox and WebKit can block cookies')

journey('with all cookies blocked pages are read, filtered and opened', async ({ visitor, tab }) => {
  await visitor.open('/catalog')
  const t = await translatorOf(tab)
  await visitor.sees({ role: 'heading', level: 1, name: t('Каталог курсов') })
  await visitor.fill({ role: 'textbox', name: t('Найти курс') }, 'no such course')
  await visitor.seesText(new RegExp(t('Таких курсов нет')))
  await visitor.click({ role: 'button', name: t('Очистить поиск') })
  // A banner is an article too; the title of a course is a link in a heading.
  await visitor.click({ role: 'link', within: 'heading' })
  await visitor.seesNot({ role: 'heading', level: 1, name: t('Каталог курсов') })
  await visitor.sees({ role: 'heading', level: 1 })
})

journey('with all cookies blocked signing in says what is wrong and what to do', async ({ visitor, tab }) => {
  await visitor.open('/catalog')
  const t = await translatorOf(tab)
  const obstacle = { role: 'heading', level: 1, name: t('Браузер не принимает cookie') }
  await visitor.click({ role: 'button', name: t(shellNames.signIn) })
  await visitor.sees(obstacle)
  await visitor.seesText(/Allow cookies for this site|Разрешите cookie для этого сайта/)
  await visitor.open('/profile')
  await visitor.sees({ role: 'heading', level: 1 })
  await visitor.open('/')
  await visitor.sees(obstacle)
})

async function translatorOf(tab: Tab): Promise<Translate> {
  return translator(await tab.run(() => document.documentElement.lang as Locale, null))
}
