import { pairingCodeDays } from '#contract/people/pairing-code.ts'
import type { Database } from '#server/db/client.ts'
import { pairingCodes } from '#server/db/schema/account-security.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { demoSubject, guardiansWithRights, pairedByCode } from '#server/idp/accounts/demo-accounts.ts'
import { hashPairingCode } from '#server/pairing/pairing-codes.ts'
import type { People } from './people.ts'

/** Can be entered in the profile of any demo account with children of others. */
const openCode = 'ACE7HK'

type School = { people: People; random: Random; now: Date }

/** Two codes of the parent `parent`: one that another guardian has used, and one that is open. */
export async function addPairingCodes(transaction: Database, { people, random, now }: School): Promise<void> {
  const idOf = (login: string) => people.users.find(({ subject }) => subject === demoSubject(login))?.id
  const [madeBy, usedBy] = [idOf('parent'), idOf(pairedByCode)]
  const childId = people.guardianships.find(({ guardianId }) => guardianId === madeBy)?.childId
  if (!madeBy || !usedBy || !childId) return
  const own = random.fork('pairing codes')
  const daysAfter = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const code = (madeDaysAgo: number) => ({
    id: own.uuid(),
    childId,
    kind: 'guardian' as const,
    madeBy,
    isBySchool: false,
    madeAt: daysAfter(-madeDaysAgo),
    expiresAt: daysAfter(pairingCodeDays - madeDaysAgo),
  })
  await transaction.insert(pairingCodes).values([
    {
      ...code(20),
      preset: guardiansWithRights[pairedByCode],
      codeHash: await hashPairingCode(transaction, 'MRT4XY'),
      usedBy,
      usedAt: daysAfter(-19),
    },
    { ...code(1), preset: 'informed', codeHash: await hashPairingCode(transaction, openCode) },
  ])
}
