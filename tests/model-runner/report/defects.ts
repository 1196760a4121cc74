import { stripVTControlCharacters } from 'node:util'
import type { Texts } from '#tests/model-runner/config.ts'
import { type Model, nameOf } from '#tests/model-runner/model.ts'
import { linesOf } from '#tests/model-runner/paths/coverage.ts'
import type { Plan } from '#tests/model-runner/paths/play-paths.ts'
import type { Bilingual } from './report-data.ts'
import { bilingual, guardWords } from './words.ts'

/** What the machine and its model do not say of each other, with the transition that it concerns. */
export type Gap = Bilingual & { transition?: string }

/** An invalid model. It has a plan if its paths can be played nevertheless. */
export class ModelError extends Error {
  readonly gaps: readonly Gap[]
  readonly plan: Plan | null

  constructor(model: Model, gaps: readonly Gap[], plan: Plan | null = null) {
    super(`${nameOf(model)}:\n${gaps.map(({ en }) => en).join('\n')}`)
    this.gaps = gaps
    this.plan = plan
  }
}

/** A failure of a run that belongs to no path: something could not be planned, played or finished. */
export type Defect = {
  /** The name of the model, or what failed instead of one. */
  machine: string
  title: Bilingual
  problem: Bilingual
  guard: { name: string; title: Bilingual } | null
  requirements: Bilingual[]
  /** Technical lines; empty if the problem says everything. */
  details: string
}

/** A defect of a model; by default it concerns all requirements of the model. */
export function defectOf(
  model: Model,
  { transition, ...problem }: Gap,
  { texts, details = '' }: { texts: Texts; details?: string },
): Defect {
  const line = linesOf(model.machine).find(({ key }) => key === transition)
  const concerned = line === undefined ? [] : model.rules.filter(({ concerns }) => concerns?.(line.source, line.event))
  const sources = [...new Set(model.rules.flatMap(({ source }) => source.split(', ')))]
  return {
    machine: nameOf(model),
    title: bilingual(texts, model.title),
    problem,
    guard: line?.guard ? { name: line.guard, title: guardWords(texts, line.guard, []) } : null,
    requirements:
      concerned.length === 0
        ? sources.map((source) => ({ ru: source, en: source }))
        : concerned.map(({ source, title }) => {
            const { ru, en } = bilingual(texts, title)
            return { ru: `${source} «${ru}»`, en: `${source} “${en}”` }
          }),
    details,
  }
}

/** A defect of something without a model: a file, or the whole run. */
export function defectWithoutModel(name: string, problem: Bilingual, details = ''): Defect {
  return { machine: name, title: { ru: name, en: name }, problem, guard: null, requirements: [], details }
}

/** The defects of a model that cannot be planned, one for each gap. */
export function defectsOfError(name: string, model: Model | null, error: unknown, texts: Texts): Defect[] {
  if (model !== null && error instanceof ModelError) return error.gaps.map((gap) => defectOf(model, gap, { texts }))
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).trim()
  const [first = ''] = message.split('\n')
  const problem = { ru: `не сыграно: ${first}`, en: `cannot be played: ${first}` }
  const details = error instanceof Error ? stripVTControlCharacters(error.stack ?? message) : message
  return [model === null ? defectWithoutModel(name, problem, details) : defectOf(model, problem, { texts, details })]
}

/** A defect in one line of one language. */
export function defectText(
  { title, machine, problem, guard, requirements }: Defect,
  language: keyof Bilingual,
): string {
  const name = title[language] === machine ? machine : `${title[language]} (${machine})`
  const [guardTitle, requirement] = language === 'ru' ? ['условие', 'требование'] : ['guard', 'requirement']
  return [
    `${name}: ${problem[language]}`,
    ...(guard === null ? [] : [`${guardTitle}: ${guard.title[language]} (${guard.name})`]),
    ...(requirements.length === 0 ? [] : [`${requirement}: ${requirements.map((one) => one[language]).join(', ')}`]),
  ].join(' · ')
}

/** A defect in both languages: reports of tools and terminals have no switch. */
export function defectLines(defect: Defect): string[] {
  return [defectText(defect, 'ru'), defectText(defect, 'en')]
}
