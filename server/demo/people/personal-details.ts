import type { particulars } from '#server/db/schema/tax.ts'
import { demoSubject } from '#server/idp/demo-accounts.ts'
import type { People } from './people.ts'

/** Unassigned tax numbers with valid check digits. */
const known = [
  { firstName: 'Ольга', taxNumber: '779912345644', bornOn: '1984-03-07' },
  { firstName: 'Артём', taxNumber: '779912345718', bornOn: '2012-05-20' },
  { firstName: 'Мария', taxNumber: '779988001139', bornOn: '2010-09-02' },
  { firstName: 'Даниил', taxNumber: '779988002196', bornOn: '2008-01-15' },
  { firstName: 'Тимур', taxNumber: '779988003143', bornOn: '2008-06-30' },
] as const

/** One family and one adult student have complete personal details; the others have none. */
export function personalDetailRows({ users, guardianships }: People): (typeof particulars.$inferInsert)[] {
  const [parent, student] = [demoSubject('family'), demoSubject('innopolis-student')].map((subject) =>
    users.find((user) => user.subject === subject),
  )
  const children = guardianships.filter(({ guardianId }) => guardianId === parent?.id).map(({ childId }) => childId)
  const family = users.filter(({ id }) => id === parent?.id || id === student?.id || children.includes(id))
  return family.flatMap(({ id, firstName, createdAt }) => {
    const details = known.find((each) => each.firstName === firstName)
    return details
      ? [{ userId: id, taxNumber: details.taxNumber, bornOn: details.bornOn, updatedAt: createdAt as Date }]
      : []
  })
}
