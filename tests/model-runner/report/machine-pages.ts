import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { machinePage } from './mermaid.ts'

const folder = 'docs/machines'

/** The expected files of `docs/machines`: one page for each machine. */
async function wanted(): Promise<Map<string, string>> {
  const { machines } = await findMachines()
  // Two models of one machine share a drawing.
  return new Map(machines.map(({ model }) => [`${model.machine.id}.md`, machinePage(model)]))
}

/** Draws every machine, and deletes the pages of removed machines. */
export async function drawMachines(): Promise<void> {
  const pages = await wanted()
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder)) if (!pages.has(file)) await rm(`${folder}/${file}`)
  for (const [file, text] of pages) await writeFile(`${folder}/${file}`, text)
  console.log(`${pages.size} рисунков: ${folder}`)
}

export async function drawingsAreCurrent(): Promise<string | null> {
  const pages = await wanted()
  const present = await readdir(folder).catch(() => [])
  const stale = present.filter((file) => !pages.has(file))
  for (const [file, text] of pages)
    if ((await readFile(`${folder}/${file}`, 'utf8').catch(() => null)) !== text) stale.push(file)
  return stale.length === 0
    ? null
    : `${folder} is not what the machines are (${stale.join(', ')}): npm run qa -- --draw`
}
