import type { TicketMessageKind, TicketState, TicketTopic } from '#contract/enumerations.ts'
import type { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import type { School } from '#server/demo/enrolment/create-school.ts'
import { type Person, signInBefore } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { addDays, type Day, zonedInstant } from '#server/time/calendar-days.ts'

type Plan = {
  /** `taught`: the family of a student of the teacher `to`, which has no demo account. */
  by: DemoLogin | 'taught'
  /** Days before today. */
  ago: number
  at: string
  state: TicketState
  /** The schedule by default. */
  topic?: TicketTopic
  /** The teacher or curator of the child to whom it is addressed, and who answers it. */
  to?: DemoLogin
  /** First name of the child whom it is about. */
  child?: string
  contentHtml: string
  /** The administrator who takes care of it. */
  assignee?: DemoLogin
  /** `after` in days; by the assignee, or by the demo administrator. */
  answer?: { after: number; at: string; text: string }
  /** The author has not opened the answer yet. */
  isUnread?: true
  messages?: readonly { kind: TicketMessageKind; after: number; at: string; text: string }[]
}

// biome-ignore format: one line a text
const plans: readonly Plan[] = [
  {
    by: 'parent', ago: 74, at: '19:42', state: 'closed',
    contentHtml: '<p>Здравствуйте! Занятия двух детей по вторникам <strong>начинаются в одно время на разных площадках</strong>, и отвезти обоих мы не успеваем.</p><p>Подойдёт любое из этого:</p><ul><li><p>младшего перевести в группу на 18:00;</p></li><li><p>старшего перевести на ту же площадку.</p></li></ul><p>Спасибо!</p>',
    answer: { after: 2, at: '11:15', text: '<p>Андрей Викторович, здравствуйте!</p><p>Младшего можно перевести в группу на 18:00: место есть. Сделайте это сами в разделе <a href="/change-schedule">«Смена группы»</a> или ответьте нам, и мы переведём его с понедельника.</p>' },
  },
  {
    by: 'family', ago: 61, at: '08:05', state: 'closed', child: 'Артём',
    contentHtml: '<p>В расписании Артёма дважды стоит физика в пятницу. Это ошибка или так и задумано?</p>',
    answer: { after: 1, at: '10:40', text: '<p>Это была ошибка: одно из занятий мы убрали. Спасибо, что заметили!</p>' },
  },
  {
    by: 'student', ago: 33, at: '21:18', state: 'closed', topic: 'studies',
    contentHtml: '<p>Можно ли посмотреть запись вебинара, если я пропустил его из-за олимпиады?</p>',
    answer: { after: 1, at: '09:30', text: '<p>Можно: запись появляется в подробностях занятия через день и остаётся там <strong>до конца года</strong>.</p>' },
  },
  {
    by: 'parent', ago: 12, at: '13:27', state: 'answered', child: 'Никита', assignee: 'user-manager',
    contentHtml: '<p>Преподаватель заболел, и занятие отменили за час до начала. Будет ли оно перенесено?</p>',
    answer: { after: 1, at: '12:02', text: '<p>Да, его проведут дополнительно. Как только день будет известен, он появится в расписании, и мы пришлём письмо.</p><blockquote><p>О переносах и отменах кабинет сообщает сам. Куда присылать, на почту или в СМС, выбирают в профиле.</p></blockquote>' },
  },
  {
    by: 'family', ago: 9, at: '17:50', state: 'answered', isUnread: true,
    contentHtml: '<p>Где найти расписание на каникулы? Мария учится в академии, Даниил — в колледже.</p>',
    answer: { after: 0, at: '18:34', text: '<p>Каникулы отмечены в расписании полосой через дни. У академии и колледжа они разные: выберите ребёнка над календарём, и останутся только его каникулы.</p>' },
  },
  {
    by: 'student', ago: 6, at: '15:11', state: 'answered', isUnread: true, assignee: 'administrator',
    contentHtml: '<p>Экзамен и занятие стоят в одно время. Куда идти?</p>',
    answer: { after: 1, at: '09:05', text: '<p>На экзамен. Пропуск занятия мы отметим как <em>уважительный</em>.</p>' },
  },
  {
    by: 'family', ago: 3, at: '20:36', state: 'inProgress', child: 'Артём', assignee: 'administrator',
    contentHtml: '<p>Просим перевести Артёма в группу, которая занимается позже: до 17:00 у него теперь тренировки.</p><p>Нам подходит <strong>любой будний день после 17:30</strong>.</p>',
  },
  {
    by: 'student', ago: 2, at: '18:02', state: 'inProgress', topic: 'technical', assignee: 'user-manager',
    contentHtml: '<p>Ссылка на завтрашний вебинар не открывается: пишет, что комната закрыта.</p>',
    messages: [{ kind: 'note', after: 0, at: '18:40', text: '<p>Комнату открывает преподаватель. Написал Ирине Сергеевне, жду ответа.</p>' }],
  },
  {
    by: 'parent', ago: 2, at: '09:14', state: 'inProgress', assignee: 'user-manager',
    contentHtml: '<p>Добавьте, пожалуйста, в расписание номер кабинета на Соколе: охрана его спрашивает.</p>',
  },
  {
    by: 'student', ago: 1, at: '16:45', state: 'received', topic: 'studies',
    contentHtml: '<p>Можно ли сдать самостоятельную позже? Я болею с понедельника.</p>',
  },
  {
    by: 'parent', ago: 1, at: '19:20', state: 'received',
    contentHtml: '<p>Будут ли занятия <em>в праздничный день</em>?</p>',
  },
  {
    by: 'family', ago: 0, at: '07:55', state: 'received', child: 'Даниил',
    contentHtml: '<p>Со следующей недели Даниил будет приходить на 20 минут позже: вечерние электрички отменили.</p>',
  },
  {
    by: 'family', ago: 5, at: '12:20', state: 'inProgress', topic: 'payments', child: 'Даниил', assignee: 'administrator',
    contentHtml: '<p>Оплатила очередной платёж по счёту, а в кабинете его всё ещё нет. Банк деньги списал.</p>',
    answer: { after: 1, at: '10:15', text: '<p>Даниил не указан в назначении платежа, поэтому банк провёл его без договора. Пришлите, пожалуйста, номер платёжного поручения.</p>' },
    messages: [
      { kind: 'note', after: 1, at: '10:20', text: '<p>Платёж нашёлся в выписке за 14-е число, жду подтверждения бухгалтерии.</p>' },
      { kind: 'reply', after: 2, at: '09:02', text: '<p>Платёжное поручение <strong>№ 418</strong>. Плательщик — Соколова Ольга Дмитриевна.</p>' },
    ],
  },
  {
    by: 'parent', ago: 20, at: '22:10', state: 'closed', topic: 'technical', assignee: 'user-manager',
    contentHtml: '<p>Код подтверждения приходит на старый телефон. Как его поменять?</p>',
    answer: { after: 1, at: '08:50', text: '<p>Откройте профиль, «Почта и телефон», и войдите по паролю: код придёт на почту. Если почты нет, приходите в школу с паспортом.</p>' },
    messages: [
      { kind: 'reply', after: 1, at: '19:12', text: '<p>Получилось через почту, спасибо!</p>' },
      { kind: 'answer', after: 2, at: '09:05', text: '<p>Рады помочь. Переписку закрываем.</p>' },
    ],
  },
  {
    by: 'teacher', ago: 4, at: '14:30', state: 'answered', topic: 'technical', isUnread: true, assignee: 'administrator',
    contentHtml: '<p>После занятия не открывается журнал группы. Оценки за среду поставлю, когда он заработает.</p>',
    answer: { after: 1, at: '10:05', text: '<p>Журнал снова открывается: ночью обновляли сервер. Оценки можно поставить до конца недели.</p>' },
  },
  {
    by: 'taught', to: 'teacher', ago: 8, at: '18:40', state: 'answered', topic: 'studies',
    contentHtml: '<p>Здравствуйте! Мы хотим участвовать в городской олимпиаде. Хватит ли подготовки, и на что обратить внимание?</p>',
    answer: { after: 1, at: '13:10', text: '<p>Подготовки хватит. Решите задания школьного этапа за два последних года; на занятии разберём те, что не получились.</p>' },
  },
  {
    by: 'taught', to: 'teacher', ago: 0, at: '08:20', state: 'received', topic: 'studies',
    contentHtml: '<p>Мы пропустили занятие из-за соревнований. Какие задачи решить, чтобы не отстать?</p>',
  },
  {
    by: 'innopolis-student', to: 'innopolis-teacher', ago: 1, at: '20:05', state: 'received', topic: 'studies',
    contentHtml: '<p>Можно ли взять для проекта свои данные вместо учебных?</p>',
  },
  {
    by: 'family', to: 'curator', ago: 4, at: '18:15', state: 'answered', topic: 'studies', child: 'Даниил',
    contentHtml: '<p>Анна Львовна, здравствуйте! Даниил говорит, что до практики нужно сдать все отчёты. До какого числа их принимают?</p>',
    answer: { after: 1, at: '11:40', text: '<p>Здравствуйте, Ольга Дмитриевна! Отчёты принимают до последней пятницы месяца. Даниилу осталось сдать один, по композиции: я ему напомнила.</p>' },
  },
  {
    by: 'spo-parent', to: 'curator', ago: 1, at: '19:05', state: 'received', topic: 'studies', child: 'Полина',
    contentHtml: '<p>Здравствуйте! Когда будет родительское собрание группы и можно ли прийти онлайн?</p>',
  },
]

type Times = { today: Day; now: Date; timeZone: string }
type Written = { rows: (typeof tickets.$inferInsert)[]; messages: (typeof ticketMessages.$inferInsert)[] }

/** Each person who has written a message has signed in before it. */
export function signInAuthors({ users }: School['people'], { rows, messages }: Written): void {
  signInBefore(users, [
    ...rows.flatMap(({ authorId, createdAt, answeredById, answeredAt }) => [
      { id: authorId, at: createdAt },
      { id: answeredById, at: answeredAt },
    ]),
    ...messages.map(({ authorId, createdAt }) => ({ id: authorId, at: createdAt })),
  ])
}

/** Tickets in every state, and the messages that follow them. */
export function ticketRows(
  random: Random,
  { people, structure, memberships }: Pick<School, 'people' | 'structure' | 'memberships'>,
  { today, now, timeZone }: Times,
): Written {
  const authorOf = (login: DemoLogin) => people.users.find(({ subject }) => subject === demoSubject(login)) as Person
  /** A student of a teacher whose family has no demo account. */
  const pupilOf = (teacher: DemoLogin) => {
    const groups = structure.groups.filter(({ row }) => row.teacherId === authorOf(teacher).id).map(({ row }) => row.id)
    const taught = memberships.filter(({ groupId, leftOn }) => !leftOn && groups.includes(groupId))
    return people.students.find(
      ({ person, isShown }) => !isShown && taught.some(({ studentId }) => studentId === person.id),
    )
  }
  // No ticket or answer lies after now.
  const instant = (day: Day, time: string) =>
    new Date(Math.min(zonedInstant(day, time, timeZone).getTime(), now.getTime() - 60_000))
  const written = plans.flatMap(({ by, ago, at, state, topic = 'schedule', contentHtml, ...plan }, index) => {
    const day = addDays(today, -ago)
    const id = random.uuid()
    const pupil = by === 'taught' ? pupilOf(plan.to ?? 'teacher') : undefined
    // A very small school has no such student.
    if (by === 'taught' && !pupil) return []
    const authorId = by === 'taught' ? (pupil?.customer.id ?? '') : authorOf(by).id
    const child =
      pupil ??
      people.students.find(({ person, customer }) => customer.id === authorId && person.firstName === plan.child)
    const assigneeId = plan.assignee ? authorOf(plan.assignee).id : null
    const recipientId = plan.to ? authorOf(plan.to).id : null
    const schoolId = recipientId ?? assigneeId ?? authorOf('administrator').id
    const { answer } = plan
    const answeredAt = answer ? instant(addDays(day, answer.after), answer.at) : null
    const row = {
      id,
      number: `Р-${day.slice(0, 4)}-${String(index + 1).padStart(6, '0')}`,
      authorId,
      studentId: child?.person.id ?? null,
      recipientId,
      contentHtml,
      state,
      topic,
      assigneeId,
      createdAt: instant(day, at),
      answerHtml: answer?.text ?? null,
      answeredAt,
      answeredById: answer ? schoolId : null,
      readAt: plan.isUnread
        ? null
        : answeredAt && new Date(Math.min(answeredAt.getTime() + 3 * 86_400_000, now.getTime())),
    }
    const messages = (plan.messages ?? []).map(({ kind, after, at: time, text }) => ({
      id: random.uuid(),
      ticketId: id,
      kind,
      authorId: kind === 'reply' ? authorId : schoolId,
      contentHtml: text,
      createdAt: instant(addDays(day, after), time),
    }))
    return [{ row, messages }]
  })
  return { rows: written.map(({ row }) => row), messages: written.flatMap(({ messages }) => messages) }
}
