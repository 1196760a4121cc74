import { rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
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
import { type Defect, defectWithoutModel } from './report/defects.ts'
import { drawMachines } from './report/machine-pages.ts'
import { requirementCoverage, requirementLines, unknownSources } from './report/requirement-coverage.ts'
import { createScreenshots } from './report/screenshots.ts'
import { writeReports } from './report/write-reports.ts'
import { playAll, type Run, unfinishedDefects } from './run-models.ts'
import { brokenLine, printedDefect, sumOf } from './summary.ts'
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
  if (command.do === 'play') return playAndReport(config, command)
  if ((command.do === 'emit' || command.level !== 'machine') && !(await buildPages())) return false
  if (command.do === 'emit') return emit(config, command)
  if (command.do === 'accept') return accept(config, command)
  if (command.do === 'replay') return replayWalks(config, command)
  return playRandomWalks(config, command)
}

async function buildPages(): Promise<boolean> {
  return (await isBuildCurrent()) || (await runInherited('scripts/build.ts')) === 0
}

/**
 * The reports are red from the start: what kills the process leaves them so. They become green only when everything
 * selected was played.
 */
async function playAndReport(config: RunnerConfig, command: PlayCommand): Promise<boolean> {
  const started = new Date()
  const screenshots = createScreenshots()
  const folder = reportFolder(config, command)
  await rm(join(folder, 'evidence'), { recursive: true, force: true })
  const evidence = createEvidenceStore(folder)
  const revision = await readRevision()
  const { machine, shard } = command
  const isWhole = machine === undefined && shard === undefined && (command.level ?? 'machine') === 'machine'
  const run: Run = { played: [], defects: [], notices: [] }
  const write = async (defects: readonly Defect[]) => {
    const sum = sumOf(run.played, defects)
    const { results } = await readHistory(command.history)
    await writeReports(folder, {
      played: run.played,
      defects,
      sum,
      screenshots,
      started,
      revision,
      history: trendsOf(results, { branch: revision.branch, main: config.history.main }),
      texts: config.texts,
      requirements: isWhole ? config.requirements() : [],
    })
    return sum
  }
  const interruption = interrupted()
  try {
    const reason = { ru: 'прогон не дошёл до конца', en: 'the run has not ended' }
    await write(unfinishedDefects(config, command, { run, reason }))
    await Promise.race([playSelection(config, command, { run, screenshots, evidence }), interruption.signal])
  } catch (error) {
    run.defects.push(...unfinishedDefects(config, command, { run, ...reasonOf(error) }))
  }
  for (const one of run.defects) console.log(printedDefect(one))
  for (const notice of run.notices) console.log(notice)
  const failure = await appendHistory(command.history, runResults(run, revision, started))
  if (failure !== null) console.log(failure)
  const sum = await write(run.defects)
  const flaky = sum.flaky === 0 ? '' : `, ${sum.flaky} flaky`
  const quarantined = sum.quarantined === 0 ? '' : `, ${sum.quarantined} quarantined`
  const rest = sum.skipped === 0 ? '' : `, ${sum.skipped} not played`
  console.log(`${sum.passed} passed, ${sum.failed} failed${flaky}${quarantined}${rest} · report: ${folder}/index.html`)
  interruption.end()
  return sum.failed === 0
}

async function playSelection(
  config: RunnerConfig,
  command: PlayCommand,
  stages: Parameters<typeof playAll>[2],
): Promise<void> {
  if (command.level !== 'machine' && !(await buildPages())) throw new Error('npm run build fails')
  await playAll(config, command, stages)
  if (command.chosen !== 'all') return
  const level = command.level === 'browser' ? 'browser' : 'machine'
  if (await playRandomWalks(config, { ...command, do: 'walk', milliseconds: 30_000, seed: 0, level })) return
  const problem = { ru: 'случайный путь не прошёл', en: 'a random walk failed' }
  stages.run.defects.push(defectWithoutModel(command.machine ?? 'qa', problem))
}

/** Why a run has not ended, with the technical lines. */
function reasonOf(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  const [first = ''] = stripVTControlCharacters(message).trim().split('\n')
  const details = error instanceof Error ? stripVTControlCharacters(error.stack ?? message) : message
  return { reason: { ru: first, en: first }, details }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Rejects when the process is asked to end, so that the run is still reported. `end` then ends it. */
function interrupted() {
  let code: number | null = null
  const { promise: signal, reject } = Promise.withResolvers<never>()
  const stop = (name: (typeof signals)[number]) => {
    if (code !== null) process.exit(code)
    code = 128 + constants.signals[name]
    reject(new Error(`${name}`))
  }
  for (const name of signals) process.on(name, stop)
  // It may come while nothing waits for it.
  signal.catch(() => undefined)
  const end = () => {
    for (const name of signals) process.off(name, stop)
    if (code !== null) process.exit(code)
  }
  return { signal, end }
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
