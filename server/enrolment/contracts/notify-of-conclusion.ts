import { eq, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups } from '#server/db/schema/programs.ts'
import { formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

/** Notifies the customer of a free contract that it is in force, and when the lessons start. */
export async function notifyOfConclusion(
  transaction: Database,
  contractId: string,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const [contract] = await transaction
    .select({
      recipient: recipientColumns,
      number: contracts.number,
      course: programs.title,
      student: sql<string>`(select ${users.firstName} from ${users} where ${users.id} = ${contracts.studentId})`,
      startsOn: sql<string>`coalesce(${studyGroups.startsOn}, ${campaigns.startsOn})`,
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .innerJoin(users, eq(users.id, contracts.customerId))
    .leftJoin(studyGroups, eq(studyGroups.id, contracts.groupId))
    .where(eq(contracts.id, contractId))
  if (!contract) return
  const { recipient, startsOn, ...names } = contract
  const today = dayInZone(now, timeZone)
  const hasBegun = startsOn <= today
  const values = (language: Locale) => ({ ...names, from: formatDay(hasBegun ? today : startsOn, language) })
  await notifyUsers(transaction, now, [{ recipient, kind: 'contract-concluded', values }])
}
