import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefundPreview } from '#contract/billing/refunds.ts'
import { refundForm } from '#contract/forms.ts'
import { paidCheckoutsQuery, refundPreviewQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { kopecksOf } from '#src/domain/billing/typed-sum.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

type RefundDialogProps = { userId: string; checkoutId: string; onClose: () => void }

/** Returns money of an online payment, whole or in part; shows what is to be paid again before. */
export function RefundDialog({ userId, checkoutId, onClose }: RefundDialogProps) {
  const { t, i18n } = useLingui()
  const { data: payments } = useQuery(paidCheckoutsQuery(userId))
  const returnable = payments?.find(({ uuid }) => uuid === checkoutId)?.returnable ?? 0
  const form = useSchemaForm({
    schema: refundForm,
    defaultValues: { amount: '', reason: '' },
    persistence: useFormPersistence(`refund-${checkoutId}`),
  })
  const refund = useMutation(
    callMutation('POST /v1/admin/checkout/{checkoutId}/refund', { handlesError: true, idempotent: true }),
  )
  const [typed, setTyped] = useState(() => form.valueOf('amount'))
  const amount = kopecksOf(typed)
  const field = form.register('amount')
  const most = formatMoney(returnable, i18n.locale)
  return (
    <FormDialog
      title={<Trans>Вернуть деньги</Trans>}
      description={<Trans>Деньги вернутся туда, откуда платили. Плательщик получит сообщение с причиной.</Trans>}
      submitLabel={<Trans>Вернуть</Trans>}
      tone="danger"
      disabled={amount !== null && amount > returnable}
      mutation={refund}
      failureTitle={t`Деньги не возвращены`}
      success="refundStarted"
      form={form}
      onSubmit={(values) =>
        refund.mutateAsync({
          params: { checkoutId },
          body: { amount: kopecksOf(values.amount) ?? 0, reason: values.reason },
        })
      }
      onClose={onClose}
    >
      <Field
        label={t`Сумма в рублях`}
        hint={t`Можно вернуть до ${most}.`}
        error={form.errorOf('amount') && t`Напишите сумму цифрами, например 1500 или 1500,50.`}
      >
        <TextInput
          {...field}
          onChange={(event) => {
            setTyped(event.target.value)
            return field.onChange(event)
          }}
          autoFocus
          required
          inputMode="decimal"
          autoComplete="off"
          readOnly={refund.isPending}
        />
      </Field>
      {amount !== null && amount > 0 && <Preview checkoutId={checkoutId} amount={amount} />}
      <ReasonField form={form} readOnly={refund.isPending} />
    </FormDialog>
  )
}

function Preview({ checkoutId, amount }: { checkoutId: string; amount: number }) {
  const result = useQuery(refundPreviewQuery(checkoutId, amount))
  return (
    <div aria-live="polite">
      <QueryState result={result} skeleton={<SkeletonLine width="long" />}>
        {(preview) => <PreviewLines preview={preview} />}
      </QueryState>
    </div>
  )
}

function PreviewLines({ preview: { lines, excess } }: { preview: RefundPreview }) {
  const { i18n } = useLingui()
  const over = formatMoney(excess, i18n.locale)
  if (excess > 0)
    return (
      <p className="text-ink-error">
        <Trans>На {over} больше, чем можно вернуть.</Trans>
      </p>
    )
  return (
    <ul className="flex flex-col gap-xs">
      {lines.map((line) => (
        <PreviewLine key={`${line.contractNumber} ${line.paymentTitle}`} line={line} />
      ))}
    </ul>
  )
}

function PreviewLine({ line }: { line: RefundPreview['lines'][number] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { contractNumber, paymentTitle, amount } = line
  const due = formatMoney(line.due, i18n.locale)
  const day = dates.dayWithYear(line.dueOn)
  return (
    <li className="text-sm">
      <p className="font-medium">
        {contractNumber}, {paymentTitle}: {formatMoney(amount, i18n.locale)}
      </p>
      <p className="text-ink-muted">
        {line.due > 0 ? (
          <Trans>
            Снова нужно будет заплатить {due}, срок {day}
          </Trans>
        ) : (
          <Trans>Платить снова не нужно.</Trans>
        )}
      </p>
    </li>
  )
}
