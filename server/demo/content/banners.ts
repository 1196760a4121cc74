import type { RouteName } from '#contract/enumerations.ts'
import type { banners } from '#server/db/schema/content.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'

type Words = { title: string; text: string }
type Plan = { picture: string; url: string | null; placement: RouteName[]; ru: Words; en: Words }

/** None stands where a person manages money or the account. */
const plans: readonly Plan[] = [
  {
    picture: 'banner-2035',
    url: '/2035',
    placement: ['parent-home-page'],
    ru: {
      title: 'Открыта запись на программу «2035»',
      text: 'Дроны, искусственный интеллект или новые материалы: выберите направление.',
    },
    en: {
      title: 'Enrolment in the 2035 programme is open',
      text: 'Drones, artificial intelligence or new materials: choose a direction.',
    },
  },
  {
    picture: 'banner-deduction',
    url: '/tax-deduction',
    placement: ['parent-home-page'],
    ru: {
      title: 'Верните 13 % за обучение',
      text: 'Справка для налоговой готова в кабинете, заполнять ничего не нужно.',
    },
    en: {
      title: 'Get 13% of the fees back',
      text: 'The certificate for the tax office is ready here, with nothing to fill in.',
    },
  },
  {
    picture: 'banner-exams',
    url: '/events',
    placement: ['schedule', 'events', 'progress', 'grade-book'],
    ru: {
      title: 'Пробные экзамены: запись открыта',
      text: 'Условия как на настоящем экзамене и разбор каждой ошибки.',
    },
    en: { title: 'Mock exams: enrolment is open', text: 'Just like the real exam, with every mistake explained.' },
  },
  {
    picture: 'banner-catalog',
    url: '/catalog',
    placement: ['catalog', 'schedule'],
    ru: { title: 'Новые группы с этой недели', text: 'Ещё есть места: физика, английский и Python.' },
    en: { title: 'New groups from this week', text: 'Places still available in physics, English and Python.' },
  },
]

export function bannerRows(random: Random, today: Day): (typeof banners.$inferInsert)[] {
  return plans.flatMap(({ picture, url, placement, ...words }, index) =>
    (['ru', 'en'] as const).map((language) => ({
      id: random.uuid(),
      position: index + 1,
      language,
      ...words[language],
      imageUrl: `/pictures/${picture}.svg`,
      url,
      placement,
      shownFrom: addDays(today, -14),
      shownUntil: addDays(today, 365),
    })),
  )
}
