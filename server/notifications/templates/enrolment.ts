import { quote } from '#contract/plain-text.ts'
import type { Templates } from './template.ts'

const ruObstacles = {
  frozen: 'договор приостановлен',
  terminating: 'договор расторгнут или расторгается',
  'not-paid': 'договор не оплачен',
  'not-begun': 'договор ещё не действует',
  'lessons-over': 'занятия закончились',
  'withdrawn-by-school': 'школа отменила смену группы',
}

const enObstacles: typeof ruObstacles = {
  frozen: 'the contract is suspended',
  terminating: 'the contract has ended or is being ended',
  'not-paid': 'the contract is not paid',
  'not-begun': 'the contract is not in force yet',
  'lessons-over': 'the lessons are over',
  'withdrawn-by-school': 'the school has cancelled the change',
}

export type EnrolmentMessages = {
  'group-place-held': { group: string; student: string; until: string }
  'group-place-lapsed': { group: string; student: string }
  'course-place-held': { group: string; student: string; until: string }
  'course-place-lapsed': { group: string; student: string }
  'group-place-passed': { group: string; student: string; why: keyof typeof ruObstacles }
  /** The enrolment of the course is over. */
  'course-place-passed': { group: string; student: string }
  /** The group is over, and a place never became free. */
  'waiting-list-ended': { group: string; student: string }
  /** A transfer that may not take effect on its day. */
  'transfer-called-off': { group: string; student: string; why: keyof typeof ruObstacles }
  /** Amount and due date of the first payment. */
  'contract-made': { number: string; course: string; student: string; amount: string; until: string }
  /** Of a free course. */
  'contract-concluded': { number: string; course: string; student: string; from: string }
  'contract-not-paid': { number: string; course: string; student: string }
  /** A paid enrolment in the 2035 programme without a contract. */
  'enrolment-given-up': { opportunity: string; student: string }
  'transfer-applied': { group: string; student: string; from: string }
  /** An enrolment in the 2035 programme without a contract, some days before it is given up. */
  'enrolment-expiring': { opportunity: string; student: string; until: string }
}

