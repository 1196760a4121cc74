import type { Env } from '#server/environment/env.ts'

/** Where the demo bank is on the port of the identity provider. */
export const bankPath = '/demo-bank'
/** Id of the school's shop at the bank. */
export const demoShopId = '100500'

export function payPageUrl(origin: string, paymentId: string): string {
  return `${origin}${bankPath}/pay/${paymentId}`
}

/** Where the bank shows fiscal receipts, with the places of their data. */
export function receiptTemplate(origin: string): string {
  return `${origin}${bankPath}/receipt?t={t}&s={s}&fn={fn}&i={i}&fp={fp}&n={n}`
}

/** Origin of the demo bank; null where a real shop takes the money, or another identity provider is used. */
export function demoBankOrigin({
  YOOKASSA_SHOP_ID,
  PROVIDERS,
  IDP_PUBLIC_URL,
}: Pick<Env, 'YOOKASSA_SHOP_ID' | 'PROVIDERS' | 'IDP_PUBLIC_URL'>): string | null {
  return YOOKASSA_SHOP_ID === undefined && PROVIDERS.length === 0 ? IDP_PUBLIC_URL : null
}
