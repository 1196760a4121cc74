import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from './call-query.ts'

/** What a token offers (D-20). */
export const offerQuery = (token: string) => callQuery('GET /{token}', { params: { token } })

/** Who of the person's own may enrol, rule by rule, and who has. */
export const offerStudentsQuery = (token: string) =>
  callQuery('GET /v1/schedule/offer/{token}/student/list', { params: { token } })

/** Ends when what an enrolment changes on the screen has been asked for anew. */
export async function renewAfterEnrolment(queryClient: QueryClient): Promise<void> {
  const changed = [
    ['GET /{token}'],
    ['GET /v1/schedule/offer/{token}/student/list'],
    // What is to be paid waits among the contracts, and every enrolment fills the week that a course must fit.
    ['GET /v1/catalog/basket/list'],
    ['GET /v1/catalog/course/{id}/student/list'],
    ['GET /v1/parent/children/schedule/list'],
    ['GET /v1/student/schedule/list'],
  ]
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
