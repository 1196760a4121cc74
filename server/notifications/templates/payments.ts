import type { Templates } from './template.ts'

export type PaymentsMessages = {
  /** Sent some days before the due date. */
  'payment-due': { number: string; amount: string; until: string }
  /** `left` is empty if everything is paid; `receipts` are the confirmations that an email carries. */
  'payment-arrived': { number: string; amount: string; left: string; receipts: string }
  /** For an expired contract: the staff decides what happens to the payment. */
  'late-payment-arrived': { number: string; amount: string; receipts: string }
  'tax-certificate-ready': { student: string; year: string; number: string }
  'tax-certificate-dropped': { student: string; year: string; number: string }
  /** The first day after the due date, or later; `amount` is what is left. */
  'payment-overdue': { number: string; amount: string; since: string }
  'payment-returned': { number: string; amount: string }
}

const ru: Templates<PaymentsMessages> = {
  'payment-due': ({ number, amount, until }) => ({
    subject: `Платёж ${amount} до ${until}`,
    text: `По договору ${number} до ${until} нужно заплатить ${amount}.`,
    discreet: { subject: `Платёж до ${until}`, text: `По договору ${number} подходит срок платежа.` },
    next: 'Счёт и реквизиты — в личном кабинете, «Договоры и оплата». Если вы уже заплатили, ничего не делайте.',
  }),
  'payment-arrived': ({ number, amount, left }) => ({
    subject: `Поступил платёж ${amount}`,
    text: `Поступил платёж ${amount} по договору ${number}. ${left ? `Осталось оплатить ${left}, сроки — в личном кабинете, «Договоры и оплата».` : 'Договор оплачен полностью.'}`,
    discreet: { subject: 'Поступил платёж', text: `По договору ${number}.` },
  }),
  'late-payment-arrived': ({ number, amount }) => ({
    subject: `Платёж ${amount} поступил после срока`,
    text: `Платёж ${amount} по договору ${number} поступил, когда договор уже не действовал: он не был оплачен в срок. Напишите в школу: деньги вернут или перенесут на другой договор.`,
    discreet: {
      subject: 'Платёж поступил после срока',
      text: `Договор ${number} уже не действовал. Напишите в школу: деньги вернут или перенесут на другой договор.`,
    },
  }),
  'tax-certificate-ready': ({ student, year, number }) => ({
    subject: `Справка для налоговой за ${year} год готова`,
    text: `Справка ${number} об оплате обучения за ${year} год, ученик — ${student}, готова.`,
    next: 'Скачайте её в личном кабинете, на странице «Налоговый вычет».',
  }),
  'tax-certificate-dropped': ({ student, year, number }) => ({
    subject: `Справки для налоговой за ${year} год не будет`,
    text: `Справку ${number} об оплате обучения за ${year} год, ученик — ${student}, подготовить не удалось: всё, что вы заплатили за этот год, вам вернули.`,
    next: 'Подробности — в личном кабинете, на странице «Налоговый вычет».',
  }),
  'payment-overdue': ({ number, amount, since }) => ({
    subject: `Платёж ${amount} просрочен`,
    text: `По договору ${number} нужно было заплатить ${amount} до ${since}.`,
    discreet: { subject: 'Платёж просрочен', text: `По договору ${number} нужно было заплатить до ${since}.` },
    next: 'Счёт и реквизиты — в личном кабинете, «Договоры и оплата». Если вы уже заплатили, ничего не делайте.',
  }),
  'payment-returned': ({ number, amount }) => ({
    subject: `Возврат ${amount}`,
    text: `Вам вернули ${amount} по договору ${number}.`,
    discreet: { subject: 'Возврат', text: `Вам вернули деньги по договору ${number}.` },
    next: 'Подробности — в личном кабинете, «Договоры и оплата».',
  }),
}

const en: Templates<PaymentsMessages> = {
  'payment-due': ({ number, amount, until }) => ({
    subject: `${amount} to be paid by ${until}`,
    text: `${amount} is to be paid by ${until} for contract ${number}.`,
    discreet: { subject: `A payment is due by ${until}`, text: `A payment for contract ${number} falls due soon.` },
    next: 'The bill and the bank details are in the personal account: “Contracts and payments”. If you have already paid, there is nothing to do.',
  }),
  'payment-arrived': ({ number, amount, left }) => ({
    subject: `Your payment of ${amount} has arrived`,
    text: `A payment of ${amount} has arrived for contract ${number}. ${left ? `${left} is left to pay; the due dates are in the personal account: “Contracts and payments”.` : 'The contract is paid in full.'}`,
    discreet: { subject: 'Your payment has arrived', text: `For contract ${number}.` },
  }),
  'late-payment-arrived': ({ number, amount }) => ({
    subject: `Your payment of ${amount} came too late`,
    text: `A payment of ${amount} has arrived for contract ${number}, which was no longer in force because it had not been paid in time. Please write to the school: the money will be returned or carried over to another contract.`,
    discreet: {
      subject: 'Your payment came too late',
      text: `Contract ${number} was no longer in force. Please write to the school: the money will be returned or carried over.`,
    },
  }),
  'tax-certificate-ready': ({ student, year, number }) => ({
    subject: `Your tax certificate for ${year} is ready`,
    text: `Certificate ${number} of what you paid for ${student}’s studies in ${year} is ready.`,
    next: 'Download it in the personal account, on the page “Tax deduction”.',
  }),
  'tax-certificate-dropped': ({ student, year, number }) => ({
    subject: `There will be no tax certificate for ${year}`,
    text: `Certificate ${number} of what you paid for ${student}’s studies in ${year} could not be made: all that you paid that year has been returned to you.`,
    next: 'Details are in the personal account, on the page “Tax deduction”.',
  }),
  'payment-overdue': ({ number, amount, since }) => ({
    subject: `Your payment of ${amount} is overdue`,
    text: `${amount} was to be paid by ${since} for contract ${number}.`,
    discreet: { subject: 'A payment is overdue', text: `A payment for contract ${number} was due by ${since}.` },
    next: 'The bill and the bank details are in the personal account: “Contracts and payments”. If you have already paid, there is nothing to do.',
  }),
  'payment-returned': ({ number, amount }) => ({
    subject: `${amount} was returned to you`,
    text: `${amount} was returned to you for contract ${number}.`,
    discreet: { subject: 'Money was returned to you', text: `For contract ${number}.` },
    next: 'Details are in the personal account: “Contracts and payments”.',
  }),
}

export const paymentsTemplates = { ru, en }
