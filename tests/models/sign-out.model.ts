import { signOutMachine } from '#src/machines/sign-out.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { signOutRules } from './rules/auth.ts'

const signOutLink = '/api/v1/auth/logout/one-time-link'

export const signOutModel: Model = {
  machine: signOutMachine,
  rules: signOutRules,
  title: 'Выход из личного кабинета',
  events: {
    'xstate.done.actor.requestLogoutLink': [{ title: 'получена ссылка выхода', with: { output: signOutLink } }],
    'xstate.error.actor.requestLogoutLink': [{ title: 'ссылка выхода не получена', with: { error: 'нет' } }],
    'xstate.after.slowAfter.signOut.asking.prompt': [{ title: 'прошло 5 секунд' }],
    'signOut.retry': [{ title: 'нажато «Попробовать снова»' }],
  },
  states: {
    asking: 'ждём ссылку выхода',
    'asking.prompt': 'запрашивается ссылка выхода',
    'asking.slow': 'ссылки нет дольше обычного',
    failed: 'выйти не удалось',
    leaving: 'страница заменяется',
  },
}
