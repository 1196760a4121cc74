import type { Env } from '#server/environment/env.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { ProviderCall } from './provider-calls.ts'
import { createYookassa, type YookassaSettings, yookassaUrl } from './yookassa.ts'

/** The bank of the demo, which speaks like ЮKassa. */
export type DemoBankSettings = Pick<YookassaSettings, 'url' | 'shopId' | 'secretKey'> & { receiptUrl: string }

/**
 * The provider of the configuration, else the bank of the demo; null without both. A trial (`DELIVERY=off`) takes no real
 * money.
 */
export function configuredProvider(
  env: Env,
  bank: DemoBankSettings | null,
  onCall?: (call: ProviderCall) => void,
): PaymentProvider | null {
  const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey } = env
  const account =
    shopId !== undefined && secretKey !== undefined
      ? env.DELIVERY && { url: yookassaUrl, shopId, secretKey, receiptUrl: env.YOOKASSA_RECEIPT_URL ?? null }
      : bank
  if (!account) return null
  const { receiptUrl, ...connection } = account
  return createYookassa(
    {
      ...connection,
      methods: env.YOOKASSA_METHODS,
      savesCards: account === bank || env.YOOKASSA_AUTOPAY,
      receipts: env.YOOKASSA_RECEIPTS
        ? {
            vatCode: env.YOOKASSA_VAT_CODE,
            taxSystem: env.YOOKASSA_TAX_SYSTEM ?? null,
            email: env.SUPPORT_EMAIL ?? null,
            url: receiptUrl,
          }
        : null,
    },
    onCall ? { onCall } : {},
  )
}
