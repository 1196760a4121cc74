import { pushSubscriptionMachine } from '#src/machines/push-subscription.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refused } from './one-time-code.ts'
import { pushSubscriptionRules } from './rules/push-subscription.ts'

export const registration = {
  endpoint: 'https://push.example/send/1',
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
}

const browserRefuses = [{ title: 'служба уведомлений не ответила', with: { error: { type: 'push-service' } } }]
const refusals = [refused('изменений слишком много', 'too-many-requests'), refused('нет связи с сервером', 'offline')]

export const pushSubscriptionModel: Model = {
  machine: pushSubscriptionMachine,
  rules: pushSubscriptionRules,
  title: 'Пуш-уведомления в этом браузере',
  problems: declaredProblems({
    save: 'POST /v1/profile/push-subscription',
    remove: 'DELETE /v1/profile/push-subscription/{id}',
  }),
  events: {
    'xstate.done.actor.checkState': [
      { title: 'браузер не умеет', with: { output: { is: 'unsupported', obstacle: 'browser' } } },
      { title: 'это iPhone, кабинет не установлен', with: { output: { is: 'unsupported', obstacle: 'install' } } },
      { title: 'уведомления запрещены', with: { output: { is: 'blocked' } } },
      { title: 'уведомления выключены', with: { output: { is: 'off' } } },
      { title: 'уведомления включены', with: { output: { is: 'on' } } },
    ],
    'xstate.error.actor.checkState': [{ title: 'браузер ответил ошибкой', with: { error: { type: 'unknown' } } }],
    'push.enable': [{ title: 'нажато «Включить»' }],
    'push.disable': [{ title: 'нажато «Выключить»' }],
    'push.check': [{ title: 'нажато «Проверить снова»' }],
    'browser.changed': [{ title: 'разрешение или список браузеров изменились' }],
    'xstate.done.actor.askPermission': [
      { title: 'уведомления разрешены', with: { output: 'granted' } },
      { title: 'уведомления запрещены', with: { output: 'denied' } },
      { title: 'вопрос закрыт без ответа', with: { output: 'default' } },
    ],
    'xstate.error.actor.askPermission': browserRefuses,
    'xstate.done.actor.register': [{ title: 'браузер подписался', with: { output: registration } }],
    'xstate.error.actor.register': browserRefuses,
    'xstate.done.actor.save': [{ title: 'сервер принял подписку' }],
    'xstate.error.actor.save': [refused('сервер не принял адрес', 'invalid-values'), ...refusals],
    'xstate.done.actor.remove': [{ title: 'сервер забыл подписку' }],
    'xstate.error.actor.remove': refusals,
  },
  listeners: { watch: ['browser.changed'] },
  impossible: {
    'xstate.done.actor.watch': 'слушает и сам не кончается',
    'xstate.error.actor.watch': 'слушает и сам не кончается',
  },
  states: {
    checking: 'смотрят, что умеет браузер',
    unsupported: 'уведомлений здесь не бывает',
    blocked: 'уведомления запрещены в браузере',
    off: 'уведомления выключены',
    asking: 'браузер спрашивает разрешение',
    registering: 'браузер подписывается',
    saving: 'подписка отправляется на сервер',
    on: 'уведомления включены',
    removing: 'подписка удаляется',
  },
}
