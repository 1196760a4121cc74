import { msg } from '@lingui/core/macro'
import type { ContractStatus, OperationKind, PaymentScheme, PaymentStatus } from '#contract/enumerations.ts'
import type { Words } from './enumeration-words.ts'

/** The words for the enumerations of contracts and their payments; read by `wordsFor`. */

export const contractStatusWords: Words<ContractStatus> = {
  Open: msg`Оформляется`,
  Concluded: msg`Заключён`,
  Frozen: msg`Приостановлен`,
  OnTermination: msg`Расторгается`,
  Termination: msg`Расторгнут`,
  NotPaid: msg`Не оплачен`,
}

export const paymentSchemeWords: Words<PaymentScheme> = {
  StepByStep: msg`Оплата по этапам`,
  OnePayment: msg`Один платёж`,
  Recurent: msg`Ежемесячные платежи`,
  BankInstallmentPlan: msg`Рассрочка от банка`,
  Combo: msg`Свои средства и материнский капитал`,
  MaternalCapital: msg`Материнский капитал`,
}

export const paymentStatusWords: Words<PaymentStatus> = {
  Open: msg`Ждёт оплаты`,
  Closed: msg`Оплачен`,
  Canceled: msg`Отменён`,
  Error: msg`Оплата не прошла`,
  DeferredPayment: msg`Отсрочен`,
}

export const operationKindWords: Words<OperationKind> = {
  ReceivingDS: msg`Поступил платёж`,
  ReceivingTransferDS: msg`Перенесено с другого договора`,
  ReturnDS: msg`Возврат`,
  ReturnTransferDS: msg`Перенесено на другой договор`,
}
