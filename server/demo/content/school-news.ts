import { previewOf } from '#server/content/school-news/edit-news.ts'
import type { schoolNews } from '#server/db/schema/content.ts'
import type { School } from '#server/demo/enrolment/create-school.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { addDays, type Day, zonedInstant } from '#server/time/calendar-days.ts'

type NewsRow = typeof schoolNews.$inferInsert & { id: string }
type Plan = {
  /** Days from today. */
  day: number
  at: string
  title: string
  contentHtml: string
  audience: 'everyone' | 'parent' | 'territory' | 'course'
  isImportant?: true
}

// biome-ignore format: one line a text
const plans: readonly Plan[] = [
  { day: -52, at: '10:00', audience: 'everyone', title: 'Кабинет переехал на новый адрес', contentHtml: '<p>Закладки на старый адрес работают до конца учебного года: с них открывается этот кабинет.</p>' },
  { day: -31, at: '12:30', audience: 'course', title: 'Лаборатория физики открылась после ремонта', contentHtml: '<p>Занятия курса снова проходят в лаборатории: новые столы, приборы и вытяжка.</p><p>Возьмите халат, <strong>сменная обувь обязательна</strong>.</p>' },
  { day: -17, at: '18:00', audience: 'parent', title: 'Родительские собрания: расписание на месяц', contentHtml: '<p>Собрания пройдут онлайн, по отделениям:</p><ul><li><p>школа, 1–4 классы: вторник, 19:00;</p></li><li><p>школа, 5–11 классы: среда, 19:00;</p></li><li><p>академия и колледж: четверг, 18:30.</p></li></ul><p>Ссылка появится в разделе <a href="/events">«Мероприятия»</a> за день до встречи. Не сможете прийти — посмотрите запись.</p>' },
  { day: -9, at: '09:15', audience: 'territory', title: 'Сокол: вход со двора до конца месяца', contentHtml: '<p>Ремонтируют крыльцо со стороны проспекта. Вход со двора, через арку; охрана подскажет дорогу.</p>', isImportant: true },
  { day: -4, at: '11:40', audience: 'everyone', title: 'Олимпиада школы: итоги и разбор', contentHtml: '<p>Участвовали ученики 5–11 классов, семеро из них стали призёрами. Работы с комментариями проверяющих выдадут преподаватели.</p><p>Разбор задач: суббота, 12:00, большой зал и трансляция.</p>' },
  { day: 6, at: '10:00', audience: 'everyone', title: 'Дежурный администратор в праздничные дни', contentHtml: '<p>В праздники занятий нет. Вопросы об оплате и расписании оставляйте <a href="/messages">в «Сообщениях»</a>: ответим в первый рабочий день.</p>' },
]

/** Published news, of which everyone was notified, and one that waits for its time. */
export function newsRows({
  random,
  people,
  structure,
  memberships,
  today,
  plan: { now, timeZone },
}: School): NewsRow[] {
  const own = random.fork('school news')
  const author = people.users.find(({ subject }) => subject === demoSubject('administrator'))
  const [place] = structure.territories
  const physics = structure.programs.find(({ subject }) => subject === 'physics')
  const accounts = new Set(people.users.flatMap(({ id, subject }) => (subject ? [id] : [])))
  const parents = new Set(people.guardianships.map(({ guardianId }) => guardianId))
  const inPlace = structure.groups.filter(({ row }) => row.territoryId === place?.id)
  const inCourse = structure.groups.filter(({ row }) => row.programId === physics?.id)
  const readersOf = (audience: Plan['audience']): number => {
    if (audience === 'everyone') return accounts.size
    if (audience === 'parent') return [...parents].filter((id) => accounts.has(id)).length
    const groups = new Set((audience === 'course' ? inCourse : inPlace).map(({ row }) => row.id))
    const students = new Set(
      memberships.flatMap((one) => (groups.has(one.groupId) && !one.leftOn ? [one.studentId] : [])),
    )
    const guardians = people.guardianships.flatMap((pair) => (students.has(pair.childId) ? [pair.guardianId] : []))
    return [...new Set([...students, ...guardians])].filter((id) => accounts.has(id)).length
  }
  return plans.map(({ day, at, title, contentHtml, audience, isImportant = false }) => {
    const publishAt = zonedInstant(addDays(today, day), at, timeZone)
    const isPublished = publishAt <= now
    return {
      id: own.uuid(),
      title,
      contentHtml,
      preview: previewOf(contentHtml),
      isImportant,
      publishAt,
      audience: audience === 'parent' ? 'role' : audience,
      roleGroup: audience === 'parent' ? 'parent' : null,
      territoryId: audience === 'territory' ? (place?.id ?? null) : null,
      programId: audience === 'course' ? (physics?.id ?? null) : null,
      authorId: author?.id ?? null,
      createdAt: zonedInstant(dayBefore(today, day), '16:20', timeZone),
      notifiedAt: isPublished ? new Date(publishAt.getTime() + 60_000) : null,
      notifiedCount: isPublished ? readersOf(audience) : 0,
    }
  })
}

/** The day on which it was written. */
function dayBefore(today: Day, day: number): Day {
  return addDays(today, Math.min(day - 1, -1))
}
