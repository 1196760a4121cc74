import { callQuery, offlineQuery, optionalQuery } from './call-query.ts'

export const contractsQuery = () => offlineQuery(callQuery('GET /v1/profile/contract/list'), 'contracts-and-payments')

/** History, pending step and documents of a contract. */
export const contractHistoryQuery = (contractId: string) =>
  callQuery('GET /v1/profile/contract/{contractId}/history', { params: { contractId } })

/** The text that its customer signs, and the agreement on the use of the signature. */
export const contractSigningQuery = (contractId: string) =>
  callQuery('GET /v1/profile/contract/{contractId}/signing', { params: { contractId } })

/** What a termination would return now; never an earlier answer. */
export const terminationPreviewQuery = (
  contractId: string,
  { lastDay, moveTo }: { lastDay: string; moveTo: string | null },
) => ({
  ...optionalQuery(
    callQuery('GET /v1/profile/contract/{contractId}/termination/preview', {
      params: { contractId },
      query: { ...(lastDay && { lastDay }), ...(moveTo && { moveTo }) },
    }),
  ),
  staleTime: 0,
})

/** Whether a printed contract is one of the school. */
export const contractProofQuery = (printed: { number: string; code: string }) =>
  callQuery('GET /v1/contract-verification', { query: printed })

/** Bank details of the legal entity of a contract. */
export const payeeQuery = (contractId: string) =>
  offlineQuery(callQuery('GET /v1/profile/contract/{contractId}/payee', { params: { contractId } }))

/** Unfinished purchases. */
export const basketsQuery = () => offlineQuery(callQuery('GET /v1/catalog/basket/list'))

/** Waiting lists of courses that are not bought yet. */
export const courseWaitingListsQuery = () => offlineQuery(callQuery('GET /v1/catalog/waiting-list/list'))

/** How one can pay online; none without a payment provider. */
export const checkoutMethodsQuery = () => callQuery('GET /v1/profile/checkout/methods')

/** Payments that are under way or have just ended. */
export const checkoutsQuery = () => callQuery('GET /v1/profile/checkout/list')

export const checkoutQuery = (checkoutId: string) =>
  callQuery('GET /v1/profile/checkout/{checkoutId}', { params: { checkoutId } })

/** Automatic payments, at most one of each contract. */
export const autopaysQuery = () => callQuery('GET /v1/profile/autopay/list')
