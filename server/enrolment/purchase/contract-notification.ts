import { eq } from 'drizzle-orm'
import type { Basket } from '#contract/catalog.ts'
import type { Viewer } from '#server/access/visible-students.ts'
import { type CurrentTime, dayInZone } from '#server/calendar-days.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { spelledDay, spelledSum } from '#server/notifications/formats.ts'
import { noticePlaceOf, queueMessage } from '#server/notifications/queue-message.ts'

/** Notifies the buyer of the new contract and of its first payment. */
export async function notifyContractCreated(
  transaction: Database,
  { now, timeZone }: CurrentTime,
  { viewer, basket, number }: { viewer: Viewer; basket: Basket; number: string },
): Promise<void> {
  const [buyer] = await transaction
    .select({ email: users.email, phone: users.phone, language: users.language })
    .from(users)
    .where(eq(users.id, viewer.userId))
  const to = buyer && noticePlaceOf(buyer)
  if (!to) return
  const language = buyer.language ?? 'ru'
  const about = { number, course: basket.course.title, student: basket.student.firstName }
  const [first] = basket.plan.instalments
  if (first) {
    const values = { ...about, amount: spelledSum(first.amount, language), until: spelledDay(first.dueOn, language) }
    await queueMessage(transaction, { to, kind: 'contract-made', language, values, now })
    return
  }
  const today = dayInZone(now, timeZone)
  const { startsOn } = basket.group
  const hasBegun = startsOn <= today
  const values = { ...about, from: spelledDay(hasBegun ? today : startsOn, language) }
  await queueMessage(transaction, { to, kind: 'contract-concluded', language, values, now })
}
