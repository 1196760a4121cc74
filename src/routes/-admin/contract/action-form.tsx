import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractAction } from '#contract/billing/action-table.ts'
import type { ActionTerms } from '#contract/billing/contract-actions.ts'
import { contractActionForm } from '#contract/forms.ts'
import { documentNumberLength } from '#contract/limits.ts'
import { kopecksOf, typedSum } from '#src/domain/billing/typed-sum.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { type SchemaForm, useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Field, Form } from '#src/ui/forms/form.tsx'
import { Select, TextInput } from '#src/ui/forms/inputs.tsx'
import { actionLabels } from './action-labels.ts'

type ActionFormInput = {
  offered: readonly ContractAction[]
  /** Of the stored text. */
  name: string
  /** What is left of the payment, in kopecks; null if it is about several, or about none. */
  toPay: number | null
}

/** What is chosen and typed. The dialog holds it, so that a step back finds it again. */
export function useActionForm({ offered, name, toPay }: ActionFormInput): SchemaForm<Values> {
  const { today } = useSchoolNow()
  const action = offered.length === 1 ? (offered[0] ?? '') : ''
  const persistence = useFormPersistence(name)
  const { restored } = persistence
  // The only one that is offered is in the title, and cannot be changed in the form.
  const isOffered = offered.some((one) => one === restored.action)
  return useSchemaForm({
    schema: contractActionForm,
    defaultValues: {
      action,
      // What the office notes has mostly happened today, and was mostly the whole payment.
      day: dayFields[action]?.isPast ? today : '',
      amount: action === 'mark-paid' && toPay !== null && toPay > 0 ? typedSum(toPay) : '',
      documentNumber: '',
    },
    persistence: { ...persistence, restored: isOffered ? restored : {} },
  })
}

type ActionFormProps = {
  id: string
  form: SchemaForm<Values>
  /** What can be chosen; the only one is chosen already. */
  offered: readonly ContractAction[]
  readOnly: boolean
  onSubmit: (terms: ActionTerms) => void
}

/** Which action, and what it needs. */
export function ActionForm({ id, form, offered, readOnly, onSubmit }: ActionFormProps) {
  const { t, i18n } = useLingui()
  const { today } = useSchoolNow()
  const action = form.valueOf('action')
  const day = dayFields[action]
  const amount = amountLabels[action]
  return (
    <Form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit((values) => {
          const terms = termsOf(values)
          if (terms) onSubmit(terms)
          return undefined
        })
      }}
    >
      {offered.length > 1 && (
        <Field label={t`Что сделать`} error={form.errorOf('action') && t`Выберите действие.`}>
          <Select {...form.register('action')} autoFocus required disabled={readOnly}>
            <option value="">{t`Не выбрано`}</option>
            {offered.map((one) => (
              <option key={one} value={one}>
                {i18n._(labelOf(actionLabels, one))}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ActionNote action={action} />
      {day && (
        <Field label={i18n._(day.label)} error={form.errorOf('day') && t`Укажите день.`}>
          <TextInput
            {...form.register('day')}
            type="date"
            required
            {...(day.isPast ? { max: today } : { min: today })}
            readOnly={readOnly}
          />
        </Field>
      )}
      {amount && (
        <Field
          label={i18n._(amount)}
          error={form.errorOf('amount') && t`Напишите сумму цифрами, например 1500 или 1500,50.`}
        >
          <TextInput {...form.register('amount')} required inputMode="decimal" autoComplete="off" readOnly={readOnly} />
        </Field>
      )}
      {(action === 'mark-paid' || action === 'note-paper') && (
        <Field
          label={action === 'mark-paid' ? t`Номер документа об оплате` : t`Номер бумажного договора, если есть`}
          error={form.errorOf('documentNumber') && t`Напишите номер документа, до ${documentNumberLength} знаков.`}
        >
          <TextInput
            {...form.register('documentNumber')}
            required={action === 'mark-paid'}
            autoComplete="off"
            maxLength={documentNumberLength}
            readOnly={readOnly}
          />
        </Field>
      )}
    </Form>
  )
}

type DayField = { label: MessageDescriptor; isPast?: true }

const dayFields: Partial<Record<string, DayField>> = {
  'note-paper': { label: msg`Когда подписали`, isPast: true },
  freeze: { label: msg`Последний день перерыва` },
  move: { label: msg`Новый срок` },
  split: { label: msg`Срок второй части` },
  'mark-paid': { label: msg`Когда заплатили`, isPast: true },
}

const amountLabels: Partial<Record<string, MessageDescriptor>> = {
  end: msg`Сколько школа оставляет себе, в рублях`,
  split: msg`Сколько остаётся в этом платеже, в рублях`,
  'mark-paid': msg`Сумма, ₽`,
}

/** What the action is for, before it is previewed. */
function ActionNote({ action }: { action: string }) {
  const note = noteOf(action)
  return note && <p className="text-sm text-ink-muted">{note}</p>
}

function noteOf(action: string) {
  switch (action) {
    case 'freeze':
      return <Trans>Занятий и платежей не будет, место в группе сохранится. Сумма договора не изменится.</Trans>
    case 'unfreeze':
      return <Trans>Занятия продолжатся. Платежи, отложенные на время перерыва, снова откроются.</Trans>
    case 'remind':
      return <Trans>Заказчик получит обычное напоминание: какой платёж, сколько и до какого дня.</Trans>
    case 'clear-error':
      return <Trans>Отметка об ошибке исчезнет, и платёж снова можно будет оплатить.</Trans>
    case 'end':
      return <Trans>Неоплаченное отменится, место освободится сегодня. Остальные деньги школа вернёт переводом.</Trans>
    case 'note-paper':
      return <Trans>Подпись по коду больше не понадобится, и платежи откроются.</Trans>
    case 'mark-paid':
      return <Trans>Для денег, которых нет ни в банке, ни в онлайн-оплате: например, из кассы.</Trans>
    case 'mark-error':
      return <Trans>Семья увидит отметку, платёж попадёт в очередь ошибок.</Trans>
    case 'cancel':
      return <Trans>Для платежа, выставленного по ошибке. Платить его будет не нужно.</Trans>
    default:
      return null
  }
}

type Values = { action: string; day: string; amount: string; documentNumber: string }

function termsOf({ action, day, amount: typed, documentNumber }: Values): ActionTerms | null {
  const amount = kopecksOf(typed) ?? 0
  switch (action) {
    case 'note-paper':
      return { action, signedOn: day, ...(documentNumber && { documentNumber }) }
    case 'freeze':
      return { action, until: day }
    case 'end':
      return { action, kept: amount }
    case 'move':
      return { action, dueOn: day }
    case 'split':
      return { action, amount, dueOn: day }
    case 'mark-paid':
      return { action, amount, paidOn: day, documentNumber }
    case 'unfreeze':
    case 'remind':
    case 'mark-error':
    case 'clear-error':
    case 'cancel':
      return { action }
    default:
      return null
  }
}
