import type { CheckoutRefusal } from '#contract/enumerations.ts'
import { quote } from '#contract/plain-text.ts'
import { ofStudent, type Templates } from './template.ts'

/**
 * `card` is its last digits, `course` and `student` are whose contract it is. Both are absent for a person without access,
 * `student` also for the student and in the application.
 */
type Charge = { number: string; amount: string; card: string; course?: string; student?: string }

export type AutopayMessages = {
  /** The card is saved. */
  'autopay-on': { number: string; card: string }
  /** Three days before the charge, or when its sum or day has changed. `stop`: a link that stops them without sign-in. */
  'autopay-announced': Charge & { on: string; stop?: string }
  /** Refused; the next attempt is on a day. */
  'autopay-retried': Charge & { why: CheckoutRefusal; on: string }
  /** Refused for good: the person pays it herself, later ones are charged. */
  'autopay-unpaid': Charge & { why: CheckoutRefusal }
  /** Refused, or the person has lost access, and nothing is charged any more. */
  'autopay-off': Charge & { why: CheckoutRefusal | 'access-lost' }
  /** Ended by the school, or with the contract. `note`: why, in the words of the staff. */
  'autopay-ended': { number: string; card: string; why: 'by-staff' | keyof (typeof ends)['ru']; note: string }
  /** Nothing is charged: paid otherwise, being paid, or the contract is frozen or being terminated. */
  'autopay-skipped': Charge & { why: keyof (typeof skips)['ru'] }
}

const skips = {
  ru: {
    paid: 'этот платёж уже оплачен или отменён.',
    'in-progress': 'этот платёж сейчас оплачивают на сайте. Если оплата не пройдёт, заплатите его сами.',
    'contract-held': 'договор приостановлен или расторгается.',
  },
  en: {
    paid: 'it is already paid or no longer owed.',
    'in-progress': 'it is being paid on the site now. If that fails, please pay it yourself.',
    'contract-held': 'the contract is suspended or being terminated.',
  },
}

const ends = {
  ru: {
    'payee-changed': 'Деньги по нему теперь получает другая организация: реквизиты — в счёте на странице договора.',
    'access-lost': 'Владелец карты больше не платит по этому договору.',
    'contract-terminating': 'Договор расторгается, до последнего дня занятий платить по нему ничего не нужно.',
  },
  en: {
    'payee-changed':
      'Another organisation now receives payments under it: the bank details are on the bill on the contract page.',
    'access-lost': 'The owner of the card no longer pays for this contract.',
    'contract-terminating':
      'The contract is being terminated, and there is nothing to pay for it until the last day of lessons.',
  },
}

const reasons: Record<'ru' | 'en', Record<CheckoutRefusal | 'access-lost', string>> = {
  ru: {
    'insufficient-funds': 'на карте не хватает денег',
    'card-expired': 'срок действия карты истёк',
    'card-details-wrong': 'банк не узнал карту',
    'confirmation-failed': 'банк требует подтверждение',
    'limit-reached': 'сумма больше лимита карты',
    'bank-refused': 'банк отклонил платёж и не сказал почему',
    'method-unavailable': 'банк не ответил или не принимает платежи этой картой',
    'permission-revoked': 'согласие на списания отозвано в банке',
    'access-lost': 'вам закрыт доступ к договору или вход на сайт',
    other: 'банк отклонил платёж',
  },
  en: {
    'insufficient-funds': 'there is not enough money on the card',
    'card-expired': 'the card has expired',
    'card-details-wrong': 'the bank did not recognise the card',
    'confirmation-failed': 'the bank requires confirmation',
    'limit-reached': 'the amount is over the card’s limit',
    'bank-refused': 'the bank declined it without saying why',
    'method-unavailable': 'the bank did not respond, or takes no payments with this card',
    'permission-revoked': 'the consent to charges was withdrawn at the bank',
    'access-lost': 'your access to the contract or the site is closed',
    other: 'the bank declined it',
  },
}

type EndReason = AutopayMessages['autopay-ended']['why']

function endedRu(why: EndReason): string {
  return why === 'contract-terminating' ? 'Автоплатёж отключён: договор расторгается' : 'Школа отключила автоплатёж'
}

function endedEn(why: EndReason): string {
  return why === 'contract-terminating'
    ? 'Autopay is off: the contract is being terminated'
    : 'The school has turned autopay off'
}

