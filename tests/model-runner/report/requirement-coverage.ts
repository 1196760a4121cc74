import type { SpecifiedRequirement, Texts } from '#tests/model-runner/config.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { type Model, nameOf } from '#tests/model-runner/model.ts'
import type { PathResult } from '#tests/model-runner/paths/play-paths.ts'
import type { RequirementCoverage } from './report-data.ts'
import { bilingual } from './words.ts'

/** The results of a model on the level of ledger and rules; null if that level was not played. */
type Checked = { model: Model; results: readonly PathResult[] | null }

/**
 * The rules that name each requirement, and the paths on which they say something. An implication whose condition never
 * holds on a path says nothing about it.
 */
export function requirementCoverage(
  requirements: readonly SpecifiedRequirement[],
  checked: readonly Checked[],
  texts: Texts,
): RequirementCoverage[] {
  return requirements.map((requirement) => ({
    ...requirement,
    rules: checked.flatMap(({ model, results }) =>
      model.rules.flatMap(({ title, source, isGeneral }, index) => {
        if (isGeneral || !sourcesOf(source).includes(requirement.id)) return []
        const paths = results?.filter(({ rules }) => rules?.includes(index)).map(({ path }) => idOf(path)) ?? null
        return [{ machine: nameOf(model), title: bilingual(texts, title), paths }]
      }),
    ),
  }))
}

/** Rules that name a requirement that the specification does not have. */
export function unknownSources(requirements: readonly SpecifiedRequirement[], models: readonly Model[]): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  return models.flatMap((model) =>
    model.rules.flatMap(({ title, source }) =>
      sourcesOf(source)
        .filter((id) => !known.has(id))
        .map((id) => `${nameOf(model)}: the rule «${title}» names ${id}, which the specification does not have`),
    ),
  )
}

function sourcesOf(source: string): string[] {
  return source.split(',').map((id) => id.trim())
}

/** The paths of a requirement, as machine and id; a path that several rules concern counts once. */
export function pathsOf({ rules }: RequirementCoverage): string[] {
  return [...new Set(rules.flatMap(({ machine, paths }) => (paths ?? []).map((id) => `${machine} ${id}`)))]
}

const shownPaths = 3

/** One line per requirement and rule, then the requirements that no rule and no path touches. */
export function requirementLines(coverage: readonly RequirementCoverage[], language: 'ru' | 'en'): string[] {
  const untouched = coverage.filter((one) => pathsOf(one).length === 0)
  const lines = coverage
    .filter((one) => !untouched.includes(one))
    .flatMap((one) => [
      `${one.id}  ${one.title}`,
      `    ${pathsOf(one).length} paths, named in ${one.tests.length} other tests`,
      ...one.rules.map(({ machine, title, paths }) => {
        const ids = paths ?? []
        const more = ids.length > shownPaths ? ` … ${ids.length}` : ''
        return `    ${machine}: ${title[language]}: ${ids.slice(0, shownPaths).join(' ') || 'no path'}${more}`
      }),
    ])
  return [
    ...lines,
    `${untouched.length} of ${coverage.length} requirements are touched by no rule and no path of a model:`,
    ...untouched.map(
      ({ id, title, tests }) =>
        `    ${id}  ${title}: ${tests.length === 0 ? 'no test names it' : `named in ${tests.length} other tests`}`,
    ),
  ]
}
