import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { declaringPool, openBrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import { type EmitCommand, UsageError } from '#tests/model-runner/command-line.ts'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { planned } from '#tests/model-runner/discover-models.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { nameOf } from '#tests/model-runner/model.ts'
import { playablePaths } from '#tests/model-runner/paths/play-paths.ts'
import { brokenLine } from '#tests/model-runner/summary.ts'
import { checklistCsv } from './checklist-csv.ts'
import { specOf } from './spec.ts'

/** Writes a Playwright spec of one path, or manual checklists. */
export function emit(config: RunnerConfig, command: EmitCommand): Promise<boolean> {
  return command.what === 'spec' ? emitSpec(config, command) : emitChecklists(config, command)
}

async function emitSpec(
  config: RunnerConfig,
  { found, machine, path: id, language, out }: EmitCommand,
): Promise<boolean> {
  const [one] = planned(found, machine).ready
  const path = one && playablePaths(one.plan).find((each) => idOf(each) === id)
  const inBrowser = await one?.inBrowser()
  if (one === undefined || path === undefined || !inBrowser) throw new UsageError(`${machine} has no browser level`)
  const pool = await openBrowserPool(config.app)
  try {
    const spec = await specOf(config, { model: one.model, inBrowser, pool }, { path, language })
    const file = out ?? `reports/qa/specs/${machine}-${id}.spec.ts`
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, spec)
    const configFile = join(dirname(file), 'playwright.config.ts')
    if (!existsSync(configFile)) await writeFile(configFile, playwrightConfig)
    console.log(`${file}: npx playwright test -c ${dirname(file)}`)
    return true
  } catch (error) {
    console.log(`✗ ${(error as Error).message}`)
    return false
  } finally {
    await pool.close()
  }
}

/** Playwright leaves out what git ignores unless the folder is named, and what lies in its folder of results. */
const playwrightConfig = `import { defineConfig } from 'playwright/test'

export default defineConfig({ testDir: '.', outputDir: 'results', workers: 1 })
`

/** Checklists of the selected machines, of the paths that take every transition or of one path. */
async function emitChecklists({ app, texts }: RunnerConfig, command: EmitCommand): Promise<boolean> {
  const { found, folder, machine, path, language, out } = command
  const { ready, broken } = planned(found, machine)
  for (const { model, plan, inBrowser } of ready) {
    const name = nameOf(model)
    const level = (await inBrowser())?.(declaringPool(app))
    if (level === undefined) {
      broken.push({ name, why: 'the machine has no browser level' })
      continue
    }
    const paths =
      path === undefined
        ? plan.cover
        : playablePaths(plan)
            .filter((one) => idOf(one) === path)
            .slice(0, 1)
    const file = out ?? `reports/qa/checklists/${name}${path === undefined ? '' : `-${path}`}.${language}.csv`
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, checklistCsv({ model, paths, level, folder, texts, language }))
    console.log(`${file}: ${paths.length} paths`)
  }
  for (const one of broken) console.log(brokenLine(one))
  return broken.length === 0
}
