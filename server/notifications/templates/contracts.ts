import { type Templates, withStop } from './template.ts'

type Termination = { number: string; lastDay: string; amount: string; moved: string; due: string; why: string }

type PaymentChange = {
  number: string
  what: string
  amount: string
  until: string
  rest: string
  restUntil: string
  why: string
}

export type ContractsMessages = {
  /** `amount` is what goes back, `moved` what another contract takes, `due` what is still to be paid, `why` the reason of the staff; all may be empty. */
  'termination-asked': Termination
  'termination-withdrawn': Termination
  'contract-terminated': Termination
  /** By the staff; `until` is the last day, `why` the reason. */
  'contract-frozen': { number: string; until: string; why: string }
  /** `why` is empty on the day after the last one. */
  'contract-unfrozen': { number: string; why: string }
  /** By the school, at once; `amount` is what goes back, empty for nothing. */
  'contract-ended': { number: string; amount: string; why: string }
  'contract-paper': { number: string; what: string; signedOn: string; why: string }
  /** `what` is a key of `changes`; `rest` and `restUntil` are the other part of a split. */
  'payment-changed': PaymentChange
}

type Changes = Record<string, (change: PaymentChange) => { subject: string; discreet: string; text: string }>

const changes: Record<'ru' | 'en', Changes> = {
  ru: {
    moved: ({ amount, until }) => ({
      subject: `Платёж ${amount} перенесён на ${until}`,
      discreet: `Срок платежа перенесён на ${until}`,
      text: `Школа перенесла срок: ${amount} нужно заплатить до ${until}.`,
    }),
    split: ({ amount, until, rest, restUntil }) => ({
      subject: 'Платёж разделён на два',
      discreet: 'Платёж разделён на два',
      text: `Школа разделила платёж: ${amount} — до ${until}, ${rest} — до ${restUntil}.`,
    }),
    joined: ({ amount, until }) => ({
      subject: 'Разделение платежа отменено',
      discreet: 'Разделение платежа отменено',
      text: `Школа отменила разделение: ${amount} нужно заплатить до ${until}.`,
    }),
    error: ({ amount }) => ({
      subject: `В платеже ${amount} ошибка`,
      discreet: 'В платеже ошибка',
      text: `Школа отметила, что с платежом ${amount} что-то не так, и разбирается.`,
    }),
    'error-cleared': ({ amount, until }) => ({
      subject: `Платёж ${amount} в порядке`,
      discreet: 'Платёж в порядке',
      text: `Школа сняла отметку об ошибке: ${amount} нужно заплатить до ${until}.`,
    }),
    canceled: ({ amount }) => ({
      subject: `Платёж ${amount} отменён`,
      discreet: 'Платёж отменён',
      text: `Школа отменила платёж ${amount}: платить его не нужно.`,
    }),
    restored: ({ amount, until }) => ({
      subject: `Платёж ${amount} восстановлен`,
      discreet: 'Платёж восстановлен',
      text: `Школа вернула отменённый платёж: ${amount} нужно заплатить до ${until}.`,
    }),
  },
  en: {
    moved: ({ amount, until }) => ({
      subject: `A payment of ${amount} is now due by ${until}`,
      discreet: `A payment is now due by ${until}`,
      text: `The school has moved the due date: ${amount} is due by ${until}.`,
    }),
    split: ({ amount, until, rest, restUntil }) => ({
      subject: 'A payment was split in two',
      discreet: 'A payment was split in two',
      text: `The school has split a payment: ${amount} is due by ${until}, ${rest} by ${restUntil}.`,
    }),
    joined: ({ amount, until }) => ({
      subject: 'The split of a payment was undone',
      discreet: 'The split of a payment was undone',
      text: `The school has undone the split: ${amount} is due by ${until}.`,
    }),
    error: ({ amount }) => ({
      subject: `Something is wrong with a payment of ${amount}`,
      discreet: 'Something is wrong with a payment',
      text: `The school has marked the payment of ${amount} as an error and is looking into it.`,
    }),
    'error-cleared': ({ amount, until }) => ({
      subject: `The payment of ${amount} is in order`,
      discreet: 'A payment is in order',
      text: `The school has cleared the error: ${amount} is due by ${until}.`,
    }),
    canceled: ({ amount }) => ({
      subject: `A payment of ${amount} is cancelled`,
      discreet: 'A payment is cancelled',
      text: `The school has cancelled the payment of ${amount}: you do not have to pay it.`,
    }),
    restored: ({ amount, until }) => ({
      subject: `A payment of ${amount} is due again`,
      discreet: 'A payment is due again',
      text: `The school has restored a cancelled payment: ${amount} is due by ${until}.`,
    }),
  },
}

