import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RouteName } from '#contract/enumerations.ts'

/** The heading of each page, and its document title (S2, D-14). */
export const routeTitles: Record<RouteName | 'ui', MessageDescriptor> = {
  home: msg`Личный кабинет`,
  logout: msg`Выход`,
  catalog: msg`Каталог курсов`,
  'contracts-and-payments': msg`Договоры и оплата`,
  'contracts-and-payments-detail': msg`Договор`,
  events: msg`Мероприятия`,
  'parent-home-page': msg`Главная`,
  profile: msg`Профиль`,
  progress: msg`Успеваемость`,
  schedule: msg`Расписание`,
  '2035': msg`Программа «2035»`,
  'schedule-change': msg`Смена группы`,
  'tax-deduction': msg`Налоговый вычет`,
  'grade-book': msg`Журнал оценок`,
  admin: msg`Панель администратора`,
  'learning-progress': msg`Успехи детей`,
  'oauth-result': msg`Вход`,
  '403': msg`Доступ запрещён`,
  '404': msg`Страница не найдена`,
  '500': msg`Внутренняя ошибка сервера`,
  rki: msg`Русский как иностранный`,
  ui: msg`Дизайн-система`,
}
