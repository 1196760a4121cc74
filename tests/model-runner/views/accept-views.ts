import pLimit from 'p-limit'
import { openBrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import type { Machine } from '#tests/model-runner/discover-models.ts'
import { nameOf } from '#tests/model-runner/model.ts'
import { endingEverywhere } from '#tests/model-runner/paths/path-cover.ts'
import { type Plan, play } from '#tests/model-runner/paths/play-paths.ts'
import { AcceptedViews } from './accepted-views.ts'

/**
 * Plays the default selection of paths in Chromium, and writes what the pages show as the accepted views. The views of a
 * machine with a failed path are not accepted. Returns whether all were.
 */
export async function acceptViews(
  { app }: Pick<RunnerConfig, 'app'>,
  machines: readonly (Machine & { plan: Plan })[],
  folder: string,
): Promise<boolean> {
  const languages = app.languages.map(({ name }) => name)
  const views = new Map(
    machines.map(({ model }) => [
      nameOf(model),
      new AcceptedViews(model, { folder, mode: 'record', languages, unsteady: app.unsteady }),
    ]),
  )
  const pool = await openBrowserPool(app, { viewsOf: (model) => views.get(nameOf(model)) ?? null })
  let isAccepted = true
  try {
    for (const { model, inBrowser, plan } of machines) {
      const [name, level, own] = [nameOf(model), (await inBrowser())?.(pool), views.get(nameOf(model))]
      if (level === undefined || own === undefined) continue
      const results = await play({ model, paths: endingEverywhere(plan.cover) }, level, { limit: pLimit(4) })
      const failures = [
        ...results.flatMap(({ failure }) => failure?.message ?? []),
        ...own.violations(languages[0] ?? '').map(({ en }) => en),
      ]
      if (failures.length === 0) await own.write()
      else isAccepted = false
      for (const failure of new Set(failures)) console.log(`✗ the views of ${name} are not accepted: ${failure}`)
      if (failures.length === 0) console.log(`${name}: the views of ${results.length} paths`)
    }
    return isAccepted
  } finally {
    await pool.close()
  }
}
