import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { runInherited } from '#scripts/run-command.ts'
import { accept } from './accept-command.ts'
import { checkPaths } from './assertions.ts'
import { createEvidenceStore } from './browser/failure-evidence.ts'
import { type Command, type PlayCommand, parseCommand, UsageError } from './command-line.ts'
import type { RunnerConfig } from './config.ts'
import { planned } from './discover-models.ts'
import { emit } from './emit/emit-command.ts'
import { printHistory } from './history/history-command.ts'
import { appendHistory, readHistory, runResults } from './history/history-file.ts'
import { readRevision } from './history/revision.ts'
import { trendsOf } from './history/trends.ts'
import { readLedger } from './ledger.ts'
import { type Model, nameOf } from './model.ts'
import { mutateMachines } from './mutation/mutate-machines.ts'
import { mutateProduct } from './mutation/mutate-product.ts'
import type { PathResult } from './paths/play-paths.ts'
import { drawMachines } from './report/machine-pages.ts'
import { requirementCoverage, requirementLines, unknownSources } from './report/requirement-coverage.ts'
import { createScreenshots } from './report/screenshots.ts'
import { writeReports } from './report/write-reports.ts'
import { playAll } from './run-models.ts'
import { brokenLine, sumOf } from './summary.ts'
import { playRandomWalks, replayWalks } from './walk-command.ts'

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
  if (command.do === 'requirements') return printRequirements(config, command)
  if (command.do === 'emit' && command.what === 'checklist') return emit(config, command)
  if (command.do === 'history') {
    await printHistory(command.file, config.history.main, command.machine)
    return true
  }
  if (command.do === 'mutate')
    return (command.product ? mutateProduct : mutateMachines)(config, command.found, command.machine)
  const isOnPages = command.do === 'emit' || command.level !== 'machine'
  if (isOnPages && !(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) return false
  if (command.do === 'emit') return emit(config, command)
  if (command.do === 'accept') return accept(config, command)
  if (command.do === 'replay') return replayWalks(config, command)
  return command.do === 'walk' ? playRandomWalks(config, command) : playAndReport(config, command)
}

async function playAndReport(config: RunnerConfig, command: PlayCommand): Promise<boolean> {
  const started = new Date()
  const screenshots = createScreenshots()
  const folder = reportFolder(config, command)
  await rm(join(folder, 'evidence'), { recursive: true, force: true })
  const evidence = createEvidenceStore(folder)
  const { played, broken, notices } = await playAll(config, command, { screenshots, evidence })
  for (const one of broken) console.log(brokenLine(one))
  for (const notice of notices) console.log(notice)
  const level = command.level === 'browser' ? 'browser' : 'machine'
  const isWalked =
    command.chosen !== 'all' ||
    (await playRandomWalks(config, { ...command, do: 'walk', milliseconds: 30_000, seed: 0, level }))
  const sum = sumOf(played, broken)
  if (!isWalked) sum.failed += 1
  const revision = await readRevision()
  const failure = await appendHistory(command.history, runResults(played, revision, started))
  if (failure !== null) console.log(failure)
  const { results } = await readHistory(command.history)
  const history = trendsOf(results, { branch: revision.branch, main: config.history.main })
  const { machine, shard } = command
  const isWhole = machine === undefined && shard === undefined && (command.level ?? 'machine') === 'machine'
  const requirements = isWhole ? config.requirements() : []
  await writeReports(folder, {
    played,
    sum,
    screenshots,
    started,
    revision,
    history,
    texts: config.texts,
    requirements,
  })
  const flaky = sum.flaky === 0 ? '' : `, ${sum.flaky} flaky`
  const quarantined = sum.quarantined === 0 ? '' : `, ${sum.quarantined} quarantined`
  const rest = sum.skipped === 0 ? '' : `, ${sum.skipped} not played`
  console.log(`${sum.passed} passed, ${sum.failed} failed${flaky}${quarantined}${rest} · report: ${folder}/index.html`)
  return sum.failed === 0
}

/**
 * A path that is played alone has a folder of its own and leaves the report of the last whole run; so have models of
 * another folder.
 */
function reportFolder({ models }: RunnerConfig, { folder, machine, path }: PlayCommand): string {
  const whole = folder === models ? 'reports/qa' : join(folder, 'report')
  return path === undefined ? whole : join(whole, 'paths', `${machine}-${path}`)
}

async function printRequirements(
  { texts, requirements }: RunnerConfig,
  { found, folder, machine, language }: Extract<Command, { do: 'requirements' }>,
): Promise<boolean> {
  const { ready, broken } = planned(found, machine)
  const checked: { model: Model; results: PathResult[] }[] = []
  for (const { model, onMachine, plan } of ready) {
    const ledger = readLedger(nameOf(model), folder)
    checked.push({ model, results: await checkPaths({ model, onMachine }, plan.paths, { ledger, texts }) })
  }
  const specified = requirements()
  const unknown = unknownSources(
    specified,
    ready.map(({ model }) => model),
  )
  for (const line of requirementLines(requirementCoverage(specified, checked, texts), language)) console.log(line)
  for (const line of [...unknown, ...broken.map(brokenLine)]) console.log(`✗ ${line}`)
  return unknown.length === 0 && broken.length === 0
}
