import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Calls } from '#contract/calls.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'

/** A call that may ask for a two-factor code. */
type ConfirmedCall = {
  [A in keyof Calls]: Calls[A] extends
    | { freshTwoFactor: true | 'if-available' | 'if-configured' }
    | { sensitiveFields: object }
    ? A
    : never
}[keyof Calls]

/** What was not done, and the button that does it again; `form`: its dialog is open again with what was typed. */
type Interrupted = { title: MessageDescriptor; button: MessageDescriptor; form?: 'kept' | 'password' }

const interruptedCalls: Record<ConfirmedCall, Interrupted> = {
  'GET /v1/profile/account/iam-oauth-url/{provider}': { title: msg`Аккаунт не привязан`, button: msg`Привязать` },
  'DELETE /v1/profile/account/{id}': { title: msg`Аккаунт не отвязан`, button: msg`Отвязать` },
  'POST /v1/profile/account/verification/send': {
    title: msg`Почта и телефон пока прежние`,
    button: msg`Отправить код`,
    form: 'kept',
  },
  'PATCH /v1/profile': { title: msg`Почта и телефон пока прежние`, button: msg`Отправить код`, form: 'kept' },
  'POST /v1/profile/join/send': {
    title: msg`Учётные записи не объединены`,
    button: msg`Отправить код`,
    form: 'kept',
  },
  'POST /v1/profile/join': { title: msg`Учётные записи не объединены`, button: msg`Объединить` },
  'POST /v1/profile/guardian-rights': { title: msg`Права остались прежними`, button: msg`Сохранить`, form: 'kept' },
  'POST /v1/profile/data-export': { title: msg`Копия данных не запрошена`, button: msg`Запросить копию` },
  'POST /v1/profile/data-export/{id}/link': { title: msg`Копия данных не скачана`, button: msg`Скачать` },
  'POST /v1/profile/pairing-code': { title: msg`Код не создан`, button: msg`Создать код`, form: 'kept' },
  'POST /v1/profile/pairing': { title: msg`Код не использован`, button: msg`Продолжить`, form: 'kept' },
  'POST /v1/admin/user/{id}/pairing-code': { title: msg`Код не создан`, button: msg`Создать код`, form: 'kept' },
  'POST /v1/profile/data-request/deletion': { title: msg`Запрос не отправлен`, button: msg`Отправить запрос` },
  'POST /v1/admin/data-request/{id}/answer': { title: msg`Ответ не отправлен`, button: msg`Ответить`, form: 'kept' },
  'POST /v1/profile/password/set-first': {
    title: msg`Пароль не задан`,
    button: msg`Задать пароль`,
    form: 'password',
  },
  'PATCH /v1/profile/password/change': {
    title: msg`Пароль остался прежним`,
    button: msg`Сменить пароль`,
    form: 'password',
  },
  'DELETE /v1/profile/session/{id}': { title: msg`Сеанс не завершён`, button: msg`Завершить` },
  'POST /v1/admin/auth/login-as': { title: msg`Вход под пользователем не начат`, button: msg`Войти`, form: 'kept' },
  'POST /v1/admin/service-account': { title: msg`Доступ не создан`, button: msg`Создать`, form: 'kept' },
  'POST /v1/admin/service-account/{id}/secret': { title: msg`Секрет остался прежним`, button: msg`Получить секрет` },
  'POST /v1/admin/webhook': { title: msg`Вебхук не добавлен`, button: msg`Добавить`, form: 'kept' },
  'POST /v1/admin/webhook/{id}/secret': { title: msg`Секрет остался прежним`, button: msg`Получить секрет` },
  'POST /v1/admin/import/{id}/apply': { title: msg`Данные не загружены`, button: msg`Загрузить` },
  'POST /v1/admin/bank-line/{id}/book': { title: msg`Платёж не зачислен`, button: msg`Зачислить` },
  'POST /v1/admin/bank-line/{id}/split': { title: msg`Платёж не зачислен`, button: msg`Зачислить частями` },
  'POST /v1/admin/bank-line/{id}/reopen': {
    title: msg`Решение о платеже осталось прежним`,
    button: msg`Отменить зачисление`,
  },
  'POST /v1/admin/checkout/{checkoutId}/refund': {
    title: msg`Деньги не возвращены`,
    button: msg`Вернуть деньги`,
    form: 'kept',
  },
  'POST /v1/profile/contract/{contractId}/termination': {
    title: msg`Договор не расторгнут`,
    button: msg`Расторгнуть договор`,
  },
  'POST /v1/profile/contract/{contractId}/termination/account': {
    title: msg`Счёт не указан`,
    button: msg`Указать счёт`,
  },
  'POST /v1/admin/contract/{contractId}/termination': {
    title: msg`Договор не расторгнут`,
    button: msg`Расторгнуть`,
    form: 'kept',
  },
  'POST /v1/admin/contract/{contractId}/action': {
    title: msg`Действие с договором ещё не выполнено`,
    button: msg`Выполнить`,
  },
  'POST /v1/admin/contract-action/{actionId}/undo': {
    title: msg`Действие с договором ещё не отменено`,
    button: msg`Отменить действие`,
  },
  'POST /v1/admin/termination/{terminationId}/settle': {
    title: msg`Перевод не отмечен`,
    button: msg`Отметить перевод`,
    form: 'kept',
  },
  'POST /v1/admin/contract/{contractId}/sign': {
    title: msg`Договор не подписан`,
    button: msg`Подписать от имени школы`,
  },
  'POST /v1/admin/user/{id}/lock': { title: msg`Вход не закрыт`, button: msg`Закрыть вход`, form: 'kept' },
  'POST /v1/admin/user/{id}/unlock': { title: msg`Вход не открыт`, button: msg`Открыть вход`, form: 'kept' },
  'POST /v1/admin/user/{id}/role': { title: msg`Роли остались прежними`, button: msg`Сохранить`, form: 'kept' },
  'POST /v1/admin/user/{id}/guardian-rights': {
    title: msg`Права остались прежними`,
    button: msg`Сохранить`,
    form: 'kept',
  },
  'POST /v1/admin/user/{id}/guardian/{guardianId}/end': {
    title: msg`Связь с ребёнком осталась`,
    button: msg`Прекратить связь`,
    form: 'kept',
  },
  'POST /v1/admin/user/{id}/guardian/{guardianId}/restore': {
    title: msg`Связь с ребёнком не восстановлена`,
    button: msg`Восстановить`,
    form: 'kept',
  },
  'POST /v1/admin/user/{id}/join': { title: msg`Учётные записи не объединены`, button: msg`Объединить` },
  'POST /v1/admin/user/{id}/join/undo': { title: msg`Учётные записи не разделены`, button: msg`Разделить` },
}

/** Says that an action was not done, because the page was loaded again while it waited for a code. */
export function InterruptedCallDialog({ call, onClose }: { call: string; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { title, button: name, form } = interruptedCalls[call as ConfirmedCall]
  const button = i18n._(name)
  return (
    <Dialog
      onClose={onClose}
      closeLabel={t`Закрыть`}
      title={i18n._(title)}
      description={<Trans>Страница открылась заново раньше, чем вы ввели код.</Trans>}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Понятно</Trans>
        </Button>
      }
    >
      <p>
        {form === 'kept' && <Trans>Введённое сохранилось: нажмите «{button}» ещё раз.</Trans>}
        {form === 'password' && <Trans>Пароли мы не запоминаем: введите их снова и нажмите «{button}».</Trans>}
        {form === undefined && <Trans>Нажмите «{button}» ещё раз.</Trans>}{' '}
        <Trans>Код, который вам уже пришёл, подойдёт: он действует пять минут.</Trans>
      </p>
    </Dialog>
  )
}
