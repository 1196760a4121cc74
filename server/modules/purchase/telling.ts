import { eq } from 'drizzle-orm'
import type { Basket } from '#contract/catalog.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { spelledDay, spelledSum } from '#server/delivery/spelling.ts'
import type { Asker } from '#server/modules/moves/contracts.ts'
import type { Moment } from '#server/modules/moves/rules.ts'

/** Tells the buyer what was made, and what is to be paid first and until when. */
export async function tellOfContract(
  transaction: Database,
  { now, timeZone }: Moment,
  { asker, basket, number }: { asker: Asker; basket: Basket; number: string },
): Promise<void> {
  const [buyer] = await transaction
    .select({ email: users.email, phone: users.phone, language: users.language })
    .from(users)
    .where(eq(users.id, asker.userId))
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
  const today = dayAt(now, timeZone)
  const { startsOn } = basket.group
  const hasBegun = startsOn <= today
  const values = { ...about, from: spelledDay(hasBegun ? today : startsOn, language) }
  await queueMessage(transaction, { to, kind: 'contract-concluded', language, values, now })
}
