import { type OauthResult, oauthResultMachine } from '#src/machines/oauth-result.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { oauthResultRules } from './rules/auth.ts'

/** The callback parameters of the provider, and the redirect target of the server. */
export const broughtBack: OauthResult = {
  code: 'code-1',
  state: 'state-1',
  iss: 'https://id.example',
  fromUrl: '/schedule',
}
/** The provider refuses: the server decides what follows. */
export const refusedBack: OauthResult = {
  state: 'state-1',
  iss: 'https://id.example',
  error: 'access_denied',
  error_description: 'нет согласия',
  fromUrl: '/schedule',
}
export const requestId = '0b5d1c4e-7a55-4c55-9d07-1f3c9d1f2a11'
const destination = '/schedule?view=week'

export const oauthResultModel: Model = {
  machine: oauthResultMachine,
  rules: oauthResultRules,
  title: 'Возвращение от провайдера входа',
  input: broughtBack,
  events: {
    'xstate.done.actor.sendResult': [
      { title: 'сервер ответил адресом', with: { output: destination } },
      { title: 'сервер ответил без адреса', with: { output: null } },
    ],
    'xstate.error.actor.sendResult': [
      { title: 'вход занял больше десяти минут', with: { error: { reason: 'attempt-expired', requestId } } },
      { title: 'вход начат в другом браузере', with: { error: { reason: 'other-browser', requestId } } },
      { title: 'сервис входа не ответил', with: { error: { reason: 'provider-unreachable', requestId } } },
      { title: 'школа закрыла вход', with: { error: { reason: 'account-locked', requestId } } },
      { title: 'попыток слишком много', with: { error: { reason: 'too-many-requests', requestId } } },
      { title: 'связи нет, ответа тоже', with: { error: { reason: 'offline', requestId: null } } },
    ],
    'xstate.after.slowAfter.oauthResult.sending.prompt': [{ title: 'прошло 5 секунд' }],
  },
  states: {
    sending: 'ждём ответа сервера',
    'sending.prompt': 'ответ провайдера отправлен',
    'sending.slow': 'ответа нет дольше обычного',
    leaving: 'страница заменяется',
    goingHome: 'открывается главная',
    failed: 'страница 500 называет причину',
  },
}

export const oauthResultRefusedModel: Model = {
  ...oauthResultModel,
  name: 'oauthResultRefused',
  title: 'Провайдер входа отказал',
  input: refusedBack,
}