const ru: Templates<EnrolmentMessages> = {
  'group-place-held': ({ group, student, until }) => ({
    subject: 'Место в группе за вами',
    text: `В группе ${quote(group, 'ru')} освободилось место, ученик — ${student}. Оно за вами до ${until} по времени школы: смените группу в личном кабинете, на странице «Смена группы». Потом его получит следующий в очереди.`,
  }),
  'group-place-lapsed': ({ group, student }) => ({
    subject: 'Место в группе больше не за вами',
    text: `Место в группе ${quote(group, 'ru')}, ученик — ${student}, за сутки не было занято и больше не за вами.`,
    next: 'Если группа ещё нужна, встаньте в очередь снова: в личном кабинете, на странице «Смена группы».',
  }),
  'course-place-held': ({ group, student, until }) => ({
    subject: 'Место на курсе за вами',
    text: `В группе ${quote(group, 'ru')} освободилось место, ученик — ${student}. Оно за вами до ${until} по времени школы: запишитесь в личном кабинете, в каталоге курсов. Потом его получит следующий в очереди.`,
  }),
  'course-place-lapsed': ({ group, student }) => ({
    subject: 'Место на курсе больше не за вами',
    text: `Место в группе ${quote(group, 'ru')}, ученик — ${student}, за сутки не было занято и больше не за вами.`,
    next: 'Если группа ещё нужна, встаньте в очередь снова: в личном кабинете, в каталоге курсов.',
  }),
  'group-place-passed': ({ group, student, why }) => ({
    subject: 'Место в группе получил следующий в очереди',
    text: `В группе ${quote(group, 'ru')} освободилось место, но занять его пока нельзя: ${ruObstacles[why]}, ученик — ${student}. Место получил следующий, а ваша очередь сохранена: когда препятствия не станет, вы получите ближайшее место.`,
  }),
  'course-place-passed': ({ group, student }) => ({
    subject: 'Место на курсе получил следующий в очереди',
    text: `В группе ${quote(group, 'ru')} освободилось место, но занять его нельзя: запись на курс закончилась, ученик — ${student}. Место получил следующий, а ваша очередь сохранена: если запись откроется снова, вы получите ближайшее место.`,
  }),
  'waiting-list-ended': ({ group, student }) => ({
    subject: 'Очередь в группу закончилась',
    text: `Занятия группы ${quote(group, 'ru')} закончились, поэтому очереди в неё больше нет, ученик — ${student}.`,
    next: 'Другую группу можно выбрать в личном кабинете.',
  }),
  'transfer-called-off': ({ group, student, why }) => ({
    subject: 'Смена группы не состоялась',
    text: `Перейти в группу ${quote(group, 'ru')} не получилось: ${ruObstacles[why]}, ученик — ${student}. Группа осталась прежней, стоимость тоже.`,
    next: 'Когда препятствия не станет, группу можно сменить снова: в личном кабинете, на странице «Смена группы».',
  }),
  'contract-made': ({ number, course, student, amount, until }) => ({
    subject: `Договор ${number} составлен`,
    text: `Договор ${number} на курс ${quote(course, 'ru')} составлен, ученик — ${student}. Место за вами. Первый платёж — ${amount}, до ${until}: счёт — в личном кабинете, «Договоры и оплата».`,
    discreet: {
      text: `Договор ${number} на курс ${quote(course, 'ru')}, ученик — ${student}. Первый платёж — до ${until}.`,
    },
  }),
  'contract-concluded': ({ number, course, student, from }) => ({
    subject: `Договор ${number} заключён`,
    text: `Договор ${number} на курс ${quote(course, 'ru')} заключён, ученик — ${student}. Платить не нужно. Занятия — с ${from}, они уже в расписании личного кабинета.`,
  }),
  'contract-not-paid': ({ number, course, student }) => ({
    subject: `Договор ${number} не оплачен в срок`,
    text: `Первый платёж по договору ${number} на курс ${quote(course, 'ru')}, ученик — ${student}, не поступил, и договор больше не действует: место в группе освобождено, платить не нужно.`,
    next: 'Если курс ещё нужен, запишитесь заново в личном кабинете. Если вы заплатили, сообщите в школу.',
  }),
  'enrolment-given-up': ({ opportunity, student }) => ({
    subject: `Запись на ${quote(opportunity, 'ru')} отменена: нет договора`,
    text: `Место в программе «2035», направление ${quote(opportunity, 'ru')}, ученик — ${student}, неделю ждало договора и теперь освобождено. Если запись ещё открыта, запишитесь снова в личном кабинете и сразу оформите договор. Платить ничего не нужно.`,
  }),
  'transfer-applied': ({ group, student, from }) => ({
    subject: `Группа сменилась на ${quote(group, 'ru')}`,
    text: `С ${from} занятия — в группе ${quote(group, 'ru')}, ученик — ${student}.`,
    next: 'Новое расписание — в личном кабинете.',
  }),
  'enrolment-expiring': ({ opportunity, student, until }) => ({
    subject: `Место на ${quote(opportunity, 'ru')} ждёт договора до ${until}`,
    text: `Место в программе «2035», направление ${quote(opportunity, 'ru')}, ученик — ${student}, освободится после ${until}, если не оформить договор.`,
    next: 'Оформите его в личном кабинете, «Договоры и оплата».',
  }),
}

