import { quote } from '#contract/plain-text.ts'
import { ofStudent, type Templates } from './template.ts'

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
  terminating: 'the contract is terminated or is being terminated',
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
  /** A transfer that may not take effect on its day. `reason`: in the words of the staff. */
  'transfer-called-off': { group: string; student: string; why: keyof typeof ruObstacles; reason?: string }
  /** Amount and due date of the first payment. */
  'contract-made': { number: string; course: string; student: string; amount: string; until: string }
  /** Of a free course. */
  'contract-concluded': { number: string; course: string; student: string; from: string }
  'contract-not-paid': { number: string; course: string; student: string }
  /** Waits for the signature of the customer until this day. */
  'contract-to-sign': { number: string; course: string; student: string; until: string }
  /** By both sides; `by` signed for the school. */
  'contract-signed': { number: string; course: string; student: string; by: string }
  'contract-not-signed': { number: string; course: string; student: string }
  /** A paid enrolment in the 2035 programme without a contract. */
  'enrolment-given-up': { opportunity: string; student: string }
  'transfer-applied': { group: string; student: string; from: string }
  /** An enrolment in the 2035 programme without a contract, some days before it is given up. */
  'enrolment-expiring': { opportunity: string; student: string; until: string }
}

const ru: Templates<EnrolmentMessages> = {
  'group-place-held': ({ group, student, until }) => ({
    subject: ofStudent(student, 'Место в группе за вами'),
    text: `В группе ${quote(group, 'ru')} освободилось место. Оно за вами до ${until} по времени школы: смените группу в личном кабинете, на странице «Смена группы». Потом место получит следующий в очереди.`,
  }),
  'group-place-lapsed': ({ group, student }) => ({
    subject: ofStudent(student, 'Место в группе больше не за вами'),
    text: `За сутки вы не заняли место в группе ${quote(group, 'ru')}, и больше оно не за вами.`,
    next: 'Если группа ещё нужна, снова встаньте в очередь в личном кабинете, на странице «Смена группы».',
  }),
  'course-place-held': ({ group, student, until }) => ({
    subject: ofStudent(student, 'Место на курсе за вами'),
    text: `В группе ${quote(group, 'ru')} освободилось место. Оно за вами до ${until} по времени школы: запишитесь в личном кабинете, в каталоге курсов. Потом место получит следующий в очереди.`,
  }),
  'course-place-lapsed': ({ group, student }) => ({
    subject: ofStudent(student, 'Место на курсе больше не за вами'),
    text: `За сутки вы не заняли место в группе ${quote(group, 'ru')}, и больше оно не за вами.`,
    next: 'Если группа ещё нужна, снова встаньте в очередь в личном кабинете, в каталоге курсов.',
  }),
  'group-place-passed': ({ group, student, why }) => ({
    subject: ofStudent(student, 'Место в группе получил следующий в очереди'),
    text: `В группе ${quote(group, 'ru')} освободилось место, но занять его пока нельзя: ${ruObstacles[why]}. Место получил следующий, а ваша очередь сохранена: как только это изменится, ближайшее место будет вашим.`,
  }),
  'course-place-passed': ({ group, student }) => ({
    subject: ofStudent(student, 'Место на курсе получил следующий в очереди'),
    text: `В группе ${quote(group, 'ru')} освободилось место, но запись на курс уже закончилась. Место получил следующий, а ваша очередь сохранена: если запись откроется снова, ближайшее место будет вашим.`,
  }),
  'waiting-list-ended': ({ group, student }) => ({
    subject: ofStudent(student, 'Очередь в группу закрыта'),
    text: `Занятия группы ${quote(group, 'ru')} закончились, поэтому очереди в неё больше нет.`,
    next: 'Другую группу можно выбрать в личном кабинете.',
  }),
  'transfer-called-off': ({ group, student, why, reason }) => {
    const text = `Перейти в группу ${quote(group, 'ru')} не получилось: ${ruObstacles[why]}. Группа и стоимость остались прежними.`
    return {
      subject: ofStudent(student, 'Смена группы не состоялась'),
      text: reason ? `${text} Причина: ${reason}` : text,
      discreet: { text },
      next: 'Когда это изменится, группу можно сменить в личном кабинете, на странице «Смена группы».',
    }
  },
  'contract-made': ({ number, course, student, amount, until }) => ({
    subject: ofStudent(student, `Договор ${number} составлен`),
    text: `Договор ${number} на курс ${quote(course, 'ru')} составлен, место за вами. Первый платёж — ${amount} до ${until}. Счёт — в личном кабинете, на странице «Договоры и оплата».`,
    discreet: {
      text: `Договор ${number} на курс ${quote(course, 'ru')}. Первый платёж — до ${until}.`,
    },
  }),
  'contract-concluded': ({ number, course, student, from }) => ({
    subject: ofStudent(student, `Договор ${number} заключён`),
    text: `Договор ${number} на курс ${quote(course, 'ru')} заключён, платить не нужно. Занятия — с ${from}, они уже есть в расписании личного кабинета.`,
  }),
  'contract-not-paid': ({ number, course, student }) => ({
    subject: ofStudent(student, `Договор ${number} не оплачен в срок`),
    text: `Первый платёж по договору ${number} на курс ${quote(course, 'ru')} не поступил, поэтому договор больше не действует. Место в группе освобождено, платить не нужно.`,
    next: 'Если курс ещё нужен, запишитесь заново в личном кабинете. Если вы заплатили, напишите в школу.',
  }),
  'contract-to-sign': ({ number, course, student, until }) => ({
    subject: ofStudent(student, `Договор ${number} ждёт вашей подписи`),
    text: `Договор ${number} на курс ${quote(course, 'ru')} составлен, место за вами. Прочитайте его и подпишите кодом до ${until}. Платить можно будет после подписи.`,
    next: 'Подписать — в личном кабинете, на странице договора.',
  }),
  'contract-signed': ({ number, course, student, by }) => ({
    subject: ofStudent(student, `Договор ${number} подписан обеими сторонами`),
    text: `Договор ${number} на курс ${quote(course, 'ru')} подписали вы и школа (${by}).`,
    next: 'Договор с отметками о подписях — в личном кабинете, на странице договора.',
  }),
  'contract-not-signed': ({ number, course, student }) => ({
    subject: ofStudent(student, `Договор ${number} не подписан в срок`),
    text: `Договор ${number} на курс ${quote(course, 'ru')} не подписан, поэтому больше не действует. Место в группе освобождено, платить не нужно.`,
    next: 'Если курс ещё нужен, запишитесь заново в личном кабинете.',
  }),
  'enrolment-given-up': ({ opportunity, student }) => ({
    subject: ofStudent(student, `Запись на направление ${quote(opportunity, 'ru')} отменена: нет договора`),
    text: `Место в программе «2035», на направлении ${quote(opportunity, 'ru')}, неделю ждало договора и теперь освобождено. Если запись ещё открыта, запишитесь снова в личном кабинете и сразу оформите договор. Платить ничего не нужно.`,
  }),
  'transfer-applied': ({ group, student, from }) => ({
    subject: ofStudent(student, `Новая группа — ${quote(group, 'ru')}`),
    text: `С ${from} занятия проходят в группе ${quote(group, 'ru')}.`,
    next: 'Новое расписание — в личном кабинете.',
  }),
  'enrolment-expiring': ({ opportunity, student, until }) => ({
    subject: ofStudent(student, `Место на направлении ${quote(opportunity, 'ru')} ждёт договора до ${until}`),
    text: `Место в программе «2035», на направлении ${quote(opportunity, 'ru')}, освободится после ${until}, если не оформить договор.`,
    next: 'Оформите его в личном кабинете, на странице «Договоры и оплата».',
  }),
}

