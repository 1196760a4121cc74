import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartupError } from '#server/terminal/startup-error.ts'

/** Ids of erased people in a file of `npm run erasures`, one in each line. */
export function readErasedList(path: string): string[] {
  const { success, data } = z.array(z.guid()).safeParse(readLines(path))
  if (!success) throw new StartupError({ ru: `${path}: не список людей.`, en: `${path}: not a list of people.` })
  return data
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split(/\s+/).filter(Boolean)
  } catch {
    throw new StartupError({ ru: `${path}: файл не читается.`, en: `${path} cannot be read.` })
  }
}