const en: Templates<EnrolmentMessages> = {
  'group-place-held': ({ group, student, until }) => ({
    subject: 'A place in the group is held for you',
    text: `There is a place for ${student} in the group ${quote(group, 'en')}. It is held for you until ${until}, the school’s time: change the group in the personal account, on the page “Change group”. After that it goes to the next person on the waiting list.`,
  }),
  'group-place-lapsed': ({ group, student }) => ({
    subject: 'The place in the group is no longer held for you',
    text: `The place for ${student} in the group ${quote(group, 'en')} was not taken within a day and is no longer held for you.`,
    next: 'If you still want this group, join the waiting list again: in the personal account, on the page “Change group”.',
  }),
  'course-place-held': ({ group, student, until }) => ({
    subject: 'A place on the course is held for you',
    text: `There is a place for ${student} in the group ${quote(group, 'en')}. It is held for you until ${until}, the school’s time: enrol in the personal account, in the course catalogue. After that it goes to the next person on the waiting list.`,
  }),
  'course-place-lapsed': ({ group, student }) => ({
    subject: 'The place on the course is no longer held for you',
    text: `The place for ${student} in the group ${quote(group, 'en')} was not taken within a day and is no longer held for you.`,
    next: 'If you still want this group, join the waiting list again: in the personal account, in the course catalogue.',
  }),
  'group-place-passed': ({ group, student, why }) => ({
    subject: 'A place in the group went to the next person on the waiting list',
    text: `There was a place in the group ${quote(group, 'en')}, but ${student} cannot take one for now: ${enObstacles[why]}. It went to the next person on the waiting list, and your own place on the list is kept: once nothing stands in the way, the next free place is yours.`,
  }),
  'course-place-passed': ({ group, student }) => ({
    subject: 'A place on the course went to the next person on the waiting list',
    text: `There was a place in the group ${quote(group, 'en')}, but ${student} cannot take it: enrolment is over. It went to the next person on the waiting list, and your own place on the list is kept: if enrolment opens again, the next free place is yours.`,
  }),
  'waiting-list-ended': ({ group, student }) => ({
    subject: 'The waiting list of the group has ended',
    text: `The lessons of the group ${quote(group, 'en')} are over, so ${student} is no longer on its waiting list.`,
    next: 'You can choose another group in the personal account.',
  }),
  'transfer-called-off': ({ group, student, why }) => ({
    subject: 'The group change did not take effect',
    text: `${student} could not move to the group ${quote(group, 'en')}: ${enObstacles[why]}. The group and the price stay the same.`,
    next: 'Once nothing stands in the way, you can change it again: in the personal account, on the page “Change group”.',
  }),
  'contract-made': ({ number, course, student, amount, until }) => ({
    subject: `Contract ${number} has been drawn up`,
    text: `Contract ${number} for the course ${quote(course, 'en')} has been drawn up for ${student}. The place is yours. First payment: ${amount}, by ${until}. The bill is in the personal account: “Contracts and payments”.`,
    discreet: {
      text: `Contract ${number} for the course ${quote(course, 'en')}, for ${student}. First payment by ${until}.`,
    },
  }),
  'contract-concluded': ({ number, course, student, from }) => ({
    subject: `Contract ${number} is in force`,
    text: `Contract ${number} for the course ${quote(course, 'en')} is in force for ${student}. There is nothing to pay. Lessons start on ${from} and are in the schedule of the personal account already.`,
  }),
  'contract-not-paid': ({ number, course, student }) => ({
    subject: `Contract ${number} was not paid in time`,
    text: `The first payment for contract ${number}, course ${quote(course, 'en')} for ${student}, has not arrived, and the contract is no longer in force: the place in the group is free again, and there is nothing to pay.`,
    next: 'If you still want the course, enrol again in the personal account. If you have paid, tell the school.',
  }),
  'enrolment-given-up': ({ opportunity, student }) => ({
    subject: `The place in ${quote(opportunity, 'en')} was given up: there is no contract`,
    text: `The place in the “2035” programme, ${quote(opportunity, 'en')} for ${student}, has waited a week for a contract and is free again. If enrolment is still open, enrol again in the personal account and draw up the contract right away. There is nothing to pay.`,
  }),
  'transfer-applied': ({ group, student, from }) => ({
    subject: `The group is now ${quote(group, 'en')}`,
    text: `From ${from} on, ${student} has lessons in the group ${quote(group, 'en')}.`,
    next: 'The new schedule is in the personal account.',
  }),
  'enrolment-expiring': ({ opportunity, student, until }) => ({
    subject: `The place in ${quote(opportunity, 'en')} waits for a contract until ${until}`,
    text: `The place in the “2035” programme, ${quote(opportunity, 'en')} for ${student}, will be given up after ${until} if there is no contract.`,
    next: 'Draw it up in the personal account: “Contracts and payments”.',
  }),
}

export const enrolmentTemplates = { ru, en }
