import type { Basket } from '#contract/catalog.ts'
import { paymentSchemes } from '#contract/enumerations.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { findObstacles } from '#server/modules/catalog/obstacles.ts'
import { instalmentsOf, type PlannedInstalment, shownInstalments } from '#server/modules/contracts/instalments.ts'
import type { Asker } from '#server/modules/moves/contracts.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { keptUntil } from '#server/modules/programme/rules.ts'
import { refuse } from '#server/refusal.ts'
import { basketRows } from './basket-rows.ts'

/**
 * `enrolmentId` is that of the 2035 campaign whose opportunity the basket is of: its place is taken already. `lines` are
 * what a contract of it is paid by.
 */
export type FoundBasket = { basket: Basket; enrolmentId: string | null; lines: PlannedInstalment[] }

/** The purchases that somebody has begun and not finished, or those of one basket, with what stands against them now. */
export async function findBaskets(
  database: Database,
  asker: Asker,
  moment: Moment,
  basketId?: string,
): Promise<FoundBasket[]> {
  const rows = await basketRows(database, asker, moment, basketId)
  const open = rows.filter(isOpen)
  const obstacles = await findObstacles(
    database,
    moment,
    open.map(({ student }) => student.uuid),
    open.map(({ group }) => group.groupUuid),
  )
  return rows.map((row) => {
    const { uuid, enrolmentId, endsOn, scheme, agreed, filledAt, territory, contract, ...of } = row
    const { group, student } = of
    const total = contract?.total ?? group.price
    const signedOn = dayAt(contract?.madeAt ?? moment.now, moment.timeZone)
    const lines = instalmentsOf(scheme, total, { signedOn, endsOn })
    const inScheme = group.paymentSchemes.includes(scheme) ? null : 'scheme-gone'
    const basket: Basket = {
      ...of,
      groceryBasketUuid: uuid,
      group: {
        ...group,
        territory,
        paymentSchemes: paymentSchemes.filter((each) => group.paymentSchemes.includes(each)),
      },
      plan: { paymentScheme: scheme, instalments: shownInstalments(lines) },
      // The basket of an opportunity has none of its own.
      price: { agreed: agreed ?? group.price, now: group.price },
      isEnrolled: enrolmentId !== null,
      keptUntil: enrolmentId !== null && contract === null ? keptUntil(dayAt(filledAt, moment.timeZone)) : null,
      obstacle: isOpen(row) ? (obstacles.get(`${student.uuid} ${group.groupUuid}`) ?? inScheme) : null,
      contractUuid: contract?.uuid ?? null,
      filledAt: filledAt.toISOString(),
    }
    return { enrolmentId, basket, lines }
  })
}

/** A contract may come of it or not: whoever has one, or a place by enrolment, has nothing in the way. */
function isOpen({ contract, enrolmentId }: { contract: object | null; enrolmentId: string | null }): boolean {
  return contract === null && enrolmentId === null
}

/**
 * 404 for a basket that is not there, was dropped or is somebody else's. Of several children who are enrolled in one
 * opportunity it is the one named, else one who has no contract yet.
 */
export async function findBasket(
  database: Database,
  asker: Asker,
  moment: Moment,
  { basketId, studentId }: { basketId: string; studentId?: string | undefined },
): Promise<FoundBasket> {
  const found = await findBaskets(database, asker, moment, basketId)
  const own = found.find(({ basket }) => studentId === undefined || basket.student.uuid === studentId)
  return own ?? refuse('not-found', 'No such basket, or not yours')
}
