import { deepEqual, equal } from 'node:assert/strict'
import { signOutMachine } from '#src/machines/sign-out.ts'
import { type MachineLevel, type MachineStage, onMachine, runningActors } from '#tests/model-runner/machine-level.ts'
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

export const signOutOnMachine: MachineLevel = onMachine(signOutModel, {
  states: {
    'asking.prompt': (stage) => looksLike(stage, ['requestLogoutLink'], []),
    'asking.slow': (stage) => looksLike(stage, ['requestLogoutLink'], ['slow']),
    failed: (stage) => looksLike(stage, [], ['failed']),
    leaving: (stage) => {
      looksLike(stage, [], [])
      equal(stage.actor.getSnapshot().status, 'done')
    },
  },
})

function looksLike(stage: MachineStage, working: string[], tags: string[]): void {
  deepEqual(runningActors(stage), working)
  deepEqual([...stage.actor.getSnapshot().tags], tags)
}
