import type { Observation } from '#tests/model-runner/observations.ts'
import {
  beginsWith,
  done,
  failed,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule, starts } from '#tests/model-runner/rule.ts'

const given = ({ event }: Observation) => event.output
const answers = (...answer: string[]) => ({
  if: (seen: Observation) => answer.includes(typeof given(seen) === 'string' ? given(seen) : given(seen).is),
})
const withFailure = ({ event }: Observation) => ({ failure: { type: event.error.type } })
const watching = { starts: { watch: null } }
const withoutFailure = () => ({ failure: null })

export const pushSubscriptionRules: readonly Rule[] = [
  beginsWith('Сначала смотрят, что умеет и разрешает этот браузер', 'S7', {
    state: 'checking',
    context: { obstacle: 'browser', failure: null },
    starts: { checkState: null },
  }),
  ...requirementRules([
    requirement('Где уведомлений не бывает, сказано почему; сломанный браузер страницу не роняет', 'S7', [
      {
        in: 'checking',
        on: done('checkState'),
        ...answers('unsupported'),
        to: 'unsupported',
        sets: (seen) => ({ obstacle: given(seen).obstacle }),
      },
      { in: 'checking', on: failed('checkState'), to: 'unsupported' },
    ]),
    requirement('Показано то, что есть в браузере: запрет, выключено или включено', 'S7', [
      { in: 'checking', on: done('checkState'), ...answers('blocked'), to: 'blocked', ...watching },
      { in: 'checking', on: done('checkState'), ...answers('off'), to: 'off', ...watching },
      { in: 'checking', on: done('checkState'), ...answers('on'), to: 'on', ...watching },
      { in: ['blocked', 'unsupported'], on: 'push.check', to: 'checking', starts: { checkState: null } },
      {
        in: ['blocked', 'off', 'on'],
        on: 'browser.changed',
        to: 'checking',
        sets: withoutFailure,
        starts: { checkState: null },
      },
    ]),
    requirement('Браузер спрашивают только по нажатию, и ответ решает', 'S7', [
      { in: 'off', on: 'push.enable', to: 'asking', sets: withoutFailure, starts: { askPermission: null } },
      { in: 'asking', on: done('askPermission'), ...answers('granted'), to: 'registering', starts: { register: null } },
      { in: 'asking', on: done('askPermission'), ...answers('denied'), to: 'blocked', ...watching },
      {
        in: 'asking',
        on: done('askPermission'),
        ...answers('default'),
        to: 'off',
        sets: { failure: { type: 'dismissed' } },
        ...watching,
      },
    ]),
    requirement('Включено, когда адрес браузера принял сервер', 'S7', [
      { in: 'registering', on: done('register'), to: 'saving', starts: (seen) => ({ save: given(seen) }) },
      { in: 'saving', on: done('save'), to: 'on', ...watching },
    ]),
    requirement('Выключено, когда адрес браузера забыл сервер', 'S7', [
      { in: 'on', on: 'push.disable', to: 'removing', sets: withoutFailure, starts: { remove: null } },
      { in: 'removing', on: done('remove'), to: 'off', ...watching },
    ]),
    requirement('О неудаче сказано, и можно попробовать снова', 'S7', [
      {
        in: ['asking', 'registering', 'saving'],
        on: [failed('askPermission'), failed('register'), failed('save')],
        to: 'off',
        sets: withFailure,
        ...watching,
      },
      { in: 'removing', on: failed('remove'), to: 'on', sets: withFailure, ...watching },
    ]),
  ]),
  taggedOnly('Пока ждут браузер или сервер, видно, что занято', 'S8', 'busy', [
    'checking',
    'asking',
    'registering',
    'saving',
    'removing',
  ]),
  rule('Без разрешения браузера серверу ничего не отправляют', 'S7', (seen) =>
    implies(starts(seen, 'save'), seen.before.matches('registering')),
  ),
]
