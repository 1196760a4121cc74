import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'playwright/test'
import { resolveBin, runCaptured } from '#scripts/run-command.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { plan } from '#tests/model-runner/paths/play-paths.ts'
import { ticketModel } from '#tests/models/ticket.model.ts'
import { test } from '#tests/support/browser/story.ts'

/** A spec cannot dispatch the event of the browser that the network is back. */
const longest = plan(ticketModel)
  .cover.filter(({ steps }) => steps.every(({ event }) => event.type !== 'network.found'))
  .toSorted((one, other) => other.steps.length - one.steps.length)[0]
const id = longest ? idOf(longest) : ''

test('npm run qa -- --emit spec writes a readable spec that passes, and fails where the page differs', {
  tag: '@nightly',
}, async () => {
  mkdirSync('.cache', { recursive: true })
  const file = join(mkdtempSync(resolve('.cache/emitted-')), 'ticket.spec.ts')
  const emit = ['ticket', id, '--emit', 'spec', '--language', 'en', '--out', file]
  expect(await runCaptured('tests/models/main.ts', emit)).toMatchObject({ code: 0 })
  const spec = await readFile(file, 'utf8')
  expect(spec).toContain(`test("ticket ${id}: the ticket is written → `)
  expect(spec).toContain("await page.getByRole('button', { name: 'Проверить и отправить', exact: true }).click()")
  const run = () => runCaptured(resolveBin('playwright'), ['test', '-c', dirname(file), '--reporter=line'])
  expect((await run()).output).toContain('1 passed')
  await writeFile(file, spec.replaceAll('"Проверьте обращение"', '"Другое окно"'))
  expect((await run()).code).toBe(1)
  rmSync(dirname(file), { recursive: true, force: true })
})
