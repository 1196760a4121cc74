import type { RefundReason } from '#contract/enumerations.ts'
import { ofStudent, type Templates, withStop } from './template.ts'

/** `student` is empty for the student; absent in messages of earlier releases. */
type Payment = { number: string; amount: string; student?: string }

export type PaymentsMessages = {
  /** Sent some days before the due date. */
  'payment-due': Payment & { until: string }
  /** `left` is empty if everything is paid; `receipts` are the confirmations that an email carries. */
  'payment-arrived': { number: string; amount: string; left: string; receipts: string }
  /** For an expired contract: the staff decides what happens to the payment. */
  'late-payment-arrived': { number: string; amount: string; receipts: string }
  'tax-certificate-ready': { student: string; year: string; number: string }
  'tax-certificate-dropped': { student: string; year: string; number: string }
  /** The first day after the due date, or later; `amount` is what is left. */
  'payment-overdue': Payment & { since: string }
  /** The school has taken back a booking. `why` is the reason of the staff; it may be empty or absent. */
  'payment-unbooked': { number: string; amount: string; why?: string }
  /**
   * `why` is the reason of the staff, `again` what is to be paid again because of it, `parts` its instalments with their
   * days; all may be empty or absent.
   */
  'payment-returned': { number: string; amount: string; why?: string; again?: string; parts?: string }
  /** To the payer and the customer: the staff returns money. */
  'refund-begun': { number: string; amount: string; why: string; again: string; parts?: string }
  /** To the payer: nothing was left to pay when the money came. */
  'payment-twice': { number: string; amount: string }
  /** To the payer: the contract takes no money any more. */
  'payment-after-end': { number: string; amount: string }
  /** To the payer: the provider does not make the refund. */
  'refund-failed': { number: string; amount: string; reason?: RefundReason }
  /** To the customer: the school can transfer `amount` only. */
  'return-account-needed': { number: string; amount: string }
  /** To a payer who has not come back to see it. */
  'payment-refused': { number: string; amount: string }
}

function withParts(again: string, parts: string): string {
  return parts ? `${again}: ${parts}` : again
}

