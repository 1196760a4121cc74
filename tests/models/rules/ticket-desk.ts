import type { TicketError } from '#src/machines/states/ticket-sending.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { beginsWith, done, failed, requirementRules, taggedOnly } from '#tests/model-runner/requirements.ts'
import { implies, type Rule, starts } from '#tests/model-runner/rule.ts'

type Known = { id: string; html: string; kind: string; version: number; sent: number }
const known = ({ context }: Observation['after']) => context as Known
const was = ({ before }: Observation) => known(before)
const hasWords = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim() !== ''
const isConflict = ({ event }: Observation) => event.error?.type === 'state-conflict'
const refused = ({ event }: Observation) => {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}
const accepted = ({ event }: Observation) => ({ version: event.output.version, refusal: null })
const actors = ['sendMessage', 'changeTicket']

export const ticketDeskRules: readonly Rule[] = [
  ...requirementRules([
    {
      title: 'Ответ сохраняется на устройстве при каждой правке и относится к тому, что было видно в её начале',
      source: 'S3',
      steps: [
        {
          in: ['writing', 'changing', 'conflicted'],
          on: 'message.type',
          sets: (seen) => ({
            html: seen.event.html,
            refusal: null,
            version:
              hasWords(was(seen).html) || seen.before.matches('conflicted') ? was(seen).version : seen.event.version,
          }),
          does: (seen) => [['keepDraft', { id: was(seen).id, html: seen.event.html, kind: was(seen).kind }]],
        },
      ],
    },
    {
      title: 'Ответом или заметкой сообщение делает сам администратор',
      source: 'S3',
      steps: [
        {
          in: 'writing',
          on: 'kind.choose',
          sets: ({ event }) => ({ kind: event.kind }),
          does: (seen) => [['keepDraft', { id: was(seen).id, html: was(seen).html, kind: seen.event.kind }]],
        },
      ],
    },
    {
      title: 'Отправляется написанное, и не пустое',
      source: 'S3',
      steps: [
        {
          in: 'writing',
          on: 'message.send',
          if: (seen) => hasWords(was(seen).html),
          to: 'sending',
          starts: (seen) => {
            const { id, html, kind, version } = was(seen)
            return { sendMessage: { id, html, kind, version } }
          },
        },
      ],
    },
    {
      title: 'После отправки начинают новое сообщение',
      source: 'S3',
      steps: [
        {
          in: 'sending',
          on: done('sendMessage'),
          to: 'writing',
          sets: (seen) => ({ ...accepted(seen), html: '', kind: 'answer', sent: was(seen).sent + 1 }),
        },
      ],
    },
    {
      title: 'Обращение меняют таким, каким оно показано; написанное остаётся',
      source: 'S3',
      steps: [
        {
          in: ['writing', 'conflicted'],
          on: 'ticket.change',
          to: 'changing',
          starts: ({ before, event: { change, version } }) => ({
            changeTicket: { id: known(before).id, change, version },
          }),
        },
        { in: 'changing', on: done('changeTicket'), to: 'writing', sets: accepted },
      ],
    },
    {
      title: 'Отказ ничего не теряет; чужое изменение сначала читают',
      source: 'D-21',
      steps: [
        { in: ['sending', 'changing'], on: actors.map(failed), if: isConflict, to: 'conflicted', sets: refused },
        {
          in: ['sending', 'changing'],
          on: actors.map(failed),
          if: (seen) => !isConflict(seen),
          to: 'writing',
          sets: refused,
        },
        {
          in: 'conflicted',
          on: 'conflict.read',
          to: 'writing',
          sets: ({ event }) => ({ version: event.version, refusal: null }),
        },
      ],
    },
  ]),
  beginsWith(
    {
      state: 'writing',
      context: {
        ...{ id: 'f0c3a526-f43f-4f0e-8d3f-0a1f4a6f1b01', version: 3, html: '' },
        ...{ kind: 'answer', sent: 0, refusal: null },
      },
    },
    { title: 'Начинают с черновика ответа автору, и ничего не отправлено', source: 'S3' },
  ),
  taggedOnly('busy', ['sending', 'changing'], { title: 'Пока идёт отправка, видно, что занято', source: 'S8' }),
  {
    title: 'После чужого изменения ответ не отправляется, пока его не прочли',
    source: 'D-21',
    holds: (seen) => implies(seen.before.matches('conflicted'), !starts(seen, 'sendMessage')),
  },
]
