import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { avatars } from '#server/db/schema/storage.ts'
import type { Random } from '#server/demo/rows/random.ts'
import type { People, Person } from './people.ts'

type Kind = 'woman' | 'man' | 'girl' | 'boy'

/** Files of each kind in `portraits/`, which `scripts/demo-portraits.ts` has drawn. */
const filesOfKind = 6

/**
 * Gives parents and children avatars, stored like uploaded ones. All of the demo accounts' families have one, with
 * different faces in a family; of the others some, as in life. Adult students have none.
 */
export function portraitRows(
  random: Random,
  { users, guardianships, students }: People,
): (typeof avatars.$inferInsert)[] {
  const parents = new Set(guardianships.map(({ guardianId }) => guardianId))
  const children = new Set(guardianships.map(({ childId }) => childId))
  const shown = new Set(students.flatMap(({ isShown, person, customer }) => (isShown ? [person.id, customer.id] : [])))
  const used = new Map<Kind, number>()
  return users.flatMap((person) => {
    const isChild = children.has(person.id)
    const own = random.fork(person.id)
    if (!isChild && !parents.has(person.id)) return []
    if (!shown.has(person.id) && !own.chance(0.6)) return []
    const kind = kindOf(person, isChild)
    const number = used.get(kind) ?? 0
    used.set(kind, number + 1)
    const name = nameOf(own)
    person.avatar = `/storage/avatars/${name}.webp`
    const content = contentOf(kind, (number % filesOfKind) + 1)
    return [{ name, ownerId: person.id, content, uploadedAt: person.createdAt as Date }]
  })
}

/** Patronyms and surnames of women end in -а. */
function kindOf({ lastName, patronym }: Person, isChild: boolean): Kind {
  const isFemale = (patronym ?? lastName).endsWith('а')
  if (isChild) return isFemale ? 'girl' : 'boy'
  return isFemale ? 'woman' : 'man'
}

/** Like a name that `createToken` makes. */
function nameOf(random: Random): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return Array.from({ length: 43 }, () => letters[random.integer(0, 63)]).join('')
}

const contents = new Map<string, Buffer>()

function contentOf(kind: Kind, number: number): Buffer {
  const name = `${kind}-${number}`
  const content = contents.get(name) ?? readFileSync(fileURLToPath(new URL(`portraits/${name}.webp`, import.meta.url)))
  contents.set(name, content)
  return content
}
