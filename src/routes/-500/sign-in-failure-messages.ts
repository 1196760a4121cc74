import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ShownSignInFailure } from '#contract/auth/sign-in-failures.ts'

/** What happened, and what the user can do. */
type FailureMessage = { title: MessageDescriptor; advice: MessageDescriptor }

const startAgain = msg`Начните вход заново.`
const onlySchool = msg`Вы ни при чём, и пароль менять не нужно. Исправить это может только школа: сообщите ей.`
const waitForService = msg`Вы ни при чём, и пароль менять не нужно. Попробуйте ещё раз через несколько минут.`

/** Messages for every reason of a failed sign-in, for readers who do not know OAuth; a missing one does not compile. */
export const signInFailureMessages: Record<ShownSignInFailure, FailureMessage> = {
  'callback-incomplete': {
    title: msg`Эта страница сама по себе не открывает кабинет.`,
    advice: msg`Она появляется в конце входа, и закладка на неё не работает. Начните вход заново.`,
  },
  'attempt-unknown': { title: msg`Эта ссылка для входа больше не действует.`, advice: startAgain },
  'attempt-expired': {
    title: msg`Вход занял больше десяти минут.`,
    advice: msg`Так долго страница входа не ждёт. Начните вход заново.`,
  },
  'attempt-used': {
    title: msg`Эта ссылка для входа уже сработала.`,
    advice: msg`Каждая ссылка работает один раз. Начните вход заново.`,
  },
  'cookies-missing': {
    title: msg`Браузер не сохранил данные входа.`,
    advice: msg`Разрешите этому сайту сохранять данные (cookie) и начните вход заново. Если вы пришли по ссылке из другого приложения, откройте кабинет в самом браузере.`,
  },
  'other-browser': {
    title: msg`Этот вход начали в другом браузере.`,
    advice: msg`Вернитесь туда или начните вход заново здесь. Если ссылку вам прислали, пароль по ней не вводите.`,
  },
  'provider-denied': {
    title: msg`Сервис входа не пустил вас в кабинет.`,
    advice: msg`Если вы сами отменили вход, начните его заново. Если нет, у вас пока нет доступа: обратитесь в школу.`,
  },
  'provider-error': { title: msg`В сервисе входа неполадка.`, advice: waitForService },
  'request-refused': { title: msg`Сервис входа не принял запрос нашего сайта.`, advice: onlySchool },
  'provider-unreachable': { title: msg`Сервис входа не отвечает.`, advice: waitForService },
  'response-invalid': { title: msg`Сервис входа прислал непонятный ответ.`, advice: waitForService },
  'client-rejected': { title: msg`Сервис входа не узнал наш сайт.`, advice: onlySchool },
  'code-rejected': {
    title: msg`Сервис входа не подтвердил этот вход.`,
    advice: msg`Так бывает, если вернуться назад или обновить страницу. Начните вход заново.`,
  },
  'clock-differs': { title: msg`Часы сервиса входа и нашего сайта расходятся.`, advice: onlySchool },
  'issuer-differs': {
    title: msg`Ответил не тот сервис входа, которому доверяет школа.`,
    advice: msg`Начните вход заново. Если вы пришли по присланной ссылке, пароль по ней не вводите.`,
  },
  'algorithm-differs': { title: msg`Подпись сервиса входа не такая, какую ждёт наш сайт.`, advice: onlySchool },
  'signature-invalid': { title: msg`Подпись сервиса входа не удалось проверить.`, advice: onlySchool },
  'id-token-invalid': { title: msg`Сервис входа ответил не на этот вход.`, advice: startAgain },
  'login-not-renewed': {
    title: msg`Сервис входа не спросил у вас пароль.`,
    advice: msg`После выхода пароль нужно ввести заново. Откройте сайт, где вы его вводите, выйдите там и начните вход заново.`,
  },
  'account-locked': {
    title: msg`Школа закрыла вход в этот кабинет.`,
    advice: msg`Открыть его снова может только школа: обратитесь к ней.`,
  },
  'account-of-staff': {
    title: msg`Так входят только семьи, а это кабинет сотрудника.`,
    advice: msg`Начните вход заново и выберите способ для сотрудников. Если такого у вас нет, обратитесь в школу.`,
  },
  'too-many-requests': {
    title: msg`Слишком много попыток входа.`,
    advice: msg`Подождите минуту и начните вход заново.`,
  },
  offline: {
    title: msg`Нет связи с сайтом.`,
    advice: msg`Проверьте подключение к интернету и начните вход заново.`,
  },
  timeout: { title: msg`Сайт не ответил вовремя.`, advice: msg`Подождите минуту и начните вход заново.` },
}

/** For failures without a known reason. */
export const unknownSignInFailure: FailureMessage = {
  title: msg`Войти не получилось.`,
  advice: msg`Что-то сломалось у нас, не у вас. Попробуйте ещё раз через минуту.`,
}
