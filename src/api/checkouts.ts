import { callQuery } from './call-query.ts'

/** How one can pay online; none without a payment provider. */
export const checkoutMethodsQuery = () => callQuery('GET /v1/profile/checkout/methods')

/** Payments that are under way or have just ended. */
export const checkoutsQuery = () => callQuery('GET /v1/profile/checkout/list')

export const checkoutQuery = (checkoutId: string) =>
  callQuery('GET /v1/profile/checkout/{checkoutId}', { params: { checkoutId } })
