import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { declaringPool } from '#tests/model-runner/browser/browser-pool.ts'
import { PageSnapshots } from '#tests/model-runner/browser/page-snapshots.ts'
import { checklistCsv } from '#tests/model-runner/checklist-csv.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { drawMachines } from '#tests/model-runner/drawing/machine-pages.ts'
import { nameOf } from '#tests/model-runner/model.ts'
import { mutateMachines } from '#tests/model-runner/mutation/mutate-machines.ts'
import { mutateProduct } from '#tests/model-runner/mutation/mutate-product.ts'
import { endingEverywhere } from '#tests/model-runner/paths/path-cover.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import { testerLanguage } from '#tests/model-runner/words.ts'
import { config } from './config.ts'

// npm run qa:draw, qa:mutate [machine] [--product], qa:checklist [machine]: see README.md.
const { positionals, values } = parseArgs({ allowPositionals: true, options: { product: { type: 'boolean' } } })
const [command, wanted] = positionals

if (command === 'draw') await drawMachines(config)
else if (command === 'mutate') {
  const areFound = values.product ? mutateProduct(config, wanted) : mutateMachines(config, await found(), wanted)
  process.exitCode = (await areFound) ? 0 : 1
} else if (command === 'checklist') await writeChecklists()
else throw new Error('Commands: draw, mutate, checklist')

/** The models of the wanted machine, or all. */
async function found() {
  const models = await findMachines(config.models)
  const names = models.machines.map(({ model }) => nameOf(model))
  if (wanted !== undefined && !names.includes(wanted))
    throw new Error(`There is no machine ${wanted}: ${names.join(', ')}`)
  return models
}

async function writeChecklists(): Promise<void> {
  const folder = 'reports/models/checklists'
  await mkdir(folder, { recursive: true })
  const { app, texts, models } = config
  for (const { model, inBrowser } of (await found()).machines) {
    if (wanted !== undefined && wanted !== nameOf(model)) continue
    const level = (await inBrowser())?.(declaringPool(app))
    if (level === undefined) throw new Error(`${nameOf(model)} has no browser level`)
    const paths = endingEverywhere(plan(model).cover)
    const snapshots = new PageSnapshots(model, paths, { folder: models, unsteady: app.unsteady })
    const file = `${folder}/${nameOf(model)}.${testerLanguage}.csv`
    await writeFile(file, checklistCsv({ model, paths, level, snapshots, texts, language: testerLanguage }))
    console.log(file)
  }
}