/** «Курс „Физика“, договор 26-М-0022»: how a family calls it, then how the school does. */
function ruContract({ number, course = '' }: Pick<Charge, 'number' | 'course'>): string {
  return course ? `${quote(course, 'ru')}, договор ${number}` : `Договор ${number}`
}

function enContract({ number, course = '' }: Pick<Charge, 'number' | 'course'>): string {
  return course ? `${quote(course, 'en')}, contract ${number}` : `Contract ${number}`
}

const ru: Templates<AutopayMessages> = {
  'autopay-on': ({ number, card }) => ({
    subject: 'Автоплатёж включён',
    text: `Платежи по договору ${number} будем списывать с карты ··${card} в день срока. За три дня до каждого списания пришлём сообщение с суммой и датой.`,
    next: 'Отключить автоплатёж можно одним нажатием на странице договора.',
  }),
  'autopay-announced': ({ amount, card, on, stop = '', student = '', ...contract }) => {
    const text = `${ruContract(contract)}: ${on} спишем ${amount} с карты ··${card}. Больше этой суммы не спишем.`
    return {
      subject: ofStudent(student, `${on} спишем ${amount}`),
      text,
      ...(stop !== '' && {
        letter: `${text}\n\nНе хотите — отключите автоплатёж по этой ссылке, без входа в кабинет:\n${stop}`,
      }),
      discreet: {
        subject: ofStudent(student, `Автоплатёж ${on}`),
        text: `${ruContract(contract)}, с карты ··${card}.`,
      },
      next: 'Не хотите — остановите автоплатёж одним нажатием на странице договора.',
    }
  },
  'autopay-retried': ({ amount, card, why, on, student = '', ...contract }) => ({
    subject: ofStudent(student, `Автоплатёж ${amount} не прошёл`),
    text: `${ruContract(contract)}: не удалось списать ${amount} с карты ··${card}: ${reasons.ru[why]}. Попробуем ещё раз ${on}.`,
    discreet: {
      subject: ofStudent(student, 'Автоплатёж не прошёл'),
      text: `${ruContract(contract)}: ${reasons.ru[why]}. Попробуем ещё раз ${on}.`,
    },
    next: 'Можно не ждать и заплатить на странице договора. Тогда повторного списания не будет.',
  }),
  'autopay-unpaid': ({ amount, card, why, student = '', ...contract }) => ({
    subject: ofStudent(student, `Заплатите ${amount} сами: автоплатёж не прошёл`),
    text: `${ruContract(contract)}: не удалось списать ${amount} с карты ··${card}: ${reasons.ru[why]}. Больше не пробуем: заплатите этот платёж сами.`,
    discreet: {
      subject: ofStudent(student, 'Автоплатёж не прошёл'),
      text: `${ruContract(contract)}: ${reasons.ru[why]}. Заплатите этот платёж сами.`,
    },
    next: 'Заплатить можно на странице договора.',
  }),
  'autopay-off': ({ amount, card, why, student = '', ...contract }) => ({
    subject: ofStudent(student, `Автоплатёж отключён: заплатите ${amount} сами`),
    text: `${ruContract(contract)}: не удалось списать ${amount} с карты ··${card}: ${reasons.ru[why]}. Автоплатёж отключён, этот и следующие платежи нужно платить самим.`,
    discreet: {
      subject: ofStudent(student, 'Автоплатёж отключён'),
      text: `${ruContract(contract)}: ${reasons.ru[why]}. Платежи нужно платить самим.`,
    },
    ...(why !== 'access-lost' && {
      next: 'Чтобы включить автоплатёж снова, заплатите на странице договора другой картой.',
    }),
  }),
  'autopay-ended': ({ number, card, why, note }) => ({
    subject: endedRu(why),
    text: `По договору ${number} больше ничего не спишем с карты ··${card}. ${why === 'by-staff' ? `Причина: ${note}` : ends.ru[why]}`,
    discreet: {
      subject: endedRu(why),
      text:
        why === 'contract-terminating' ? `Договор ${number}.` : `По договору ${number}: платежи нужно платить самим.`,
    },
    next: {
      'access-lost': 'Следующие платежи заказчик платит сам в срок.',
      'contract-terminating': 'Если за занятия останется долг, его заплатит заказчик договора.',
      'payee-changed': 'Следующие платежи заплатите сами в срок.',
      'by-staff': 'Следующие платежи заплатите сами в срок.',
    }[why],
  }),
  'autopay-skipped': ({ amount, why, student = '', ...contract }) => ({
    subject: ofStudent(student, `Автоплатёж ${amount} отменён`),
    text: `${ruContract(contract)}: списывать ${amount} не будем: ${skips.ru[why]}`,
    discreet: {
      subject: ofStudent(student, 'Автоплатёж отменён'),
      text: `${ruContract(contract)}: этот платёж списывать не будем.`,
    },
  }),
}

