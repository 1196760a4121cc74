import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { findMachines } from '#tests/models/machines.ts'
import { machinePage } from './mermaid.ts'

const folder = 'docs/machines'

/** What `docs/machines` should hold: a page for each machine and nothing else. */
async function wanted(): Promise<Map<string, string>> {
  const { machines } = await findMachines()
  // Two models of one machine are one drawing.
  return new Map(machines.map(({ model }) => [`${model.machine.id}.md`, machinePage(model)]))
}

/** Draws every machine anew, and drops the pages of those that are no more. */
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
