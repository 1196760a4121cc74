import type { Basket } from '#contract/enrolment/catalog.ts'
import { paymentSchemes } from '#contract/enumerations.ts'
import type { CallViewer } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { type PlannedInstalment, planInstalments, toInstalments } from '#server/enrolment/contracts/instalments.ts'
import type { PricingTime } from '#server/enrolment/groups/late-start-price.ts'
import { enrolmentExpiryDay } from '#server/enrolment/programme-2035/rules.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { selectBasketRows } from './basket-rows.ts'
import { findPurchaseObstacles } from './purchase-obstacles.ts'

/**
 * `enrolmentId` is set for the basket of a 2035 opportunity, whose place is taken already. `lines` are the payments of
 * its contract.
 */
export type FoundBasket = { basket: Basket; enrolmentId: string | null; lines: PlannedInstalment[] }

/** The unfinished purchases of the viewer, or those of one basket, with their current obstacles. */
export async function findBaskets(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  basketId?: string,
): Promise<FoundBasket[]> {
  const rows = await selectBasketRows(database, viewer, currentTime, basketId)
  const open = rows.filter(isOpen)
  const obstacles = await findPurchaseObstacles(
    database,
    currentTime,
    open.map(({ student }) => student.uuid),
    open.map(({ group }) => group.groupUuid),
  )
  return rows.map((row) => {
    const { uuid, enrolmentId, endsOn, scheme, agreed, filledAt, territory, contract, ...of } = row
    const { group, student } = of
    const total = contract?.total ?? group.price
    const signedOn = dayInZone(contract?.madeAt ?? currentTime.now, currentTime.timeZone)
    const lines = planInstalments(scheme, total, { signedOn, endsOn })
    const inScheme = group.paymentSchemes.includes(scheme) ? null : 'scheme-gone'
    const basket: Basket = {
      ...of,
      groceryBasketUuid: uuid,
      group: {
        ...group,
        territory,
        paymentSchemes: paymentSchemes.filter((each) => group.paymentSchemes.includes(each)),
      },
      plan: { paymentScheme: scheme, instalments: toInstalments(lines) },
      // The basket of an opportunity has no price of its own.
      price: { agreed: agreed ?? group.price, now: group.price },
      isEnrolled: enrolmentId !== null,
      keptUntil:
        enrolmentId !== null && contract === null
          ? enrolmentExpiryDay(dayInZone(filledAt, currentTime.timeZone))
          : null,
      obstacle: isOpen(row) ? (obstacles.get(`${student.uuid} ${group.groupUuid}`) ?? inScheme) : null,
      contractUuid: contract?.uuid ?? null,
      filledAt: filledAt.toISOString(),
    }
    return { enrolmentId, basket, lines }
  })
}

/** Obstacles exist only while there is neither a contract nor a place by enrolment. */
function isOpen({ contract, enrolmentId }: { contract: object | null; enrolmentId: string | null }): boolean {
  return contract === null && enrolmentId === null
}

/**
 * 404 for a basket that is unknown, dropped or not the viewer's. If several students are enrolled in its opportunity,
 * returns the named one, else one without a contract.
 */
export async function findBasket(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  { basketId, studentId }: { basketId: string; studentId?: string | undefined },
): Promise<FoundBasket> {
  const found = await findBaskets(database, viewer, currentTime, basketId)
  const own = found.find(({ basket }) => studentId === undefined || basket.student.uuid === studentId)
  return own ?? throwProblem('not-found', 'No such basket, or not yours')
}
