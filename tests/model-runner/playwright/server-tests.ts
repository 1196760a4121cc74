import { test as base } from 'playwright/test'
import { requirementsOf } from '#tests/model-runner/check-path.ts'
import type { EndToEnd, RunnerConfig } from '#tests/model-runner/config.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { idOf, type Model, nameOf } from '#tests/model-runner/model.ts'
import { byState, coverOf } from '#tests/model-runner/paths/path-cover.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import { sayIn, testerLanguage } from '#tests/model-runner/words.ts'
import { applyKnownFailure, described } from './path-tests.ts'
import { playAsTest } from './play-as-test.ts'

/**
 * Declares a Playwright test for each path that a user can play on a real server. A worker starts one server and plays its
 * paths there. A usual run plans the models of `inEveryRun` and the pages only.
 */
export async function testOnServer(config: RunnerConfig): Promise<void> {
  const { texts } = config
  const say = sayIn(texts, testerLanguage)
  const endToEnd = await config.endToEnd()
  const test = base.extend<object, { servers: EndToEnd }>({
    servers: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
      async ({}, use) => {
        await use(endToEnd)
        await endToEnd.close()
      },
      { scope: 'worker' },
    ],
  })
  const { machines } = await findMachines(config.models)
  const played = machines
    .map((machine) => machine.model)
    .filter((model) => config.extent === 'everything' || endToEnd.inEveryRun.includes(nameOf(model)))
  for (const model of [...played, ...config.pages]) {
    const player = endToEnd.players[nameOf(model)]
    if (player === undefined) throw new Error(`${nameOf(model)} is not played on a real server`)
    const { playable } = player.partition(plan(model))
    const usual = usualPaths(model, playable, config, endToEnd)
    const isWhole = !endToEnd.inRealTime.includes(nameOf(model)) && !config.pages.includes(model)
    const others = config.extent === 'everything' ? (isWhole ? playable : coverOf(playable)) : []
    const wanted = new Set([...usual, ...others].map(idOf))
    const chosen = playable.filter((path) => wanted.has(idOf(path)))
    // A page without a machine of the product has no rules.
    const machine = machines.find((one) => one.model === model)
    const requirements = machine && (await Promise.all(chosen.map((path) => requirementsOf(machine, path))))
    test.describe(`${say(model.title)} · ${testerLanguage === 'ru' ? 'настоящий сервер' : 'real server'}`, () => {
      for (const [index, path] of chosen.entries()) {
        const [title, details] = described(model, path, {
          say,
          tags: ['@e2e'],
          requirements: requirements?.[index] ?? [],
        })
        test(title, details, async ({ browser, servers: _ }, info) => {
          applyKnownFailure(config, idOf(path))
          await playAsTest(info, { model, path, level: player.levelOf(model, path, browser), texts })
        })
      }
    })
  }
}

/** What every run plays: a few machines and all pages, the fewest paths with every case of each event. */
function usualPaths(
  model: Model,
  playable: readonly Path[],
  { pages, extent }: Pick<RunnerConfig, 'pages' | 'extent'>,
  { inEveryRun, measure }: EndToEnd,
): Path[] {
  if (pages.includes(model)) return coverOf(playable)
  if (!inEveryRun.includes(nameOf(model))) return []
  return coverOf(playable, extent === 'states' ? byState : measure)
}
