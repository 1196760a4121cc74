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
      'болеет заболел заболела болезнь пропустить пропуск не придёт не пойдёт урок опоздает опаздывает отпроситься отсутствие absence absent ill sick miss skip lesson сообщить отсутствии report',
  },
  {
    title: msg`Написать в школу`,
    icon: 'email',
    groups: family,
    effect: 'write',
    words:
      'пожаловаться жалоба вопрос обращение письмо сообщение поддержка куратор учитель преподаватель директор связаться ошибка проблема contact complain complaint question support help message teacher problem написать школу write school',
  },
  {
    title: msg`Написать администрации`,
    icon: 'email',
    groups: ['teacher'],
    effect: 'write',
    words:
      'вопрос обращение поддержка директор школа связаться ошибка проблема question support help problem school написать администрации write administration',
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
      'оплата заплатить платёж долг задолженность счёт квитанция реквизиты qr деньги сколько должен рассрочка материнский капитал маткапитал pay payment instalments bill invoice debt due money оплатить обучение for lessons',
  },
  {
    title: msg`Чеки и подтверждения оплаты`,
    icon: 'download',
    groups: family,
    contracts: 'receipts',
    href: '/contracts-and-payments',
    words:
      'чек квитанция кассовый фискальный документ об оплате оплачено платежи receipt proof of payment paid чеки подтверждения оплаты receipts confirmations',
  },
  {
    title: msg`Расторгнуть договор`,
    icon: 'contract-decline',
    groups: family,
    contracts: 'termination',
    words:
      'расторгнуть расторжение отказаться прекратить уйти бросить забрать документы cancel terminate quit leave contract договор',
  },
  {
    title: msg`Справка для налоговой`,
    icon: 'tax',
    groups: ['parent'],
    href: '/tax-deduction',
    words: 'вычет 13 процентов ндфл налог вернуть возврат деньги tax deduction certificate refund справка налоговой',
  },
  {
    title: msg`Сменить группу`,
    icon: 'switch',
    groups: family,
    href: '/change-schedule',
    words:
      'перевод перейти сменить поменять смена группы время занятий дни другой преподаватель transfer change move switch group группу',
  },
  {
    title: msg`Записаться на курс`,
    icon: 'catalog',
    groups: family,
    href: '/catalog',
    words:
      'запись записать кружок секция купить новый выбрать каталог enrol enroll sign up join buy course club записаться курс',
  },
  {
    title: msg`Календарь в телефоне`,
    icon: 'phone',
    groups: family,
    href: '/schedule?dialog=feed',
    words:
      'подписка подписаться google яндекс ical ics outlook экспорт calendar subscribe feed phone sync календарь телефоне',
  },
  {
    title: msg`Расписание`,
    icon: 'calendar',
    groups: [...family, 'teacher'],
    href: '/schedule',
    words:
      'уроки занятия во сколько время когда каникулы звонки кабинет аудитория перенос отмена замена timetable schedule lessons classes holidays break room cancelled расписание',
  },
  {
    title: msg`Договоры и оплата`,
    icon: 'contract-neutral',
    groups: family,
    href: '/contracts-and-payments',
    words:
      'расторгнуть расторжение прекратить заморозить приостановить отменить условия группы площадка прошлые cancel terminate freeze pause contracts past договоры оплата payments',
  },
  {
    title: msg`Профиль`,
    icon: 'profile',
    groups: [...family, 'teacher'],
    href: '/profile',
    words:
      'настройки кабинета второй родитель доступ добавить ребёнка settings second parent add child профиль profile',
  },
  {
    title: msg`Согласия`,
    icon: 'check',
    groups: [...family, 'teacher'],
    href: '/profile?section=consents',
    words:
      'согласие отозвать реклама фото персональные данные consent withdraw advertising photo personal data согласия consents',
  },
  {
    title: msg`Копия и удаление данных`,
    icon: 'download',
    groups: [...family, 'teacher'],
    href: '/profile?section=data',
    words:
      'персональные данные удалить аккаунт скачать архив personal data delete account copy archive копия удаление данных deletion',
  },
  {
    title: msg`Домашние задания`,
    icon: 'schedule-self-study',
    groups: family,
    href: '/homework',
    words: 'домашка домашнее дз уроки задали сдать просрочено homework tasks assignments overdue due домашние задания',
  },
  {
    title: msg`Средний балл и итоговые оценки`,
    icon: 'award',
    groups: family,
    href: '/grade-book/?view=totals',
    words: 'четверть семестр зачётка успеваемость average totals final marks grades gpa средний балл итоговые оценки',
  },
  {
    title: msg`Сменить пароль`,
    icon: 'settings',
    href: '/profile?section=security&dialog=password',
    words:
      'поменять забыл безопасность двухфакторная защита вход change password security two-factor sign-in сменить пароль',
  },
  {
    title: msg`Сменить почту`,
    icon: 'email',
    groups: ['parent'],
    href: '/profile?dialog=email',
    words: 'поменять электронная адрес email e-mail change mail address сменить почту',
  },
  {
    title: msg`Сменить телефон`,
    icon: 'phone',
    groups: ['parent'],
    href: '/profile?dialog=phone',
    words: 'поменять номер мобильный change phone number mobile сменить телефон',
  },
  {
    title: msg`Настроить уведомления`,
    icon: 'bell',
    // The profile of an administrator has no such settings.
    groups: [...family, 'teacher'],
    href: '/profile?section=notifications',
    words:
      'смс рассылка оповещения пуш отключить отписаться тихие часы notifications sms push emails unsubscribe quiet настроить уведомления set up',
  },
  {
    title: msg`Устройства, где выполнен вход`,
    icon: 'smartphone',
    href: '/profile?section=devices',
    words:
      'сеансы сессии выйти везде чужой взломали devices sessions sign out everywhere hacked устройства выполнен вход that are signed',
  },
  {
    title: msg`Изменить имя и фото`,
    icon: 'profile',
    href: '/profile?dialog=names',
    words:
      'сменить поменять фамилия фио аватар аватарка картинка name surname photo picture avatar изменить имя фото change',
  },
  {
    title: msg`Тёмная тема`,
    icon: 'eye',
    effect: 'dark',
    words: 'ночная тёмный режим оформление чёрный фон dark night mode theme тёмная тема',
  },
  {
    title: msg`Светлая тема`,
    icon: 'eye',
    effect: 'light',
    words: 'светлый режим оформление белый фон light bright mode theme светлая тема',
  },
  {
    title: msg`English: язык кабинета`,
    icon: 'settings',
    effect: 'en',
    words: 'английский language сменить язык english кабинета app',
  },
  {
    title: msg`Русский: язык кабинета`,
    icon: 'settings',
    effect: 'ru',
    words: 'russian language сменить язык русский кабинета app',
  },
  {
    title: msg`Выйти из кабинета`,
    icon: 'logout',
    href: '/logout',
    words: 'выход log out logout sign out exit выйти кабинета',
  },
  {
    title: msg`Сообщения семей`,
    icon: 'conversations',
    ...panel('tickets'),
    words:
      'очередь письма жалобы ответить сообщения tickets queue requests messages reply answer complaints семей from families',
  },
  {
    title: msg`Сообщения об отсутствии`,
    icon: 'bell',
    ...panel('absences'),
    words: 'отсутствует болеет болеют пропуск пропуски absences absent ill sick сообщения отсутствии reported',
  },
  {
    title: msg`Новости школы`,
    icon: 'info',
    ...panel('news'),
    words: 'объявление написать новость рассылка всем announcement news publish новости школы school',
  },
  {
    title: msg`Что застряло`,
    icon: 'warning',
    ...panel('queues'),
    words:
      'очередь очереди просрочка долг должники не оплатил не оплатили неоплаченные неподписанные договоры места справки переводы ошибки недоставленные queue stuck overdue unpaid unsigned undelivered что застряло what',
  },
  {
    title: msg`Загрузить данные`,
    icon: 'download',
    ...panel('imports'),
    words:
      'импорт файл excel csv 1с oneroster выгрузка платежи выписка банка ученики import upload payments bank statement students загрузить данные data',
  },
  {
    title: msg`Журнал действий`,
    icon: 'list',
    ...panel('audit'),
    words: 'аудит лог история кто вошёл изменил audit log history who changed журнал действий',
  },
  {
    title: msg`Интеграции и вебхуки`,
    icon: 'external',
    ...panel('integrations'),
    words:
      'api ключ сервис программа токен webhook service account token integration интеграции вебхуки integrations webhooks',
  },
  {
    title: msg`Найти человека`,
    icon: 'profile',
    ...panel('users'),
    words:
      'пользователи ученик ученики родитель учитель преподаватель сотрудник карточка роль роли добавить создать пригласить приглашение войти как заблокировать users person student parent roles invite log in as block найти человека find',
  },
  {
    title: msg`Нужно сделать`,
    icon: 'home',
    ...panel('overview'),
    words:
      'обзор главная справки смены групп переводы письма не доходят просрочено сегодня overview pending certificates transfers undelivered overdue today нужно сделать do',
  },
  {
    title: msg`Неудачные попытки входа`,
    icon: 'warning',
    ...panel('overview'),
    words: 'не может войти ошибка входа не входит failed sign-in login problem cannot неудачные попытки sign-ins',
  },
]