const en: Templates<AutopayMessages> = {
  'autopay-on': ({ number, card }) => ({
    subject: 'Autopay is on',
    text: `Payments for contract ${number} will be charged to card ··${card} on the day they are due. Three days before each charge you will get a message with its amount and date.`,
    next: 'You can turn it off with one press on the contract page.',
  }),
  'autopay-announced': ({ amount, card, on, stop = '', student = '', ...contract }) => {
    const text = `${enContract(contract)}: ${amount} will be charged to card ··${card} on ${on}. We will not charge more than this.`
    return {
      subject: ofStudent(student, `${amount} will be charged on ${on}`),
      text,
      ...(stop !== '' && {
        letter: `${text}\n\nIf you do not want it, turn autopay off with this link, without signing in:\n${stop}`,
      }),
      discreet: {
        subject: ofStudent(student, `Autopay on ${on}`),
        text: `${enContract(contract)}, to card ··${card}.`,
      },
      next: 'If you do not want it, turn autopay off with one press on the contract page.',
    }
  },
  'autopay-retried': ({ amount, card, why, on, student = '', ...contract }) => ({
    subject: ofStudent(student, `Autopay of ${amount} did not go through`),
    text: `${enContract(contract)}: ${amount} could not be charged to card ··${card}: ${reasons.en[why]}. We will try again on ${on}.`,
    discreet: {
      subject: ofStudent(student, 'Autopay did not go through'),
      text: `${enContract(contract)}: ${reasons.en[why]}. We will try again on ${on}.`,
    },
    next: 'You can also pay on the contract page now. Then it will not be charged again.',
  }),
  'autopay-unpaid': ({ amount, card, why, student = '', ...contract }) => ({
    subject: ofStudent(student, `Please pay ${amount} yourself: autopay did not go through`),
    text: `${enContract(contract)}: ${amount} could not be charged to card ··${card}: ${reasons.en[why]}. We will not try again: please pay it yourself.`,
    discreet: {
      subject: ofStudent(student, 'Autopay did not go through'),
      text: `${enContract(contract)}: ${reasons.en[why]}. Please pay it yourself.`,
    },
    next: 'You can pay on the contract page.',
  }),
  'autopay-off': ({ amount, card, why, student = '', ...contract }) => ({
    subject: ofStudent(student, `Autopay is off: please pay ${amount} yourself`),
    text: `${enContract(contract)}: ${amount} could not be charged to card ··${card}: ${reasons.en[why]}. Autopay is off; please make this payment and the next ones yourself.`,
    discreet: {
      subject: ofStudent(student, 'Autopay is off'),
      text: `${enContract(contract)}: ${reasons.en[why]}. Please make the payments yourself.`,
    },
    ...(why !== 'access-lost' && { next: 'To turn it on again, pay with another card on the contract page.' }),
  }),
  'autopay-ended': ({ number, card, why, note }) => ({
    subject: endedEn(why),
    text: `Nothing more will be charged to card ··${card} for contract ${number}. ${why === 'by-staff' ? `Reason: ${note}` : ends.en[why]}`,
    discreet: {
      subject: endedEn(why),
      text:
        why === 'contract-terminating'
          ? `Contract ${number}.`
          : `For contract ${number}: please make the payments yourself.`,
    },
    next: {
      'access-lost': 'The customer makes the next payments when they are due.',
      'contract-terminating': 'If anything is left to pay for the lessons, the customer of the contract pays it.',
      'payee-changed': 'Please make the next payments yourself when they are due.',
      'by-staff': 'Please make the next payments yourself when they are due.',
    }[why],
  }),
  'autopay-skipped': ({ amount, why, student = '', ...contract }) => ({
    subject: ofStudent(student, `Autopay of ${amount} is cancelled`),
    text: `${enContract(contract)}: ${amount} will not be charged: ${skips.en[why]}`,
    discreet: {
      subject: ofStudent(student, 'Autopay is cancelled'),
      text: `${enContract(contract)}: this payment will not be charged.`,
    },
  }),
}

export const autopayTemplates = { ru, en }
