import type { QueryClient } from '@tanstack/react-query'
import { onlyStudent } from '#contract/purchase-steps.ts'
import type { CallQuery } from './api/call-query.ts'
import { courseQuery, courseStudentsQuery } from './api/catalog.ts'
import { contractsQuery } from './api/contracts.ts'
import { attempt, concernsSession, isDecided } from './api/failure.ts'
import { basketQuery } from './api/purchase.ts'
import type { Judgement, PurchasePlace, PurchaseRefusal } from './machines/purchase-places.ts'

/** Leads to the last step that is to be had on the way to the one that an address names. */
export function purchaseJudge(queryClient: QueryClient): (place: PurchasePlace) => Promise<Judgement> {
  return judge

  /** Null when it cannot be had: the step itself then says so. */
  function known<Answer>(query: CallQuery<Answer>): Promise<Answer | null> {
    return queryClient.fetchQuery(query).catch(() => null)
  }

  async function judge({ course, contract, basket, ...chosen }: PurchasePlace): Promise<Judgement> {
    if (contract !== undefined) {
      const contracts = await known(contractsQuery())
      if (contracts === null || contracts.some(({ uuid }) => uuid === contract)) return sound({ course, contract })
      return judgeAs('not-found', { course })
    }
    if (basket === undefined) return judgeChoice({ course, ...chosen })
    const { answer: found, error } = await attempt(queryClient.fetchQuery(basketQuery(basket, chosen.child)))
    if (error !== null && isDecided(error) && !concernsSession(error)) {
      const { scheme: _, ...rest } = chosen
      return judgeAs(error.type, { course, ...rest })
    }
    if (found === null) return sound({ course, ...chosen, basket })
    if (found.contractUuid !== null) return sound({ course: found.course.uuid, contract: found.contractUuid })
    const { student, group, plan } = found
    // The page asks by the address that is put right by this.
    queryClient.setQueryData(basketQuery(basket, student.uuid).queryKey, found)
    return sound({
      course: found.course.uuid,
      child: student.uuid,
      group: group.groupUuid,
      scheme: plan.paymentScheme,
      basket,
    })
  }

  async function judgeChoice(place: PurchasePlace): Promise<Judgement> {
    const { course, group, scheme } = place
    const students = await known(courseStudentsQuery(course))
    if (students === null) return sound(place)
    const child = place.child ?? onlyStudent(students)
    const atStart = { course, ...(group && { group }) }
    if (child === undefined) return sound(atStart)
    const student = students.find(({ studentUuid }) => studentUuid === child)
    if (student === undefined) return refused(atStart, 'not-found')
    if (student.obstacle !== null) return refused(atStart, student.obstacle)
    if (group === undefined) return sound({ course, child })
    const own = student.groups.find(({ groupUuid }) => groupUuid === group)
    if (own === undefined) return refused({ course, child }, 'not-found')
    if (own.obstacle !== null) return refused({ course, child }, own.obstacle)
    if (scheme === undefined) return sound({ course, child, group })
    const offered = (await known(courseQuery(course)))?.groups.find(({ groupUuid }) => groupUuid === group)
    if (offered !== undefined && !offered.paymentSchemes.includes(scheme))
      return refused({ course, child, group }, 'scheme-gone')
    return sound({ course, child, group, scheme })
  }

  async function judgeAs(refusal: PurchaseRefusal, place: PurchasePlace): Promise<Judgement> {
    const { place: had, refusal: own } = await judgeChoice(place)
    return { place: had, refusal: own ?? refusal }
  }
}

const sound = (place: PurchasePlace): Judgement => ({ place, refusal: null })
const refused = (place: PurchasePlace, refusal: PurchaseRefusal): Judgement => ({ place, refusal })
