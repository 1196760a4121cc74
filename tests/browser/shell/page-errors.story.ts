import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
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

changing('the operator reads where in the sources a reported error was thrown', async ({ request }) => {
  const thrower = 'assets\\/[\\w.-]+\\.js'
  const position = positionOf(thrower)
  const pageError = {
    number: '0a1b2c3d',
    name: 'TypeError',
    page: '/profile',
    frames: [position, 'assets/gone.js:1:1'],
  }
  const log = `${JSON.stringify({ level: 40, msg: 'another line' })}\n${JSON.stringify({ level: 40, pageError })}\n`
  const printed = execFileSync(process.execPath, ['scripts/page-error.ts', '0a1b2c3d'], { input: log }).toString()
  const [title, thrown = '', gone] = printed.trimEnd().split('\n')
  expect([title, gone]).toEqual(['TypeError on /profile', '  assets/gone.js:1:1 (no dist-maps/gone.js.map)'])
  const [, file = '', line] = /^ {2}(\S+?):(\d+):\d+/.exec(thrown) ?? []
  expect(file).toBe('src/app/page-errors.ts')
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain(thrower)

  const [script = ''] = position.split(':')
  expect(globSync('dist/**/*.map')).toEqual([])
  expect(readFileSync(`dist/${script}`, 'utf8')).not.toContain('sourceMappingURL')
  expect((await request.get(`/${script}.map`)).status()).toBe(404)
})

changing('a browser without modules says at once what is wrong, and the page can be read', async ({ page, t }) => {
  // Such a browser skips a script of a type that it does not know, and runs those that others skip.
  await page.route('/profile', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('type="module"', 'type="unknown"').replace('nomodule', '')
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/profile', { waitUntil: 'load' })
  // Without it the message comes after 20 seconds.
  await expect(page.getByRole('alert')).toContainText('обновите браузер', { timeout: 5000 })
  await expect(page.getByRole('heading', { level: 1, name: t('Профиль') })).toBeVisible()
})

/** Where this text stands in the built files, as a report names it. */
function positionOf(text: string): string {
  for (const path of globSync('dist/assets/*.js')) {
    const lines = readFileSync(path, 'utf8').split('\n')
    const line = lines.findIndex((one) => one.includes(text))
    if (line >= 0) return `${path.slice('dist/'.length)}:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`
  }
  throw new Error(`No built file contains ${text}`)
}
