import { join } from 'node:path'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { runInherited } from '#scripts/run-command.ts'
import { checkPaths } from './assertions.ts'
import { type AcceptCommand, type PlayCommand, parseCommand, UsageError } from './command-line.ts'
import type { RunnerConfig } from './config.ts'
import { planned } from './discover-models.ts'
import { compare, readLedger, record, unaccepted, writeLedger } from './ledger.ts'
import { nameOf } from './model.ts'
import { mutateMachines } from './mutation/mutate-machines.ts'
import { mutateProduct } from './mutation/mutate-product.ts'
import { drawMachines } from './report/machine-pages.ts'
import { createScreenshots } from './report/screenshots.ts'
import { writeReports } from './report/write-reports.ts'
import { playAll } from './run-models.ts'
import { brokenLine, sumOf } from './summary.ts'
import { acceptViews } from './views/accept-views.ts'
import { playRandomWalks, replayWalk } from './walk-command.ts'

/** Runs a command of the command line and returns the exit code. */
export async function runCommand(config: RunnerConfig, args: string[]): Promise<number> {
  try {
    return (await run(config, args)) ? 0 : 1
  } catch (error) {
    const isWithoutScreen = error instanceof Error && error.message.includes('without having a XServer')
    if (!isWithoutScreen && !(error instanceof UsageError)) throw error
    console.error(isWithoutScreen ? 'This machine has no screen: use xvfb-run.' : error.message)
    return 2
  }
}

async function run(config: RunnerConfig, args: string[]): Promise<boolean> {
  const command = await parseCommand(config, args)
  if (command.do === 'help') {
    console.log(command.text)
    return true
  }
  if (command.do === 'draw') {
    await drawMachines(config)
    return true
  }
  if (command.do === 'mutate')
    return (command.product ? mutateProduct : mutateMachines)(config, command.found, command.machine)
  if (command.level !== 'machine' && !(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0)
    return false
  if (command.do === 'accept') return accept(config, command)
  if (command.do === 'replay') return replayWalk(config, command)
  return command.do === 'walk' ? playRandomWalks(config, command) : playAndReport(config, command)
}

async function playAndReport(config: RunnerConfig, command: PlayCommand): Promise<boolean> {
  const started = new Date()
  const screenshots = createScreenshots()
  const { played, broken } = await playAll(config, command, screenshots)
  for (const one of broken) console.log(brokenLine(one))
  const level = command.level === 'browser' ? 'browser' : 'machine'
  const isWalked =
    command.chosen !== 'all' ||
    (await playRandomWalks(config, { ...command, do: 'walk', milliseconds: 30_000, seed: 0, level }))
  const sum = sumOf(played, broken)
  if (!isWalked) sum.failed += 1
  // Models of another folder do not overwrite the report of the product's models.
  const folder = command.folder === config.models ? 'reports/qa' : join(command.folder, 'report')
  await writeReports(folder, { played, sum, screenshots, started, texts: config.texts })
  const flaky = sum.flaky === 0 ? '' : `, ${sum.flaky} flaky`
  const rest = sum.skipped === 0 ? '' : `, ${sum.skipped} not played`
  console.log(`${sum.passed} passed, ${sum.failed} failed${flaky}${rest} · report: ${folder}/index.html`)
  return sum.failed === 0
}

/**
 * Writes the current behaviour of the machines to the ledger, and what the pages show to the accepted views. The diff
 * shows the change for the review. Behaviour that breaks a rule is not accepted.
 */
async function accept(config: RunnerConfig, { found, folder, machine, level }: AcceptCommand): Promise<boolean> {
  const { texts } = config
  const { ready, broken } = planned(found, machine)
  const accepted: typeof ready = []
  for (const one of ready) {
    const { model, onMachine, plan } = one
    const name = nameOf(model)
    const checked = await checkPaths({ model, onMachine }, plan.paths, { ledger: null, texts })
    const failures = new Set(checked.flatMap(({ failure }) => failure?.message ?? []))
    if (failures.size > 0) {
      for (const failure of failures) console.log(`✗ ${name} is not accepted: ${failure}`)
      continue
    }
    const before = readLedger(name, folder) ?? { start: { state: '' }, steps: {} }
    const { added, gone } = unaccepted(model, plan.paths, before)
    const changed = await compare(model, onMachine, before)
    await writeLedger(name, await record(model, onMachine, plan.paths), folder)
    console.log(`${name}: ${added.length} new steps, ${gone.length} removed, ${changed.length} paths changed`)
    accepted.push(one)
  }
  for (const one of broken) console.log(brokenLine(one))
  const isComplete = broken.length === 0 && accepted.length === ready.length
  return level === 'machine' ? isComplete : (await acceptViews(config, accepted, folder)) && isComplete
}
