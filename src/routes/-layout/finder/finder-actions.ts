import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName, PanelTab } from '#contract/enumerations.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { ticketRoleGroups } from '#contract/screens.ts'
import { panelAddress } from '#src/routes/-layout/menu-places.ts'

/** What an action does beside opening a page. */
export type FinderEffect = 'write' | 'dark' | 'light' | 'ru' | 'en'

export type FinderAction = {
  title: MessageDescriptor
  icon: IconName
  /** Role groups that it serves; all without one. */
  groups?: readonly RoleGroup[]
  /** Other words by which people look for it, in both languages, whatever the language of the page. */
  words: string
} & (
  | { href: string /** Where the school takes payments online. */; online?: string }
  | { effect: FinderEffect }
  | {
      contracts: ContractStep /** Where no contract has the step; without it the action is not offered then. */
      href?: string
    }
)

/** A step that a contract may have; of several contracts the finder asks which one. */
export type ContractStep = 'termination' | 'receipts'

const family = ['parent', 'student'] as const
const panel = (tab: PanelTab) => ({ href: panelAddress(tab), groups: ['admin'] as const })

/** What people come to do, each with its page at the right step. */
export const finderActions: readonly FinderAction[] = [
  {
    title: msg`Сообщить об отсутствии`,
    icon: 'bell',
    groups: family,
    href: '/schedule?dialog=absence',
    words:
      'болеет заболел заболела болезнь пропустить пропуск не придёт не пойдёт урок опоздает опаздывает отпроситься отсутствие absence absent ill sick miss skip lesson',
  },
  {
    title: msg`Написать в школу`,
    icon: 'email',
    groups: family,
    effect: 'write',
    words:
      'пожаловаться жалоба вопрос обращение письмо сообщение поддержка куратор учитель преподаватель директор связаться ошибка проблема contact complain complaint question support help message teacher problem',
  },
  {
    title: msg`Написать администрации`,
    icon: 'email',
    groups: ['teacher'],
    effect: 'write',
    words: 'вопрос обращение поддержка директор школа связаться ошибка проблема question support help problem school',
  },
  {
    title: msg`Сообщения`,
    icon: 'conversations',
    groups: ticketRoleGroups,
    href: '/messages',
    words:
      'обращения мои ответ ответила школа переписка письма сообщения replies answers messages tickets conversation',
  },
  {
    title: msg`Оплатить обучение`,
    icon: 'wallet',
    groups: family,
    href: '/contracts-and-payments',
    online: '/payment',
    words:
      'оплата заплатить платёж долг задолженность счёт квитанция реквизиты qr деньги сколько должен рассрочка материнский капитал маткапитал pay payment instalments bill invoice debt due money',
  },
  {
    title: msg`Чеки и подтверждения оплаты`,
    icon: 'download',
    groups: family,
    contracts: 'receipts',
    href: '/contracts-and-payments',
    words: 'чек квитанция кассовый фискальный документ об оплате оплачено платежи receipt proof of payment paid',
  },
  {
    title: msg`Расторгнуть договор`,
    icon: 'contract-decline',
    groups: family,
    contracts: 'termination',
    words: 'расторжение отказаться прекратить уйти бросить забрать документы cancel terminate quit leave contract',
  },
  {
    title: msg`Справка для налоговой`,
    icon: 'tax',
    groups: ['parent'],
    href: '/tax-deduction',
    words: 'вычет 13 процентов ндфл налог вернуть возврат деньги tax deduction certificate refund',
  },
  {
    title: msg`Сменить группу`,
    icon: 'switch',
    groups: family,
    href: '/change-schedule',
    words:
      'перевод перейти сменить поменять смена группы время занятий дни другой преподаватель transfer change move switch group',
  },
  {
    title: msg`Записаться на курс`,
    icon: 'catalog',
    groups: family,
    href: '/catalog',
    words: 'запись записать кружок секция купить новый выбрать каталог enrol enroll sign up join buy course club',
  },
  {
    title: msg`Календарь в телефоне`,
    icon: 'phone',
    groups: family,
    href: '/schedule?dialog=feed',
    words: 'подписка подписаться google яндекс ical ics outlook экспорт calendar subscribe feed phone sync',
  },
  {
    title: msg`Расписание`,
    icon: 'calendar',
    groups: [...family, 'teacher'],
    href: '/schedule',
    words:
      'уроки занятия во сколько время когда каникулы звонки кабинет аудитория перенос отмена замена timetable schedule lessons classes holidays break room cancelled',
  },
  {
    title: msg`Договоры и оплата`,
    icon: 'contract-neutral',
    groups: family,
    href: '/contracts-and-payments',
    words:
      'расторгнуть расторжение отказаться прекратить заморозить приостановить cancel terminate freeze pause contracts',
  },
  {
    title: msg`Профиль`,
    icon: 'profile',
    groups: [...family, 'teacher'],
    href: '/profile',
    words: 'настройки кабинета второй родитель доступ добавить ребёнка settings second parent add child',
  },
  {
    title: msg`Согласия`,
    icon: 'check',
    groups: [...family, 'teacher'],
    href: '/profile?section=consents',
    words: 'согласие отозвать реклама фото персональные данные consent withdraw advertising photo personal data',
  },
  {
    title: msg`Копия и удаление данных`,
    icon: 'download',
    groups: [...family, 'teacher'],
    href: '/profile?section=data',
    words: 'персональные данные удалить аккаунт скачать архив personal data delete account copy archive',
  },
  {
    title: msg`Домашние задания`,
    icon: 'schedule-self-study',
    groups: family,
    href: '/homework',
    words: 'домашка домашнее дз уроки задали сдать просрочено homework tasks assignments overdue due',
  },
  {
    title: msg`Средний балл и итоговые оценки`,
    icon: 'award',
    groups: family,
    href: '/grade-book/?view=totals',
    words: 'четверть семестр зачётка успеваемость average totals final marks grades gpa',
  },
  {
    title: msg`Сменить пароль`,
    icon: 'settings',
    href: '/profile?section=security&dialog=password',
    words: 'поменять забыл безопасность двухфакторная защита вход change password security two-factor sign-in',
  },
  {
    title: msg`Сменить почту`,
    icon: 'email',
    groups: ['parent'],
    href: '/profile?dialog=email',
    words: 'поменять электронная адрес email e-mail change mail address',
  },
  {
    title: msg`Сменить телефон`,
    icon: 'phone',
    groups: ['parent'],
    href: '/profile?dialog=phone',
    words: 'поменять номер мобильный change phone number mobile',
  },
  {
    title: msg`Настроить уведомления`,
    icon: 'bell',
    href: '/profile?section=notifications',
    words:
      'смс рассылка оповещения пуш отключить отписаться тихие часы notifications sms push emails unsubscribe quiet',
  },
  {
    title: msg`Устройства, где выполнен вход`,
    icon: 'smartphone',
    href: '/profile?section=devices',
    words: 'сеансы сессии выйти везде чужой взломали devices sessions sign out everywhere hacked',
  },
  {
    title: msg`Изменить имя и фото`,
    icon: 'profile',
    href: '/profile?dialog=names',
    words: 'сменить поменять фамилия фио аватар аватарка картинка name surname photo picture avatar',
  },
  {
    title: msg`Тёмная тема`,
    icon: 'eye',
    effect: 'dark',
    words: 'ночная тёмный режим оформление чёрный фон dark night mode theme',
  },
  {
    title: msg`Светлая тема`,
    icon: 'eye',
    effect: 'light',
    words: 'светлый режим оформление белый фон light bright mode theme',
  },
  { title: msg`English: язык кабинета`, icon: 'settings', effect: 'en', words: 'английский language сменить язык' },
  { title: msg`Русский: язык кабинета`, icon: 'settings', effect: 'ru', words: 'russian language сменить язык' },
  { title: msg`Выйти из кабинета`, icon: 'logout', href: '/logout', words: 'выход log out logout sign out exit' },
  {
    title: msg`Сообщения семей`,
    icon: 'conversations',
    ...panel('tickets'),
    words: 'очередь письма жалобы ответить сообщения tickets queue requests messages reply answer complaints',
  },
  {
    title: msg`Сообщения об отсутствии`,
    icon: 'bell',
    ...panel('absences'),
    words: 'отсутствует болеет болеют пропуск пропуски absences absent ill sick',
  },
  {
    title: msg`Новости школы`,
    icon: 'info',
    ...panel('news'),
    words: 'объявление написать новость рассылка всем announcement news publish',
  },
  {
    title: msg`Что застряло`,
    icon: 'warning',
    ...panel('queues'),
    words:
      'очередь очереди просрочка долг должники не оплатил не оплатили неоплаченные неподписанные договоры места справки переводы ошибки недоставленные queue stuck overdue unpaid unsigned undelivered',
  },
  {
    title: msg`Загрузить данные`,
    icon: 'download',
    ...panel('imports'),
    words:
      'импорт файл excel csv 1с oneroster выгрузка платежи выписка банка ученики import upload payments bank statement students',
  },
  {
    title: msg`Журнал действий`,
    icon: 'list',
    ...panel('audit'),
    words: 'аудит лог история кто вошёл изменил audit log history who changed',
  },
  {
    title: msg`Интеграции и вебхуки`,
    icon: 'external',
    ...panel('integrations'),
    words: 'api ключ сервис программа токен webhook service account token integration',
  },
  {
    title: msg`Найти человека`,
    icon: 'profile',
    ...panel('users'),
    words:
      'пользователи ученик ученики родитель учитель преподаватель сотрудник карточка роль роли добавить создать пригласить приглашение войти как заблокировать users person student parent roles invite log in as block',
  },
  {
    title: msg`Нужно сделать`,
    icon: 'home',
    ...panel('overview'),
    words:
      'обзор главная справки смены групп переводы письма не доходят просрочено сегодня overview pending certificates transfers undelivered overdue today',
  },
  {
    title: msg`Неудачные попытки входа`,
    icon: 'warning',
    ...panel('overview'),
    words: 'не может войти ошибка входа не входит failed sign-in login problem cannot',
  },
]
