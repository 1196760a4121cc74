import { contractSigningMachine } from '#src/machines/contract-signing.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { contractToSign } from '#tests/support/samples/signing-samples.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { codeModel, refused } from './one-time-code.ts'
import { contractSigningRules } from './rules/contract-signing.ts'
import { sentCode } from './two-factor.model.ts'

const { uuid, textHash, agreementHash } = contractToSign

export const contractSigningModel: Model = {
  machine: contractSigningMachine,
  input: { contract: uuid },
  rules: contractSigningRules,
  title: 'Подписание договора',
  ...codeModel,
  problems: declaredProblems({
    acceptAgreement: 'POST /v1/profile/contract/{contractId}/signing/agree',
    sendCode: 'POST /v1/profile/contract/{contractId}/signing/send',
    checkCode: 'POST /v1/profile/contract/{contractId}/signing/sign',
  }),
  events: {
    'text.confirm': [
      { title: 'прочитано, соглашение ещё не принято', with: { textHash, isAgreed: false } },
      { title: 'прочитано, соглашение принято раньше', with: { textHash, isAgreed: true } },
    ],
    'text.reread': [{ title: 'нажато «Назад к договору»' }],
    'agreement.accept': [{ title: 'соглашение принято', with: { hash: agreementHash } }],
    'xstate.done.actor.acceptAgreement': [{ title: 'соглашение записано' }],
    'xstate.error.actor.acceptAgreement': [
      refused('у школы новая редакция соглашения', 'contract-text-changed'),
      refused('нет связи с сервером', 'offline'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
    ],
    'xstate.done.actor.sendCode': [{ title: 'код отправлен', with: { output: sentCode } }],
    ...codeModel.events,
    'xstate.error.actor.sendCode': [
      ...codeModel.events['xstate.error.actor.sendCode'],
      refused('код отправить некуда', 'no-second-factor'),
      refused('договор изменился', 'contract-text-changed'),
      refused('договор уже подписан или закончился', 'state-conflict'),
    ],
    'xstate.error.actor.checkCode': [
      ...codeModel.events['xstate.error.actor.checkCode'],
      refused('договор изменился', 'contract-text-changed'),
      refused('договор закончился', 'state-conflict'),
    ],
  },
  impossibleProblems: {
    ...codeModel.impossibleProblems,
    'acceptAgreement | invalid-values': 'хеш приходит с самим соглашением',
    'sendCode | invalid-values': 'хеш приходит с самим текстом',
  },
  states: {
    reading: 'договор читают',
    agreeing: 'читают соглашение о подписи',
    accepting: 'соглашение записывается',
    ...codeModel.states,
    unsent: 'код не отправлен, можно попробовать ещё раз',
    hopeless: 'кода сейчас не будет',
    locked: 'вход по коду закрыт на сутки',
    signed: 'договор подписан',
  },
}
