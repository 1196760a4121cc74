import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirement, requirementRules } from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, rule, starts, succeeded } from '#tests/model-runner/rule.ts'
import { contactRequirements, contactRules, noCode } from './contact-code.ts'
import { errorOf, isRefusedFor } from './one-time-code.ts'

const forgets = [['forgetSent']] as const
const isProofOver = isRefusedFor('code-expired')
const rejected = (seen: Observation) => ({ ...noCode, refusal: errorOf(seen), accounts: null })

export const accountJoinRules: readonly Rule[] = [
  ...contactRules({ ended: 'joined', recalls: () => undefined }),
  ...requirementRules([
    ...contactRequirements({
      changeable: ['awaiting', 'reviewing'],
      forgets: () => forgets,
      rejected,
      right: { to: 'reviewing', sets: noCode },
      recalled: 'reviewing',
    }),
    requirement('Объединяется то, что показано, и один раз', 'D-26', [
      {
        in: 'reviewing',
        on: 'join.confirm',
        to: 'joining',
        sets: ({ event: { accounts } }) => ({ accounts }),
        starts: ({ event: { accounts } }) => ({ joinAccounts: accounts }),
      },
      { in: 'joining', on: done('joinAccounts'), to: 'joined', does: [...forgets, ['notifyJoined'], ['close']] },
      { in: 'joining', on: failed('joinAccounts'), if: isProofOver, to: 'editing', sets: rejected, does: forgets },
      {
        in: 'joining',
        on: failed('joinAccounts'),
        if: (seen) => !isProofOver(seen),
        to: 'reviewing',
        sets: (seen) => ({ refusal: errorOf(seen), accounts: null }),
      },
    ]),
  ]),
  rule('Объединяет только сам человек, прочитав, что объединится', 'D-26', (seen) =>
    implies(starts(seen, 'joinAccounts'), seen.event.type === 'join.confirm'),
  ),
  rule('«Объединены» говорится, только когда сервер объединил', 'D-26', (seen) =>
    implies(performs(seen, 'notifyJoined'), succeeded(seen, 'joinAccounts')),
  ),
]
