import { msg } from '@lingui/core/macro'
import type {
  DisplayedContractStatus,
  OperationKind,
  PaymentScheme,
  PaymentStatus,
  SignatureMethod,
} from '#contract/enumerations.ts'
import type { Labels } from './labels.ts'

/** Labels of the enumerations of contracts and payments; read them by `labelOf`. */

export const contractStatusLabels: Labels<DisplayedContractStatus> = {
  Open: msg`Оформляется`,
  Concluded: msg`Заключён`,
  Frozen: msg`Приостановлен`,
  OnTermination: msg`Расторгается`,
  Termination: msg`Расторгнут`,
  NotPaid: msg`Не оплачен`,
  Finished: msg`Завершён`,
}

export const paymentSchemeLabels: Labels<PaymentScheme> = {
  StepByStep: msg`Оплата по этапам`,
  OnePayment: msg`Один платёж`,
  Recurent: msg`Ежемесячные платежи`,
  BankInstallmentPlan: msg`Рассрочка от банка`,
  Combo: msg`Свои средства и материнский капитал`,
  MaternalCapital: msg`Материнский капитал`,
}

export const paymentStatusLabels: Labels<PaymentStatus> = {
  Open: msg`Ждёт оплаты`,
  Closed: msg`Оплачен`,
  Canceled: msg`Отменён`,
  Error: msg`Оплата не прошла`,
  DeferredPayment: msg`Отсрочен`,
}

export const operationKindLabels: Labels<OperationKind> = {
  ReceivingDS: msg`Поступил платёж`,
  ReceivingTransferDS: msg`Перенесено с другого договора`,
  ReturnDS: msg`Возврат`,
  ReturnTransferDS: msg`Перенесено на другой договор`,
}

/** How a simple electronic signature was made. */
export const signatureMethodLabels: Labels<SignatureMethod> = {
  'sms-code': msg`код из СМС`,
  'email-code': msg`код из письма`,
  'second-factor': msg`вход и код подтверждения`,
  account: msg`вход в учётную запись`,
  automatic: msg`автоматически, по правилам школы`,
}
