import { expect } from 'playwright/test'
import { changing } from '#tests/support/browser/story.ts'

changing.use({ login: 'family' })

changing(
  'an error that no page expects is shown with a number and reported without its message',
  async ({ page, t }) => {
    await page.goto('/profile')
    const report = page.waitForRequest('**/api/v1/system/page-error')
    await page.evaluate(() => {
      const { src } = document.querySelector<HTMLScriptElement>('script[type=module][src]') ?? { src: '' }
      const error = new TypeError('Secret of Olga')
      error.stack = `TypeError: Secret of Olga\n    at x (${src}:1:20)\n    at y (chrome-extension://a/b.js:1:1)`
      reportError(error)
      reportError(error)
    })
    const body = (await report).postDataJSON()
    const file = expect.stringMatching(/^assets\/index-[\w-]+\.js:1:20$/)
    expect(body).toEqual({ number: expect.any(String), name: 'TypeError', page: '/profile', frames: [file] })
    expect((await (await report).response())?.status()).toBe(204)
    const toasts = page.getByRole('listitem').filter({ hasText: t('Что-то пошло не так') })
    await expect(toasts).toHaveCount(1)
    await expect(toasts).toContainText(body.number)
  },
)
