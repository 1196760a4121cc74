import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { poolOn } from '#tests/model-runner/browser/browser-pool.ts'
import { hostPages } from '#tests/model-runner/browser/static-host.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { drive } from '#tests/model-runner/live/driven-path.ts'
import { plan, play } from '#tests/model-runner/paths/play-paths.ts'
import { buildReport } from '#tests/model-runner/report/build-report.ts'
import { reportPage } from '#tests/model-runner/report/page.ts'
import { createScreenshots, withScreenshots } from '#tests/model-runner/report/screenshots.ts'
import type { LevelResults } from '#tests/model-runner/run-models.ts'
import { config } from '#tests/models/config.ts'
import { ticketInBrowser } from '#tests/models/ticket.browser.ts'
import { ticketModel, ticketOnMachine } from '#tests/models/ticket.model.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/story.ts'

const whole = plan(ticketModel)
const sending = 'нажато «Отправить»'

test('the report opens from disk with failures, commands and a screenshot of every step', async ({
  browser,
  page,
}, testInfo) => {
  const host = await hostPages('dist')
  const pool = poolOn(config.app, browser, host.origin)
  const screenshots = createScreenshots()
  const level = ticketInBrowser(pool)
  const forgetful = {
    ...level,
    states: {
      ...level.states,
      sending: () => {
        throw new Error('nothing shows that the letter is being sent')
      },
    },
  }
  const failing = whole.cover.filter(({ steps }) => steps.some(({ event }) => event.type === 'letter.send')).slice(0, 1)
  const onMachine = await play({ model: ticketModel, paths: whole.paths }, ticketOnMachine)
  const shot = withScreenshots(forgetful, { machine: 'ticket', screenshots, paths: failing })
  const inBrowser = await play({ model: ticketModel, paths: failing }, shot)
  await host.close()
  const levels: LevelResults[] = [
    { level: 'machine', results: onMachine, of: whole.paths.length, seconds: 1 },
    { level: 'browser', results: inBrowser, of: failing.length, seconds: 2 },
  ]
  const run = { commit: 'abcdef12', date: '2026-11-20T10:00:00.000Z', seconds: 3, demo: 'http://localhost:3000' }
  const report = await buildReport([{ plan: whole, levels, violations: [], unplayed: 0 }], {
    screenshots,
    run,
    texts: config.texts,
  })
  const file = testInfo.outputPath('report.html')
  await writeFile(file, await reportPage(report))

  await page.goto(`file://${file}`)
  const failures = page.getByRole('region', { name: 'Не прошло' })
  await expect(failures).toContainText('nothing shows that the letter is being sent')
  const [path] = failing.map(idOf)
  await expect(failures).toContainText(`npm run qa -- ticket ${path} --show`)
  await expect(failures.getByRole('link', { name: 'Открыть в работающем приложении' })).toHaveAttribute(
    'href',
    `http://localhost:3000/qa?machine=ticket&path=${path}`,
  )
  await expectAccessible(page)

  await failures.getByRole('link', { name: new RegExp(`${sending}$`) }).click()
  const failed = page.getByRole('listitem').filter({ hasText: 'nothing shows that the letter is being sent' })
  await expect(failed).toContainText('Ожидается: письмо отправляется')
  const picture = failed.getByRole('img')
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'English' }).click()
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(page.getByText('Expected: the letter is being sent').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'To the paths' }).click()
  await page.getByText('Transitions').click()
  await expect(page.getByRole('row').filter({ hasText: 'letter.close' })).toContainText('not played')
  await expectAccessible(page)
})

test('a path is played step by step and accepts manual input', async ({ browser }) => {
  const host = await hostPages('dist')
  const [path] = whole.cover.toSorted((one, other) => one.steps.length - other.steps.length)
  const selection = { machine: 'ticket', path: path ? idOf(path) : '' }
  const driven = await drive(config, async () => browser, host.origin, selection)
  const opened = await driven?.frame()
  expect(opened).toEqual({ count: 0, failure: null, picture: expect.stringMatching(/^data:image\/webp;base64,/) })
  for (const [index] of path?.steps.entries() ?? [])
    expect(await driven?.step()).toMatchObject({ count: index + 1, failure: null })
  expect(await driven?.step()).toMatchObject({ count: path?.steps.length, failure: null })
  expect(await driven?.hand({ key: 'Escape' })).toMatchObject({ failure: null })
  await driven?.close()
  await host.close()
})
