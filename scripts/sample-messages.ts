import type { Locale } from '#contract/enumerations.ts'
import { formatAmount, formatDay, formatInstant, instalmentsInWords } from '#server/notifications/formats.ts'
import type { MessageKind, MessageValues } from '#server/notifications/render-message.ts'
import type { SummaryItem } from '#server/notifications/templates/summary.ts'

/** Values of every kind of message in a language, for previews and tests: a kind without them does not compile. */
export function sampleMessages(language: Locale): MessageValues {
  const isRussian = language === 'ru'
  const say = (ru: string, en: string) => (isRussian ? ru : en)
  const at = (instant: string) => formatInstant(new Date(instant), language, 'Europe/Moscow')
  const student = say('Артём', 'Artyom')
  const course = say('Физика, 8 класс', 'Physics, grade 8')
  const group = say('Физика, 8 класс, вторник', 'Physics, grade 8, Tuesday')
  const topic = say('Оптика', 'Optics')
  const opportunity = say('Робототехника', 'Robotics')
  const number = '2026-0417'
  const amount = formatAmount(1_250_000, language)
  const second = { kind: 'stage', title: '2-й платёж', number: 2, amount: 1_250_000, dueOn: '2026-09-20' } as const
  const parts = instalmentsInWords([second], language)
  const receipts = 'contract.operation'
  const was = at('2026-11-24T12:00:00Z')
  const now = at('2026-11-25T13:30:00Z')
  const until = formatDay('2026-12-01', language)
  const place = say('кабинет 204', 'room 204')
  const link = 'https://lk.school.example/not-me/example'
  const items: SummaryItem[] = [
    { title: `${student}: ${say('перенесено занятий — 2', 'lessons moved — 2')}`, lines: [`${course}: ${now}.`] },
    { title: say('Ответ на сообщение 417', 'The answer to your message 417'), lines: [say('Школа ответила.', 'Yes.')] },
  ]
  return {
    'two-factor-code': { code: '482913' },
    'verification-code': { code: '482913' },
    'join-code': { code: '482913' },
    'signature-code': { code: '482913', number },
    'recovery-code': { code: '482913' },
    'recovery-locked': {},
    invitation: {
      link: 'https://lk.school.example/invitation/example',
      school: say('Школа на Соколе', 'Sokol School'),
    },
    'factor-locked': {},
    'pairing-locked': {},
    'email-changed': { now: 'a…a@mail.example', isFactor: 'yes', link },
    'phone-changed': { now: '+7 ··· ···-45-67', isFactor: '', link },
    'guardian-rights-changed': {
      student,
      by: '',
      rights: say('видеть договоры и платежи, подписывать и оплачивать', 'see contracts and payments, sign and pay'),
    },
    'coming-of-age': {
      student,
      day: say('14 декабря 2026 года', 'December 14, 2026'),
      isChanged: 'yes',
      rights: say('видеть договоры и платежи, подписывать и оплачивать', 'see contracts and payments, sign and pay'),
    },
    'of-age': {
      student: '',
      day: say('14 декабря 2026 года', 'December 14, 2026'),
      isChanged: 'yes',
      rights: say('видеть договоры и платежи, подписывать и оплачивать', 'see contracts and payments, sign and pay'),
    },
    'pairing-code-made': {
      student,
      by: say('Соколова Ольга', 'Olga Sokolova'),
      rights: say('видеть расписание и оценки, получать уведомления', 'see the schedule and marks, get notifications'),
      brief: '',
    },
    'guardian-paired': {
      student,
      who: say('Соколов Игорь', 'Igor Sokolov'),
      rights: say('видеть расписание и оценки, получать уведомления', 'see the schedule and marks, get notifications'),
    },
    'student-paired': { student, who: say('Соколов Артём, a***@mail.example', 'Artyom Sokolov, a***@mail.example') },
    'data-request-received': { kind: 'deletion', subject: '', dueOn: until, by: '' },
    'data-request-answered': {
      kind: 'deletion',
      subject: '',
      outcome: 'accepted',
      eraseAfter: now,
      answer: say('Договоров и долгов нет, данные удаляем', 'There are no contracts and no debts'),
    },
    'phone-confirmed': { now: '+7 ··· ···-45-67', link },
    'account-linked': { provider: 'Yandex', login: 'anna', link },
    'account-unlinked': { provider: 'Yandex', login: 'anna', link },
    'new-device': { device: 'Chrome 140, Windows', address: '203.0.113.7', at: now, link },
    'password-set': { link },
    'password-changed': { link },
    'password-recovered': { link },
    'account-secured': {},
    'accounts-joined': {},
    'own-accounts-joined': {},
    'accounts-separated': {},
    'account-visited': { by: say('Анна Белова', 'Anna Belova'), reason: say('Не открывается договор', 'No contract') },
    'email-rejected': { address: 'anna@mail.example' },
    'data-export-ready': { until },
    'data-export-failed': {},
    'push-ended': { device: 'Chrome, Windows' },
    'group-place-held': { group, student, until: now },
    'group-place-lapsed': { group, student },
    'course-place-held': { group, student, until: now },
    'course-place-lapsed': { group, student },
    'course-place-passed': { group, student },
    'group-place-passed': { group, student, why: 'frozen' },
    'waiting-list-ended': { group, student },
    'transfer-called-off': { group, student, why: 'not-paid' },
    'contract-made': { number, course, student, amount, until },
    'contract-concluded': { number, course, student, from: until },
    'contract-not-paid': { number, course, student },
    'contract-to-sign': { number, course, student, until },
    'contract-signed': { number, course, student, by: say('Орлова Мария Викторовна', 'Maria Orlova') },
    'contract-not-signed': { number, course, student },
    'enrolment-given-up': { opportunity, student },
    'transfer-applied': { group, student, from: until },
    'enrolment-expiring': { opportunity, student, until },
    'lesson-moved': {
      title: course,
      student,
      was,
      at: now,
      place,
      teacher: say('Белова Ирина Сергеевна', 'Irina Belova'),
    },
    'lesson-cancelled': { title: course, student, at: was },
    'lesson-substituted': { title: course, student, at: was, teacher: say('Белова Ирина Сергеевна', 'Irina Belova') },
    'lesson-added': { title: course, student, at: was, place },
    'lesson-taken-over': { group, title: course, at: was, other: say('Белова Ирина Сергеевна', 'Irina Belova') },
    'lesson-handed-over': { group, title: course, at: was, other: say('Орлов Пётр Ильич', 'Pyotr Orlov') },
    'absence-reported': { student, groups: group, from: was, until: '', reason: 'illness' },
    'absence-withdrawn': { student, groups: group, from: was, until },
    'mark-new': { student, course, value: '4-', topic },
    'mark-changed': { student, course, value: '5', was: '3', topic },
    'absence-marked': { student, course, topic },
    'homework-overdue': { student, subject: course, topic, lesson: until },
    'payment-due': { number, amount, student, until },
    'payment-arrived': { number, amount, left: amount, receipts },
    'late-payment-arrived': { number, amount, receipts },
    'tax-certificate-ready': { student, year: '2025', number },
    'tax-certificate-dropped': { student, year: '2025', number },
    'payment-overdue': { number, amount, student, since: until },
    'payment-unbooked': { number, amount, why: say('Отметили не тот платёж', 'The wrong payment was marked') },
    'payment-returned': {
      number,
      amount,
      why: say('Занятия перенесли на год', 'The lessons were put off by a year'),
      again: amount,
      parts,
    },
    'refund-begun': {
      number,
      amount,
      why: say('Занятия перенесли на год', 'The lessons were put off by a year'),
      again: amount,
      parts,
    },
    'termination-asked': { number, lastDay: until, amount, moved: '', due: '', why: '' },
    'termination-withdrawn': { number, lastDay: until, amount, moved: '', due: '', why: '' },
    'contract-terminated': { number, lastDay: until, amount, moved: '', due: '', why: '' },
    'contract-frozen': { number, until, why: say('Ребёнок в санатории', 'The child is at a sanatorium') },
    'contract-unfrozen': { number, why: '' },
    'contract-ended': { number, amount, why: say('Договор заключён по ошибке', 'It was made by mistake') },
    'contract-paper': { number, what: 'noted', signedOn: until, why: say('Подписали в школе', 'Signed at the school') },
    'payment-changed': {
      number,
      what: 'moved',
      amount,
      until,
      rest: '',
      restUntil: '',
      why: say('По просьбе семьи', 'The family has asked for it'),
    },
    'payment-twice': { number, amount },
    'payment-after-end': { number, amount },
    'refund-failed': { number, amount },
    'return-account-needed': { number, amount },
    'payment-refused': { number, amount },
    'autopay-on': { number, card: '4444' },
    'autopay-announced': {
      number,
      amount,
      card: '4444',
      course,
      student,
      on: until,
      stop: 'https://lk.school.example/autopay-stop/example',
    },
    'autopay-ended': {
      number,
      card: '4444',
      why: 'by-staff',
      note: say('Попросили по телефону.', 'As asked for by phone.'),
    },
    'autopay-retried': { number, amount, card: '4444', course, student, why: 'insufficient-funds', on: until },
    'autopay-unpaid': { number, amount, card: '4444', course, student, why: 'insufficient-funds' },
    'autopay-off': { number, amount, card: '4444', course, student, why: 'card-expired' },
    'autopay-skipped': { number, amount, card: '4444', course, student, why: 'paid' },
    'ticket-received': { number: '417', student },
    'ticket-answered': {
      number: '417',
      student,
      by: say('Анна Громова', 'Anna Gromova'),
      role: 'curator',
      answer: say(
        'Ольга Дмитриевна, здравствуйте!\n\nПо субботам у Артёма больше нет занятий: мы перевели его в группу понедельника, 17:30.',
        'Good afternoon!\n\nArtem has no more lessons on Saturdays: he is now in the group on Mondays at 17:30.',
      ),
    },
    'ticket-addressed': {
      number: '418',
      author: say('Ольга Соколова', 'Olga Sokolova'),
      student,
      message: say(
        'Артём пропустил тему о дробях. Какие упражнения ему сделать?',
        'Artem missed the lesson on fractions. Which exercises should he do?',
      ),
    },
    'event-reminder': { title: say('День открытых дверей', 'Open day'), at: now, place },
    'news-published': {
      title: say('Каникулы с 28 декабря', 'Holidays from 28 December'),
      text: say('Занятия продолжатся 11 января.', 'Lessons continue on 11 January.'),
    },
    'webhook-disabled': { url: 'https://crm.school.example/hook', why: 'failing' },
    summary: { items: JSON.stringify(items) },
    digest: { items: JSON.stringify(items) },
  } satisfies { [Kind in MessageKind]: MessageValues[Kind] }
}
