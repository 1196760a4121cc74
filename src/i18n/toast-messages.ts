import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { NotificationKind } from '#src/machines/notifications.ts'

type ToastMessages = Record<NotificationKind, { title: MessageDescriptor; description: MessageDescriptor }>

/** Title and description of each notification. */
export const toastMessages: ToastMessages = {
  signInFailed: {
    title: msg`Не удалось войти`,
    description: msg`Что-то пошло не так. Попробуйте ещё раз или обратитесь в поддержку.`,
  },
  endImpersonationFailed: {
    title: msg`Не удалось выйти из-под пользователя`,
    description: msg`Что-то пошло не так. Попробуйте ещё раз или обратитесь в поддержку.`,
  },
  chunkNotLoaded: {
    title: msg`Не удалось загрузить`,
    description: msg`Проверьте подключение к интернету и попробуйте ещё раз.`,
  },
  chunkBroken: {
    title: msg`Не удалось загрузить`,
    description: msg`Обновите страницу. Если ошибка повторится, напишите в поддержку.`,
  },
  unexpectedError: {
    title: msg`Что-то пошло не так`,
    description: msg`Если страница не отвечает, обновите её. Мы получили отчёт об ошибке.`,
  },
  notSaved: {
    title: msg`Не удалось сохранить`,
    description: msg`Что-то пошло не так. Попробуйте ещё раз.`,
  },
  releaseReady: {
    title: msg`Вышло обновление`,
    description: msg`Обновите страницу, когда будет удобно. Введённый текст сохранится.`,
  },
  notificationNotRead: {
    title: msg`Уведомление осталось непрочитанным`,
    description: msg`Не удалось отметить его прочитанным. Откройте его ещё раз.`,
  },
  textNotCopied: {
    title: msg`Не удалось скопировать`,
    description: msg`Браузер не дал доступ к буферу обмена. Выделите текст и скопируйте его сами.`,
  },
  profileNotRenewed: {
    title: msg`Изменения сохранены, но ещё не показаны`,
    description: msg`Не удалось получить новые данные профиля. Обновите страницу.`,
  },
  profileSaved: {
    title: msg`Сохранено`,
    description: msg`Новые данные уже в вашем профиле.`,
  },
  accountsJoined: {
    title: msg`Учётные записи объединены`,
    description: msg`Входить можно так же, как раньше: оба входа ведут сюда.`,
  },
  paired: {
    title: msg`Готово`,
    description: msg`Код принят: всё, что по нему открывается, уже в вашем кабинете.`,
  },
  passwordSet: {
    title: msg`Пароль задан`,
    description: msg`Теперь можно входить и по паролю.`,
  },
  passwordChanged: {
    title: msg`Пароль изменён`,
    description: msg`Сеансы на других устройствах завершены: там нужно войти заново.`,
  },
  accountUnlinked: {
    title: msg`Аккаунт отвязан`,
    description: msg`Войти через него больше нельзя.`,
  },
  deviceSignedOut: {
    title: msg`Сеанс завершён`,
    description: msg`На том устройстве нужно будет войти заново.`,
  },
  otherDevicesSignedOut: {
    title: msg`Другие сеансы завершены`,
    description: msg`На всех остальных устройствах нужно будет войти заново.`,
  },
  groupChanged: {
    title: msg`Группа сменена`,
    description: msg`Дата смены — в разделе «Смена группы».`,
  },
  enrolmentWithdrawn: {
    title: msg`Запись отменена`,
    description: msg`Место освободилось. Пока набор открыт, можно выбрать другое направление.`,
  },
  transferWithdrawn: {
    title: msg`Смена группы отозвана`,
    description: msg`Всё остаётся как было.`,
  },
  absenceReported: {
    title: msg`Школа предупреждена`,
    description: msg`Преподаватель и администрация увидят это. Пока занятие не началось, сообщение можно отозвать.`,
  },
  absenceWithdrawn: {
    title: msg`Сообщение об отсутствии отозвано`,
    description: msg`Преподаватель и администрация узнают, что ученик придёт.`,
  },
  newsPublished: {
    title: msg`Новость сохранена`,
    description: msg`Она появится у тех, для кого написана: сразу или в назначенное время.`,
  },
  newsChanged: {
    title: msg`Новость изменена`,
    description: msg`Все увидят новый текст. Ещё раз уведомлять о ней не будем.`,
  },
  newsWithdrawn: {
    title: msg`Новость снята`,
    description: msg`Её больше нет ни в новостях, ни в уведомлениях.`,
  },
  waitingListLeft: {
    title: msg`Вы больше не ждёте места`,
    description: msg`Встать в очередь можно снова.`,
  },
  enrolled: {
    title: msg`Вы записаны`,
    description: msg`Группа и время — в разделе «Программа „2035“».`,
  },
  particularsSaved: {
    title: msg`Сохранено`,
    description: msg`Эти данные будут в справке для налоговой.`,
  },
  contractMade: {
    title: msg`Договор составлен`,
    description: msg`Он ждёт вас в разделе «Договоры и оплата».`,
  },
  purchaseGivenUp: {
    title: msg`Запись отменена`,
    description: msg`Вы ничего не должны. Записаться можно снова.`,
  },
  refundStarted: {
    title: msg`Возврат оформлен`,
    description: msg`Плательщик получит сообщение. Когда банк вернёт деньги, это будет видно в карточке.`,
  },
  autopayStopped: {
    title: msg`Автоплатёж отключён`,
    description: msg`Семья получит сообщение с причиной.`,
  },
  terminationStarted: {
    title: msg`Договор расторгается`,
    description: msg`Семья получит сообщение с причиной и суммой.`,
  },
  terminationWithdrawn: {
    title: msg`Расторжение отозвано`,
    description: msg`Семья получит сообщение с причиной.`,
  },
  terminationSettled: {
    title: msg`Перевод отмечен`,
    description: msg`Семья получит сообщение о возврате.`,
  },
  returnAccountGiven: {
    title: msg`Счёт сохранён`,
    description: msg`Школа переведёт на него деньги, о переводе придёт сообщение.`,
  },
  contractActionUndone: {
    title: msg`Действие отменено`,
    description: msg`Семья получит сообщение с причиной.`,
  },
  differenceCleared: {
    title: msg`Разобрано`,
    description: msg`Запись об этом есть в журнале.`,
  },
  accountChanged: {
    title: msg`Готово`,
    description: msg`Изменение записано в журнал.`,
  },
}