const en: Templates<EnrolmentMessages> = {
  'group-place-held': ({ group, student, until }) => ({
    subject: ofStudent(student, 'A place in the group is held for you'),
    text: `A place in the group ${quote(group, 'en')} has become free. It is held for you until ${until}, school time: change the group in your account, on the page “Change group”. After that it goes to the next person on the waiting list.`,
  }),
  'group-place-lapsed': ({ group, student }) => ({
    subject: ofStudent(student, 'The place in the group is no longer held for you'),
    text: `You did not take the place in the group ${quote(group, 'en')} within a day, and it is no longer held for you.`,
    next: 'If you still want this group, join the waiting list again in your account, on the page “Change group”.',
  }),
  'course-place-held': ({ group, student, until }) => ({
    subject: ofStudent(student, 'A place on the course is held for you'),
    text: `A place in the group ${quote(group, 'en')} has become free. It is held for you until ${until}, school time: enrol in your account, in the course catalogue. After that it goes to the next person on the waiting list.`,
  }),
  'course-place-lapsed': ({ group, student }) => ({
    subject: ofStudent(student, 'The place on the course is no longer held for you'),
    text: `You did not take the place in the group ${quote(group, 'en')} within a day, and it is no longer held for you.`,
    next: 'If you still want this group, join the waiting list again in your account, in the course catalogue.',
  }),
  'group-place-passed': ({ group, student, why }) => ({
    subject: ofStudent(student, 'A place in the group went to the next person on the waiting list'),
    text: `A place in the group ${quote(group, 'en')} became free, but it cannot be taken for now: ${enObstacles[why]}. It went to the next person, and your place on the waiting list is kept: once this changes, the next free place is yours.`,
  }),
  'course-place-passed': ({ group, student }) => ({
    subject: ofStudent(student, 'A place on the course went to the next person on the waiting list'),
    text: `A place in the group ${quote(group, 'en')} became free, but enrolment in the course is over. It went to the next person, and your place on the waiting list is kept: if enrolment opens again, the next free place is yours.`,
  }),
  'waiting-list-ended': ({ group, student }) => ({
    subject: ofStudent(student, 'The waiting list of the group is closed'),
    text: `The lessons of the group ${quote(group, 'en')} are over, so it no longer has a waiting list.`,
    next: 'You can choose another group in your account.',
  }),
  'transfer-called-off': ({ group, student, why, reason }) => {
    const text = `The move to the group ${quote(group, 'en')} did not happen: ${enObstacles[why]}. The group and the price stay the same.`
    return {
      subject: ofStudent(student, 'The group change did not take effect'),
      text: reason ? `${text} Reason: ${reason}` : text,
      discreet: { text },
      next: 'Once this changes, you can change the group in your account, on the page “Change group”.',
    }
  },
  'contract-made': ({ number, course, student, amount, until }) => ({
    subject: ofStudent(student, `Contract ${number} has been drawn up`),
    text: `Contract ${number} for the course ${quote(course, 'en')} has been drawn up, and the place is yours. The first payment is ${amount}, due by ${until}. The bill is in your account, on the page “Contracts and payments”.`,
    discreet: {
      text: `Contract ${number} for the course ${quote(course, 'en')}. First payment by ${until}.`,
    },
  }),
  'contract-concluded': ({ number, course, student, from }) => ({
    subject: ofStudent(student, `Contract ${number} is in force`),
    text: `Contract ${number} for the course ${quote(course, 'en')} is in force, and there is nothing to pay. Lessons start on ${from} and are already in your schedule.`,
  }),
  'contract-not-paid': ({ number, course, student }) => ({
    subject: ofStudent(student, `Contract ${number} was not paid in time`),
    text: `The first payment for contract ${number}, course ${quote(course, 'en')}, has not arrived, so the contract is no longer in force. The place in the group has been given up, and there is nothing to pay.`,
    next: 'If you still want the course, enrol again in your account. If you have paid, write to the school.',
  }),
  'contract-to-sign': ({ number, course, student, until }) => ({
    subject: ofStudent(student, `Contract ${number} is waiting for your signature`),
    text: `Contract ${number} for the course ${quote(course, 'en')} has been drawn up, and the place is yours. Read it and sign it with a code by ${until}. You can pay once you have signed.`,
    next: 'Sign it in your account, on the contract page.',
  }),
  'contract-signed': ({ number, course, student, by }) => ({
    subject: ofStudent(student, `Contract ${number} is signed by both sides`),
    text: `Contract ${number} for the course ${quote(course, 'en')} has been signed by you and by the school (${by}).`,
    next: 'The contract, with a record of both signatures, is in your account, on the contract page.',
  }),
  'contract-not-signed': ({ number, course, student }) => ({
    subject: ofStudent(student, `Contract ${number} was not signed in time`),
    text: `Contract ${number} for the course ${quote(course, 'en')} has not been signed, so it is no longer in force. The place in the group has been given up, and there is nothing to pay.`,
    next: 'If you still want the course, enrol again in your account.',
  }),
  'enrolment-given-up': ({ opportunity, student }) => ({
    subject: ofStudent(student, `The place in ${quote(opportunity, 'en')} was given up: there is no contract`),
    text: `The place in the “2035” programme, ${quote(opportunity, 'en')}, waited a week for a contract and has been given up. If enrolment is still open, enrol again in your account and draw up the contract right away. There is nothing to pay.`,
  }),
  'transfer-applied': ({ group, student, from }) => ({
    subject: ofStudent(student, `The new group is ${quote(group, 'en')}`),
    text: `From ${from} on, lessons are in the group ${quote(group, 'en')}.`,
    next: 'The new schedule is in your account.',
  }),
  'enrolment-expiring': ({ opportunity, student, until }) => ({
    subject: ofStudent(student, `The place in ${quote(opportunity, 'en')} is waiting for a contract until ${until}`),
    text: `The place in the “2035” programme, ${quote(opportunity, 'en')}, will be given up after ${until} if there is no contract.`,
    next: 'Draw it up in your account, on the page “Contracts and payments”.',
  }),
}

export const enrolmentTemplates = { ru, en }
