import { type SQL, sql } from 'drizzle-orm'
import { guardianships } from '#server/db/schema/people.ts'

const userId = sql.placeholder('userId')

/** Whose schedule it is: the values of `in`. */
const childrenOf = sql`(select ${guardianships.childId} from ${guardianships} where ${guardianships.guardianId} = ${userId})`
const personOf = sql`(${userId}::uuid)`

/** What is asked of the children, and the same of oneself (D-8); `name` tells their statements apart. */
export function ofFamilies<Made>(make: (name: 'of_children' | 'of_person', students: SQL) => Made) {
  return { parent: make('of_children', childrenOf), student: make('of_person', personOf) }
}
