import { expect } from 'playwright/test'
import type { Profile } from '#contract/people/profile.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { expectFits } from '#tests/support/browser/widths.ts'
import { signInAt } from '#tests/support/pages/provider-page.ts'

const login = 'academy-parent'

changing(
  'the link of the email about a new device ends its session',
  { tag: '@nightly' },
  async ({ page, openDevice, messageTo, t, language }) => {
    await signInAt(page, { address: '/profile', login, language })
    const { email }: Profile = await (await page.request.get('/api/v1/profile')).json()
    const theirs = await (await openDevice(null, { locale: language })).newPage()
    await signInAt(theirs, { address: '/profile', login, language: 'ru' })
    const message = await messageTo(email ?? '', 'Вход с нового устройства')
    const link = /http\S+\/not-me\/\S+/.exec(message?.text ?? '')?.[0] ?? ''

    await page.goto(new URL(link).pathname)
    await expect(page.getByRole('heading', { level: 1, name: t('Это были не вы?') })).toBeVisible()
    await expectFits(page)
    await expectAccessible(page)
    await theirs.reload()
    await expect(theirs.getByRole('heading', { level: 1, name: 'Профиль' })).toBeVisible()

    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: t('Это не я: защитить кабинет') }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: t('Кабинет защищён') })).toBeFocused()
    await expectFits(page)
    await expectAccessible(page)
    await messageTo(email ?? '', language === 'ru' ? 'Личный кабинет защищён' : 'account is secured')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: t('Кабинет защищён') })).toBeVisible()

    await theirs.reload()
    await expect(theirs.locator('input[name=password]')).toBeVisible()
  },
)
