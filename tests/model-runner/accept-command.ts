import { isDeepStrictEqual } from 'node:util'
import { checkPaths } from './assertions.ts'
import type { AcceptCommand } from './command-line.ts'
import type { RunnerConfig } from './config.ts'
import { type Machine, planned } from './discover-models.ts'
import { type Ledger, readLedger, record, writeLedger } from './ledger.ts'
import { changeLines, ledgerChanges } from './ledger-changes.ts'
import { nameOf } from './model.ts'
import type { Plan } from './paths/play-paths.ts'
import { brokenLine } from './summary.ts'
import { acceptViews } from './views/accept-views.ts'

type Ready = Machine & { plan: Plan }

/**
 * Writes the current behaviour of the machines to the ledger with the reason of the change, and what the pages show to
 * the accepted views. Behaviour that breaks a rule is not accepted, and a changed ledger not without a reason. Views
 * need none: their diff shows the words that changed. Nor does the first ledger of a machine, which changes nothing.
 */
export async function accept(config: RunnerConfig, command: AcceptCommand): Promise<boolean> {
  const { ready, broken } = planned(command.found, command.machine)
  const accepted: Ready[] = []
  for (const one of ready) if (await acceptLedger(config, command, one)) accepted.push(one)
  for (const one of broken) console.log(brokenLine(one))
  const isComplete = broken.length === 0 && accepted.length === ready.length
  return command.level === 'machine' ? isComplete : (await acceptViews(config, accepted, command.folder)) && isComplete
}

async function acceptLedger(
  { texts }: RunnerConfig,
  { folder, reason, language }: AcceptCommand,
  { model, onMachine, plan }: Ready,
): Promise<boolean> {
  const name = nameOf(model)
  const checked = await checkPaths({ model, onMachine }, plan.paths, { ledger: null, texts })
  const failures = new Set(checked.flatMap(({ failure }) => failure?.message ?? []))
  for (const failure of failures) console.log(`✗ ${name} is not accepted: ${failure}`)
  if (failures.size > 0) return false
  const [before, now] = [readLedger(name, folder), await record(model, onMachine, plan.paths)]
  if (before === null) {
    await writeLedger(name, now, folder)
    console.log(`${name}: the first ledger, ${Object.keys(now.steps).length} steps`)
    return true
  }
  if (isSame(before, now)) {
    console.log(`${name}: the ledger is unchanged`)
    return true
  }
  console.log(`${name}:`)
  for (const line of changeLines(ledgerChanges(before, now), { model, texts, language })) console.log(`  ${line}`)
  if (reason === undefined) {
    console.log(`✗ ${name} is not accepted: say why it changed: npm run qa -- ${name} --accept --reason "…"`)
    return false
  }
  await writeLedger(name, { ...now, reasons: [...(before.reasons ?? []), reason] }, folder)
  console.log(`${name}: accepted, ${reason}`)
  return true
}

/** Reasons are not behaviour. */
function isSame(one: Ledger, other: Ledger): boolean {
  return isDeepStrictEqual([one.start, one.steps], [other.start, other.steps])
}
