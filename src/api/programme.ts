import { callQuery } from './call-query.ts'

/** The offer of a token (D-20). */
export const offerQuery = (token: string) => callQuery('GET /{token}', { params: { token } })

/** Students of the user with their eligibility and enrolments. */
export const offerStudentsQuery = (token: string) =>
  callQuery('GET /v1/schedule/offer/{token}/student/list', { params: { token } })
