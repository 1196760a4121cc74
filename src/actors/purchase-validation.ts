import type { QueryClient } from '@tanstack/react-query'
import { singleStudentOf } from '#contract/screen-search.ts'
import { isDefinitive, isSessionError, toResult } from '#src/api/api-error.ts'
import type { CallQuery } from '#src/api/call-query.ts'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { basketQuery } from '#src/api/purchase.ts'
import type { PurchaseError, PurchaseLocation, PurchaseValidation } from '#src/machines/locations/purchase-location.ts'

/** Returns the last reachable step on the way to the one that a URL names, and why the rest is not reachable. */
export function createPurchaseValidator(
  queryClient: QueryClient,
): (location: PurchaseLocation) => Promise<PurchaseValidation> {
  return validate

  /** Null when the query fails: the step itself shows the error. */
  function known<Answer>(query: CallQuery<Answer>): Promise<Answer | null> {
    return queryClient.fetchQuery(query).catch(() => null)
  }

  async function validate({ course, contract, basket, ...chosen }: PurchaseLocation): Promise<PurchaseValidation> {
    if (contract !== undefined) {
      const contracts = await known(contractsQuery())
      if (contracts === null || contracts.some(({ uuid }) => uuid === contract))
        return validLocation({ course, contract })
      return rejectWith('not-found', { course })
    }
    if (basket === undefined) return validateChoice({ course, ...chosen })
    const { answer: found, error } = await toResult(queryClient.fetchQuery(basketQuery(basket, chosen.child)))
    if (error !== null && isDefinitive(error) && !isSessionError(error)) {
      const { scheme: _, ...rest } = chosen
      return rejectWith(error.type, { course, ...rest })
    }
    if (found === null) return validLocation({ course, ...chosen, basket })
    if (found.contractUuid !== null) return validLocation({ course: found.course.uuid, contract: found.contractUuid })
    const { student, group, plan } = found
    // The page queries by the corrected URL.
    queryClient.setQueryData(basketQuery(basket, student.uuid).queryKey, found)
    return validLocation({
      course: found.course.uuid,
      child: student.uuid,
      group: group.groupUuid,
      scheme: plan.paymentScheme,
      basket,
    })
  }

  async function validateChoice(location: PurchaseLocation): Promise<PurchaseValidation> {
    const { course, group, scheme } = location
    const students = await known(courseStudentsQuery(course))
    if (students === null) return validLocation(location)
    const child = location.child ?? singleStudentOf(students)
    const atStart = { course, ...(group && { group }) }
    if (child === undefined) return validLocation(atStart)
    const student = students.find(({ studentUuid }) => studentUuid === child)
    if (student === undefined) return rejectedLocation(atStart, 'not-found')
    if (student.obstacle !== null) return rejectedLocation(atStart, student.obstacle)
    if (group === undefined) return validLocation({ course, child })
    const own = student.groups.find(({ groupUuid }) => groupUuid === group)
    if (own === undefined) return rejectedLocation({ course, child }, 'not-found')
    if (own.obstacle !== null) return rejectedLocation({ course, child }, own.obstacle)
    if (scheme === undefined) return validLocation({ course, child, group })
    const offered = (await known(courseQuery(course)))?.groups.find(({ groupUuid }) => groupUuid === group)
    if (offered !== undefined && !offered.paymentSchemes.includes(scheme))
      return rejectedLocation({ course, child, group }, 'scheme-gone')
    return validLocation({ course, child, group, scheme })
  }

  async function rejectWith(refusal: PurchaseError, location: PurchaseLocation): Promise<PurchaseValidation> {
    const { location: valid, refusal: own } = await validateChoice(location)
    return { location: valid, refusal: own ?? refusal }
  }
}

const validLocation = (location: PurchaseLocation): PurchaseValidation => ({ location, refusal: null })
const rejectedLocation = (location: PurchaseLocation, refusal: PurchaseError): PurchaseValidation => ({
  location,
  refusal,
})
