import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect } from 'playwright/test'
import { runCaptured } from '#scripts/run-command.ts'
import { checkPaths } from '#tests/model-runner/assertions.ts'
import { poolOn } from '#tests/model-runner/browser/browser-pool.ts'
import { hostPages } from '#tests/model-runner/browser/static-host.ts'
import { trendsOf } from '#tests/model-runner/history/trends.ts'
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

test(
  'the report opens from disk with failures, commands and a screenshot of every step',
  { tag: '@nightly' },
  async ({ browser, page }, testInfo) => {
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
    const failing = whole.cover
      .filter(({ steps }) => steps.some(({ event }) => event.type === 'ticket.send'))
      .slice(0, 1)
    const onMachine = await play({ model: ticketModel, paths: whole.paths }, ticketOnMachine)
    const shot = withScreenshots(forgetful, { machine: 'ticket', screenshots, paths: failing })
    const inBrowser = await play({ model: ticketModel, paths: failing }, shot)
    await host.close()
    const levels: LevelResults[] = [
      { level: 'machine', results: onMachine, of: whole.paths.length, seconds: 1 },
      { level: 'browser', results: inBrowser, of: failing.length, seconds: 2 },
    ]
    const run = { commit: 'abcdef12', date: '2026-11-20T10:00:00.000Z', seconds: 3, demo: 'http://localhost:3000' }
    const report = await buildReport([{ plan: whole, levels, defects: [], unplayed: 0 }], {
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
    await page.getByRole('link', { name: 'To the paths' }).click()
    await page.getByText('Transitions').click()
    await expect(page.getByRole('row').filter({ hasText: 'ticket.close' })).toContainText('not played')
    await expectAccessible(page)
  },
)

test(
  'the report shows quarantine, evidence, requirements and past runs, also on a phone',
  {
    tag: '@nightly',
  },
  async ({ page }, testInfo) => {
    const [path] = whole.cover
    if (path === undefined) throw new Error('no path')
    const until = '2035-01-01'
    const failure = {
      step: 1,
      message: 'the letter is lost',
      shown: null,
      quarantine: { machine: 'ticket', path: idOf(path), owner: 'Вера', reason: 'известно', until },
      evidence: { trace: 'evidence/a/trace.zip', before: 'evidence/a/before.webp', after: null },
    }
    const checked = await checkPaths({ model: ticketModel, onMachine: ticketOnMachine }, whole.paths, {
      ledger: null,
      texts: config.texts,
    })
    const levels: LevelResults[] = [
      { level: 'ledger', results: checked, of: checked.length, seconds: 1 },
      { level: 'browser', results: [{ path, failure, milliseconds: 5 }], of: 1, seconds: 2 },
    ]
    const past = { date: '2026-11-19T10:00:00.000Z', machine: 'ticket', level: 'browser' as const, isChanged: false }
    const counts = { passed: 1, failed: 0, milliseconds: 2000, failing: [], unstable: [], paths: [idOf(path)] }
    const broken = { ...counts, passed: 0, failed: 1, failing: [idOf(path)] }
    const history = trendsOf(
      [
        { ...past, ...counts, commit: 'aaaaaaaa', branch: 'main' },
        { ...past, ...counts, commit: 'bbbbbbbb', branch: 'work' },
        { ...past, ...broken, commit: 'cccccccc', branch: 'work' },
      ],
      { branch: 'work', main: 'main' },
    )
    const run = { commit: 'cccccccc', date: '2026-11-20T10:00:00.000Z', seconds: 3, demo: 'http://localhost:3000' }
    const report = await buildReport([{ plan: whole, levels, defects: [], unplayed: 0 }], {
      screenshots: createScreenshots(),
      run,
      texts: config.texts,
      requirements: config.requirements(),
      history,
    })
    const file = testInfo.outputPath('report.html')
    await writeFile(file, await reportPage(report))

    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(`file://${file}`)
    await expect(page.getByText('Не прошло только то, что в карантине: 1')).toBeVisible()
    const failures = page.getByRole('region', { name: 'Не прошло' })
    await expect(failures).toContainText(`В карантине до ${until}, Вера: известно`)
    await expect(failures.getByRole('link', { name: 'Трасса Playwright' })).toHaveAttribute(
      'href',
      'evidence/a/trace.zip',
    )
    await expect(failures.getByRole('link', { name: 'Экран до шага' })).toBeVisible()
    await expect(failures.getByRole('link', { name: 'Экран после шага' })).toBeHidden()

    await page.getByRole('heading', { name: 'Требования' }).click()
    const requirements = page.getByRole('region', { name: 'Требования' })
    await expect(requirements.getByRole('row').nth(1)).toContainText('правила нет')
    await expect(requirements.getByRole('row').filter({ hasText: 'D-21' })).toContainText('Отказ ничего не теряет')
    await page.getByRole('heading', { name: 'История прогонов' }).click()
    const runs = page.getByRole('region', { name: 'История прогонов' })
    await expect(runs.getByRole('img', { name: 'Прогоны: 2, не прошло: 1' })).toBeVisible()
    await expect(runs).toContainText(`${idOf(path)} с cccccccc, прошёл на bbbbbbbb`)
    await expect(runs).toContainText(`не проходят только здесь: ${idOf(path)}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByText('Only quarantined paths failed: 1')).toBeVisible()
  },
)

test('a path is played step by step and accepts manual input', { tag: '@nightly' }, async ({ browser }) => {
  const host = await hostPages('dist')
  const [path] = whole.cover.toSorted((one, other) => one.steps.length - other.steps.length)
  const selection = { machine: 'ticket', path: path ? idOf(path) : '' }
  const driven = await drive(config, async () => browser, host.origin, selection)
  const opened = await driven?.frame()
  const picture = expect.stringMatching(/^data:image\/webp;base64,/)
  expect(opened).toEqual({ count: 0, failure: null, trace: null, states: null, picture })
  for (const [index] of path?.steps.entries() ?? [])
    expect(await driven?.step()).toMatchObject({ count: index + 1, failure: null })
  expect(await driven?.step()).toMatchObject({ count: path?.steps.length, failure: null })
  expect(await driven?.hand({ key: 'Escape' })).toMatchObject({ failure: null })
  await driven?.close()
  await host.close()
})

test('a changed word that every path meets is one failure, without a timeout and without other levels', async () => {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(resolve('.cache/changed-word-'))
  for (const part of ['model', 'browser'])
    await writeFile(join(folder, `sign-out.${part}.ts`), `export * from '#tests/models/sign-out.${part}.ts'\n`)
  for (const file of ['ledger/signOut.json', 'views/ru/signOut.txt'])
    cpSync(join(config.models, file), join(folder, file))
  const views = join(folder, 'views/ru/signOut.txt')
  await writeFile(views, (await readFile(views, 'utf8')).replaceAll('Выходим из', 'Уходим из'))

  const { code, output } = await runCaptured('tests/models/main.ts', ['signOut', '--no-pictures', '--models', folder])
  const { failed } = JSON.parse(await readFile(join(folder, 'report/summary.json'), 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  expect([code, failed]).toEqual([1, 1])
  expect(output).toContain('На странице должно быть «- heading "Уходим из личного кабинета…" [level=1]», а показано')
  expect(output).not.toMatch(/faults and refusals|real server/)
  // A level that waits for what the page no longer shows reports the limit of its wait.
  expect(output).not.toMatch(/timeout|timed out/i)
})
