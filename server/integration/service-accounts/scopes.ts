import type { ServiceArea } from '#contract/integration/service-areas.ts'
import type { Format } from '#server/integration/format-types/format.ts'
import { gradeBookFormats, scheduleFormats } from '#server/integration/formats/learning.ts'
import {
  contentFormats,
  contractFormats,
  programme2035Formats,
  purchaseFormats,
} from '#server/integration/formats/money-and-content.ts'
import { enrollmentFormats, userFormats } from '#server/integration/formats/people.ts'
import { schoolFormats } from '#server/integration/formats/school.ts'
import { fileNames } from '#server/integration/formats/units.ts'

/**
 * Names that stand for several collections in a scope. A collection is a file of the import, without `.csv`. `roles` can
 * make administrators, so it is named on its own.
 */
export const scopeAreas: Readonly<Record<string, readonly string[]>> = {
  school: collectionsOf(schoolFormats),
  people: collectionsOf([...userFormats, ...enrollmentFormats]).filter((collection) => collection !== 'roles'),
  schedule: collectionsOf(scheduleFormats),
  grades: collectionsOf(gradeBookFormats),
  programme: collectionsOf(programme2035Formats),
  money: collectionsOf(contractFormats),
  purchases: collectionsOf(purchaseFormats),
  content: collectionsOf(contentFormats),
  all: fileNames,
} satisfies Record<Exclude<ServiceArea, 'roles'> | 'all', readonly string[]>

export type Right = 'read' | 'write'

/** Whether the text is a scope: `people:write`, `lessons:read`. */
export function isScope(scope: string): boolean {
  return collectionsIn(scope).length > 0
}

/** Whether the scopes contain this right. Writing does not include reading. */
export function isGranted(scopes: readonly string[], collection: string, right: Right): boolean {
  return scopes.some((scope) => scope.endsWith(`:${right}`) && collectionsIn(scope).includes(collection))
}

/** The requested scopes, if the granted ones contain all of them; otherwise null. */
export function narrowScopes(granted: readonly string[], requested: readonly string[]): string[] | null {
  const isContained = (scope: string) => {
    const [, right] = scope.split(':')
    const collections = collectionsIn(scope)
    return collections.length > 0 && collections.every((collection) => isGranted(granted, collection, right as Right))
  }
  return requested.every(isContained) ? [...new Set(requested)] : null
}

function collectionsIn(scope: string): readonly string[] {
  const [, name = ''] = /^(\w+):(?:read|write)$/.exec(scope) ?? []
  if (Object.hasOwn(scopeAreas, name)) return scopeAreas[name] ?? []
  return fileNames.includes(name) ? [name] : []
}

function collectionsOf(formats: readonly Format[]): string[] {
  return [...new Set(formats.map(({ file }) => file))]
}
