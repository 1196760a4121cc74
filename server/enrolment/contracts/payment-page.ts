/** The page that pays an instalment: online with the instalment chosen, else its contract with the bill. */
export function paymentPage(payment: { id: string; contractId: string }, paysOnline: boolean): string {
  return paysOnline ? `/payment?payment[]=${payment.id}` : `/contracts-and-payments/${payment.contractId}`
}
