import type { particulars } from '#server/db/schema/tax.ts'
import { demoSubject } from './accounts.ts'
import type { People } from './people.ts'

/** Tax numbers that nobody has; the control digits are right. */
const known = [
  { firstName: 'Ольга', taxNumber: '779912345644', bornOn: '1984-03-07' },
  { firstName: 'Артём', taxNumber: '779912345718', bornOn: '2012-05-20' },
  { firstName: 'Мария', taxNumber: '779988001139', bornOn: '2010-09-02' },
  { firstName: 'Даниил', taxNumber: '779988002196', bornOn: '2008-01-15' },
  { firstName: 'Тимур', taxNumber: '779988003143', bornOn: '2008-06-30' },
] as const

/** One family and a student of age have told all that a tax office asks for; the others have told nothing yet. */
export function particularsOf({ users, guardianships }: People): (typeof particulars.$inferInsert)[] {
  const [parent, student] = [demoSubject('family'), demoSubject('innopolis-student')].map((subject) =>
    users.find((user) => user.subject === subject),
  )
  const children = guardianships.filter(({ guardianId }) => guardianId === parent?.id).map(({ childId }) => childId)
  const family = users.filter(({ id }) => id === parent?.id || id === student?.id || children.includes(id))
  return family.flatMap(({ id, firstName, createdAt }) => {
    const told = known.find((each) => each.firstName === firstName)
    return told ? [{ userId: id, taxNumber: told.taxNumber, bornOn: told.bornOn, updatedAt: createdAt as Date }] : []
  })
}