function changeOf(language: 'ru' | 'en', change: PaymentChange) {
  const found = changes[language][change.what]
  if (!found) throw new Error(`No words for a payment that was ${change.what}`)
  return found(change)
}

const ru: Templates<ContractsMessages> = {
  'contract-frozen': ({ number, until, why }) => ({
    subject: `Договор ${number} приостановлен`,
    text: [
      `Школа приостановила договор ${number} до ${until} включительно. Занятий и платежей в это время нет, место в группе сохраняется.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
    ].join(' '),
    discreet: { subject: 'Договор приостановлен', text: `Договор ${number} приостановлен до ${until}.` },
    next: 'После этого дня занятия продолжатся, а сроки платежей сдвинутся на столько же дней.',
  }),
  'contract-unfrozen': ({ number, why }) => ({
    subject: `Договор ${number} снова действует`,
    text: [
      `Договор ${number} снова действует: занятия и платежи продолжаются.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
    ].join(' '),
    discreet: { subject: 'Договор снова действует', text: `Договор ${number} больше не приостановлен.` },
    next: 'Новые сроки платежей — в личном кабинете, на странице договора.',
  }),
  'contract-ended': ({ number, amount, why }) => ({
    subject: `Школа расторгла договор ${number}`,
    text: [
      `Школа расторгла договор ${number}. Платить по нему больше не нужно.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
      ...(amount ? [`Школа вернёт ${amount}.`] : []),
    ].join(' '),
    discreet: { subject: 'Школа расторгла договор', text: `Договор ${number} больше не действует.` },
    next: 'Если вы с этим не согласны, напишите в школу.',
  }),
  'contract-paper': ({ number, what, signedOn, why }) => ({
    subject: what === 'noted' ? `Договор ${number} подписан на бумаге` : `Отметка о подписи договора ${number} снята`,
    text: [
      what === 'noted'
        ? `Школа отметила, что договор ${number} подписан на бумаге ${signedOn}. Подписывать его кодом не нужно.`
        : `Школа сняла отметку о том, что договор ${number} подписан на бумаге ${signedOn}.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
    ].join(' '),
    discreet: {
      subject: what === 'noted' ? 'Договор подписан на бумаге' : 'Отметка о подписи договора снята',
      text: `По договору ${number}.`,
    },
  }),
  'payment-changed': (change) => ({
    subject: changeOf('ru', change).subject,
    text: [
      `Договор ${change.number}. ${changeOf('ru', change).text}`,
      ...(change.why ? [`Причина: ${withStop(change.why)}`] : []),
    ].join(' '),
    discreet: { subject: changeOf('ru', change).discreet, text: `По договору ${change.number}.` },
    next: 'Сроки и суммы — в личном кабинете, на странице договора.',
  }),
  'termination-asked': ({ number, lastDay, amount, moved, due, why }) => ({
    subject: `Договор ${number} расторгается`,
    text: [
      `Последний день занятий по договору ${number} — ${lastDay}.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
      ...(amount ? [`После него вернём ${amount}.`] : []),
      ...(moved ? [`На другой договор перенесём ${moved}.`] : []),
      ...(due ? [`За занятия останется заплатить ${due}.`] : []),
    ].join(' '),
    discreet: { subject: 'Договор расторгается', text: `Договор ${number}, последний день занятий — ${lastDay}.` },
    next: 'До этого дня расторжение можно отозвать в личном кабинете, на странице договора.',
  }),
  'termination-withdrawn': ({ number, why }) => ({
    subject: `Договор ${number} остаётся в силе`,
    text: [
      `Расторжение договора ${number} отозвано: занятия и платежи идут по-прежнему.`,
      ...(why ? [`Причина: ${withStop(why)}`] : []),
    ].join(' '),
    discreet: { subject: 'Договор остаётся в силе', text: `Расторжение договора ${number} отозвано.` },
    next: 'Автоплатёж сам снова не включится: его можно включить при оплате картой.',
  }),
  'contract-terminated': ({ number, amount, moved }) => ({
    subject: `Договор ${number} расторгнут`,
    text: `Договор ${number} расторгнут. ${amount ? `Вернули ${amount}. ` : ''}${moved ? `На другой договор перенесли ${moved}. ` : ''}Все расчёты по нему закончены.`,
    discreet: { subject: 'Договор расторгнут', text: `Расчёты по договору ${number} закончены.` },
  }),
}

const en: Templates<ContractsMessages> = {
  'contract-frozen': ({ number, until, why }) => ({
    subject: `Contract ${number} is suspended`,
    text: [
      `The school has suspended contract ${number} until ${until}. There are no lessons and no payments until then, and the place in the group is kept.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
    ].join(' '),
    discreet: { subject: 'A contract is suspended', text: `Contract ${number} is suspended until ${until}.` },
    next: 'After that day lessons continue, and payments become due the same number of days later.',
  }),
  'contract-unfrozen': ({ number, why }) => ({
    subject: `Contract ${number} is in force again`,
    text: [
      `Contract ${number} is in force again: lessons and payments go on.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
    ].join(' '),
    discreet: { subject: 'A contract is in force again', text: `Contract ${number} is no longer suspended.` },
    next: 'The new due dates are in your account, on the contract page.',
  }),
  'contract-ended': ({ number, amount, why }) => ({
    subject: `The school has ended contract ${number}`,
    text: [
      `The school has ended contract ${number}. There is nothing more to pay for it.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
      ...(amount ? [`The school will refund ${amount}.`] : []),
    ].join(' '),
    discreet: { subject: 'The school has ended a contract', text: `Contract ${number} is no longer in force.` },
    next: 'If you do not agree, please write to the school.',
  }),
  'contract-paper': ({ number, what, signedOn, why }) => ({
    subject:
      what === 'noted'
        ? `Contract ${number} is signed on paper`
        : `The record of the signature of contract ${number} was removed`,
    text: [
      what === 'noted'
        ? `The school has recorded that contract ${number} was signed on paper on ${signedOn}. There is no need to sign it with a code.`
        : `The school has removed the record that contract ${number} was signed on paper on ${signedOn}.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
    ].join(' '),
    discreet: {
      subject:
        what === 'noted' ? 'A contract is signed on paper' : 'The record of the signature of a contract was removed',
      text: `Contract ${number}.`,
    },
  }),
  'payment-changed': (change) => ({
    subject: changeOf('en', change).subject,
    text: [
      `Contract ${change.number}. ${changeOf('en', change).text}`,
      ...(change.why ? [`Reason: ${withStop(change.why)}`] : []),
    ].join(' '),
    discreet: { subject: changeOf('en', change).discreet, text: `For contract ${change.number}.` },
    next: 'Due dates and amounts are in your account, on the contract page.',
  }),
  'termination-asked': ({ number, lastDay, amount, moved, due, why }) => ({
    subject: `Contract ${number} is being terminated`,
    text: [
      `The last day of lessons under contract ${number} is ${lastDay}.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
      ...(amount ? [`After it we will refund ${amount}.`] : []),
      ...(moved ? [`We will move ${moved} to another contract.`] : []),
      ...(due ? [`${due} will still be due for the lessons.`] : []),
    ].join(' '),
    discreet: {
      subject: 'A contract is being terminated',
      text: `Contract ${number}, last day of lessons: ${lastDay}.`,
    },
    next: 'Until that day you can withdraw the termination in your account, on the contract page.',
  }),
  'termination-withdrawn': ({ number, why }) => ({
    subject: `Contract ${number} stays in force`,
    text: [
      `The termination of contract ${number} is withdrawn: lessons and payments go on as before.`,
      ...(why ? [`Reason: ${withStop(why)}`] : []),
    ].join(' '),
    discreet: { subject: 'A contract stays in force', text: `The termination of contract ${number} is withdrawn.` },
    next: 'Autopay does not start again by itself: you can turn it on again when you pay by card.',
  }),
  'contract-terminated': ({ number, amount, moved }) => ({
    subject: `Contract ${number} is terminated`,
    text: `Contract ${number} is terminated. ${amount ? `We have refunded ${amount}. ` : ''}${moved ? `We have moved ${moved} to another contract. ` : ''}Nothing more is owed by either side.`,
    discreet: { subject: 'A contract is terminated', text: `Everything is settled for contract ${number}.` },
  }),
}

export const contractsTemplates = { ru, en }
