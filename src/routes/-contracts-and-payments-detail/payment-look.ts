import type { OperationKind, PaymentStatus } from '#contract/enumerations.ts'
import type { Tone } from '#src/ui/tone.ts'

export const paymentStatusTones: Record<PaymentStatus, Tone> = {
  Open: 'info',
  Closed: 'success',
  Canceled: 'neutral',
  Error: 'error',
  DeferredPayment: 'purple',
}

/** Which way the money went; of a kind that nobody knows, neither is said. */
export const operationSigns: Record<OperationKind, '+' | '−'> = {
  ReceivingDS: '+',
  ReceivingTransferDS: '+',
  ReturnDS: '−',
  ReturnTransferDS: '−',
}