const ru: Templates<PaymentsMessages> = {
  'payment-due': ({ number, amount, student = '', until }) => ({
    subject: ofStudent(student, `Платёж ${amount} до ${until}`),
    text: `По договору ${number} до ${until} нужно заплатить ${amount}.`,
    discreet: {
      subject: ofStudent(student, `Платёж до ${until}`),
      text: `По договору ${number} подходит срок платежа.`,
    },
    next: 'Счёт — в личном кабинете, на странице «Договоры и оплата». Если вы уже заплатили, ничего не делайте.',
  }),
  'payment-arrived': ({ number, amount, left }) => ({
    subject: `Поступил платёж ${amount}`,
    text: `Поступил платёж ${amount} по договору ${number}. ${left ? `Осталось оплатить ${left}, сроки — в личном кабинете, на странице «Договоры и оплата».` : 'Договор оплачен полностью.'}`,
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
  'payment-overdue': ({ number, amount, student = '', since }) => ({
    subject: ofStudent(student, `Платёж ${amount} просрочен`),
    text: `По договору ${number} нужно было заплатить ${amount} до ${since}.`,
    discreet: {
      subject: ofStudent(student, 'Платёж просрочен'),
      text: `По договору ${number} нужно было заплатить до ${since}.`,
    },
    next: 'Счёт — в личном кабинете, на странице «Договоры и оплата». Если вы уже заплатили, ничего не делайте.',
  }),
  'payment-returned': ({ number, amount, why = '', again = '', parts = '' }) => ({
    subject: `Возврат ${amount}`,
    text: [
      `По договору ${number} вернули ${amount}.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
      ...(again ? [`Снова нужно заплатить ${withParts(again, parts)}.`] : []),
    ].join(' '),
    discreet: { subject: 'Возврат', text: `По договору ${number} вернули деньги.` },
    next: 'Подробности — в личном кабинете, на странице «Договоры и оплата».',
  }),
  'payment-unbooked': ({ number, amount, why = '' }) => ({
    subject: `Зачисление ${amount} отменено`,
    text: [
      `Платёж ${amount} был зачислен по договору ${number} по ошибке, школа отменила зачисление.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
      'Если это ваши деньги, напишите в школу.',
    ].join(' '),
    discreet: {
      subject: 'Зачисление платежа отменено',
      text: `По договору ${number}. Подробности — в личном кабинете.`,
    },
    next: 'Сколько осталось оплатить, видно в личном кабинете, на странице «Договоры и оплата».',
  }),
  'refund-begun': ({ number, amount, why, again, parts = '' }) => ({
    subject: `Школа возвращает ${amount}`,
    text: [
      `По договору ${number} школа возвращает ${amount} туда, откуда платили.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
      ...(again ? [`После возврата снова нужно будет заплатить ${withParts(again, parts)}.`] : []),
    ].join(' '),
    discreet: {
      subject: 'Школа возвращает деньги',
      text: `Деньги по договору ${number} вернутся туда, откуда платили.`,
    },
    next: 'Обычно банк зачисляет возврат в течение нескольких дней.',
  }),
  'payment-twice': ({ number, amount }) => ({
    subject: `Вернём ${amount}: пришло больше, чем оставалось заплатить`,
    text: `По договору ${number} пришло на ${amount} больше, чем оставалось заплатить: так бывает, если платёж оплатили дважды. Возвращаем эти деньги туда, откуда вы платили. Делать ничего не нужно.`,
    discreet: {
      subject: 'Пришло больше, чем оставалось заплатить',
      text: `Лишние деньги по договору ${number} возвращаем туда, откуда вы платили.`,
    },
    next: 'Обычно банк зачисляет возврат в течение нескольких дней.',
  }),
  'payment-after-end': ({ number, amount }) => ({
    subject: `Вернём ${amount}: платить уже не нужно`,
    text: `Платёж ${amount} по договору ${number} пришёл, когда платить по нему было уже не нужно. Возвращаем деньги туда, откуда вы платили. Делать ничего не нужно.`,
    discreet: {
      subject: 'Платёж возвращаем',
      text: `Платить по договору ${number} было уже не нужно: деньги возвращаем туда, откуда вы платили.`,
    },
    next: 'Обычно банк зачисляет возврат в течение нескольких дней.',
  }),
  'refund-failed': ({ number, amount, reason }) => ({
    subject: `Вернуть ${amount} не получилось`,
    text: `Банк не принял возврат ${amount} по договору ${number}. Деньги у школы, они не пропали${reason === 'termination' ? ': она переведёт их на счёт заказчика договора' : '. Напишите нам, и мы вернём их другим способом'}.`,
    discreet: {
      subject: 'Вернуть деньги не получилось',
      text: `Банк не принял возврат по договору ${number}. ${reason === 'termination' ? 'Школа переведёт деньги на счёт.' : 'Напишите в школу: деньги вернут другим способом.'}`,
    },
  }),
  'return-account-needed': ({ number, amount }) => ({
    subject: `Укажите счёт: вернём на него ${amount}`,
    text: `По договору ${number} школа вернёт ${amount} переводом: туда, откуда платили, эти деньги вернуть нельзя. Для перевода нужен ваш счёт.`,
    discreet: {
      subject: 'Нужен счёт для возврата',
      text: `По договору ${number} школа вернёт деньги переводом. Укажите счёт в личном кабинете.`,
    },
    next: 'Укажите счёт в личном кабинете, на странице договора.',
  }),
  'payment-refused': ({ number, amount }) => ({
    subject: `Платёж ${amount} не прошёл`,
    text: `Платёж ${amount} по договору ${number} не прошёл, деньги не списаны. Попробуйте ещё раз или выберите другой способ.`,
    discreet: { subject: 'Платёж не прошёл', text: `Деньги по договору ${number} не списаны. Попробуйте ещё раз.` },
    next: 'Оплатить можно в личном кабинете, на странице «Договоры и оплата».',
  }),
}

const en: Templates<PaymentsMessages> = {
  'payment-due': ({ number, amount, student = '', until }) => ({
    subject: ofStudent(student, `A payment of ${amount} is due by ${until}`),
    text: `${amount} is due by ${until} for contract ${number}.`,
    discreet: {
      subject: ofStudent(student, `A payment is due by ${until}`),
      text: `A payment for contract ${number} falls due soon.`,
    },
    next: 'The bill and the bank details are in your account, on the page “Contracts and payments”. If you have already paid, there is nothing to do.',
  }),
  'payment-arrived': ({ number, amount, left }) => ({
    subject: `Your payment of ${amount} has arrived`,
    text: `A payment of ${amount} has arrived for contract ${number}. ${left ? `${left} is left to pay; the due dates are in your account, on the page “Contracts and payments”.` : 'The contract is paid in full.'}`,
    discreet: { subject: 'Your payment has arrived', text: `For contract ${number}.` },
  }),
  'late-payment-arrived': ({ number, amount }) => ({
    subject: `Your payment of ${amount} came too late`,
    text: `A payment of ${amount} has arrived for contract ${number}, which was no longer in force because it had not been paid in time. Please write to the school: the money will be refunded or carried over to another contract.`,
    discreet: {
      subject: 'Your payment came too late',
      text: `Contract ${number} was no longer in force. Please write to the school: the money will be refunded or carried over.`,
    },
  }),
  'tax-certificate-ready': ({ student, year, number }) => ({
    subject: `Your tax certificate for ${year} is ready`,
    text: `Certificate ${number} of what you paid for ${student}’s studies in ${year} is ready.`,
    next: 'Download it in your account, on the page “Tax deduction”.',
  }),
  'tax-certificate-dropped': ({ student, year, number }) => ({
    subject: `There will be no tax certificate for ${year}`,
    text: `Certificate ${number} of what you paid for ${student}’s studies in ${year} could not be prepared: all that you paid that year has been refunded to you.`,
    next: 'Details are in your account, on the page “Tax deduction”.',
  }),
  'payment-overdue': ({ number, amount, student = '', since }) => ({
    subject: ofStudent(student, `Your payment of ${amount} is overdue`),
    text: `${amount} was due by ${since} for contract ${number}.`,
    discreet: {
      subject: ofStudent(student, 'A payment is overdue'),
      text: `A payment for contract ${number} was due by ${since}.`,
    },
    next: 'The bill and the bank details are in your account, on the page “Contracts and payments”. If you have already paid, there is nothing to do.',
  }),
  'payment-returned': ({ number, amount, why = '', again = '', parts = '' }) => ({
    subject: `${amount} was refunded`,
    text: [
      `${amount} was refunded under contract ${number}.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
      ...(again ? [`${again} has to be paid again${parts ? `: ${parts}` : ''}.`] : []),
    ].join(' '),
    discreet: { subject: 'A refund was made', text: `For contract ${number}.` },
    next: 'Details are in your account, on the page “Contracts and payments”.',
  }),
  'payment-unbooked': ({ number, amount, why = '' }) => ({
    subject: `The booking of ${amount} was undone`,
    text: [
      `A payment of ${amount} had been booked to contract ${number} by mistake, and the school has undone the booking.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
      'If it is your money, please write to the school.',
    ].join(' '),
    discreet: {
      subject: 'The booking of a payment was undone',
      text: `For contract ${number}. Details are in your account.`,
    },
    next: 'What is left to pay is in your account, on the page “Contracts and payments”.',
  }),
  'refund-begun': ({ number, amount, why, again, parts = '' }) => ({
    subject: `The school is refunding ${amount}`,
    text: [
      `The school is refunding ${amount} under contract ${number} the way it was paid.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
      ...(again ? [`Afterwards ${again} will have to be paid again${parts ? `: ${parts}` : ''}.`] : []),
    ].join(' '),
    discreet: {
      subject: 'The school is making a refund',
      text: `The money for contract ${number} goes back the way it was paid.`,
    },
    next: 'Banks usually take a few days to credit a refund.',
  }),
  'payment-twice': ({ number, amount }) => ({
    subject: `We are refunding ${amount}: we received more than was due`,
    text: `We received ${amount} more than was due for contract ${number}. This happens when a payment is made twice. We are refunding it the way you paid. There is nothing for you to do.`,
    discreet: {
      subject: 'We received more than was due',
      text: `We are refunding the overpayment for contract ${number} the way you paid.`,
    },
    next: 'Banks usually take a few days to credit a refund.',
  }),
  'payment-after-end': ({ number, amount }) => ({
    subject: `We are refunding ${amount}: there was nothing left to pay`,
    text: `Your payment of ${amount} for contract ${number} arrived when there was nothing left to pay for it. We are refunding it the way you paid. There is nothing for you to do.`,
    discreet: {
      subject: 'Your payment is being refunded',
      text: `There was nothing left to pay for contract ${number}: we are refunding the money the way you paid.`,
    },
    next: 'Banks usually take a few days to credit a refund.',
  }),
  'refund-failed': ({ number, amount, reason }) => ({
    subject: `${amount} could not be refunded`,
    text: `The bank did not accept the refund of ${amount} for contract ${number}. The money is safe with the school${reason === 'termination' ? ', which will transfer it to the account of the contract’s customer' : '. Please write to us, and we will refund it another way'}.`,
    discreet: {
      subject: 'A refund was not accepted',
      text: `The bank did not accept a refund for contract ${number}. ${reason === 'termination' ? 'The school will transfer the money to an account.' : 'Please write to the school.'}`,
    },
  }),
  'return-account-needed': ({ number, amount }) => ({
    subject: `Please give an account: ${amount} has to be refunded`,
    text: `The school will transfer ${amount} for contract ${number}: this money cannot go back the way it was paid. It needs the details of your bank account.`,
    discreet: {
      subject: 'An account is needed for a refund',
      text: `The school will transfer money for contract ${number}. Please enter it in your school account.`,
    },
    next: 'Enter it in your school account, on the contract page.',
  }),
  'payment-refused': ({ number, amount }) => ({
    subject: `Your payment of ${amount} did not go through`,
    text: `Your payment of ${amount} for contract ${number} did not go through, and no money was taken. Please try again or choose another way to pay.`,
    discreet: {
      subject: 'Your payment did not go through',
      text: `No money was taken for contract ${number}. Please try again.`,
    },
    next: 'You can pay in your account, on the page “Contracts and payments”.',
  }),
}

export const paymentsTemplates = { ru, en }
