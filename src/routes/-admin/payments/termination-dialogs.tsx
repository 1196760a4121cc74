import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffTermination, TerminationPreview } from '#contract/billing/termination.ts'
import { loginReasonForm, settlementForm } from '#contract/forms.ts'
import { documentNumberLength } from '#contract/limits.ts'
import { staffTerminationPreviewQuery, userTerminationsQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { LastDayField } from '#src/routes/-flow/payments/last-day-field.tsx'
import { ReturnedParts } from '#src/routes/-query/labels/termination-state.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'
import type { TerminationDialog } from './termination-dialog-names.ts'

type TerminationDialogProps = {
  userId: string
  contractId: string
  dialog: TerminationDialog
  onClose: () => void
}

/** What the office does about a termination. */
export function TerminationDialogs({ dialog, contractId, ...rest }: TerminationDialogProps) {
  if (dialog === 'terminate') return <StartDialog contractId={contractId} onClose={rest.onClose} />
  return <StartedDialog key={contractId} dialog={dialog} contractId={contractId} {...rest} />
}

type StartedDialogProps = TerminationDialogProps & { dialog: Exclude<TerminationDialog, 'terminate'> }

/** Of a termination that has begun. It stays open when its step has ended it. */
function StartedDialog({ userId, contractId, dialog, onClose }: StartedDialogProps) {
  const result = useQuery(userTerminationsQuery(userId))
  const found = result.data?.find(({ contractUuid }) => contractUuid === contractId)?.termination
  const [termination, setTermination] = useState(found)
  if (found && found !== termination) setTermination(found)
  if (termination && dialog === 'withdraw-termination')
    return <WithdrawDialog terminationId={termination.uuid} onClose={onClose} />
  if (termination) return <SettleDialog termination={termination} onClose={onClose} />
  return (
    <Dialog
      title={dialog === 'withdraw-termination' ? <Trans>Отозвать расторжение</Trans> : <Trans>Отметить перевод</Trans>}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <Trans>Закрыть</Trans>
        </Button>
      }
    >
      <QueryState result={result} skeleton={<SkeletonLine width="long" />}>
        {() => (
          <p>
            <Trans>Договор сейчас не расторгается.</Trans>
          </p>
        )}
      </QueryState>
    </Dialog>
  )
}

function StartDialog({ contractId, onClose }: { contractId: string; onClose: () => void }) {
  const { t } = useLingui()
  const [lastDay, setLastDay] = useState('')
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`terminate-${contractId}`),
  })
  const start = useMutation(
    callMutation('POST /v1/admin/contract/{contractId}/termination', { handlesError: true, idempotent: true }),
  )
  const result = useQuery({
    ...staffTerminationPreviewQuery(contractId, lastDay),
    placeholderData: (shown) => shown,
    // What has begun cannot be begun again.
    enabled: start.isIdle || start.isError,
  })
  const preview = result.data
  return (
    <FormDialog
      title={<Trans>Расторгнуть договор</Trans>}
      description={
        <Trans>
          Семья получит сообщение с причиной и суммой и до последнего дня сможет отозвать расторжение. Если деньги
          вернутся переводом, она укажет счёт в личном кабинете.
        </Trans>
      }
      submitLabel={<Trans>Расторгнуть</Trans>}
      tone="danger"
      disabled={!preview || preview.obstacle !== null || result.isFetching}
      mutation={start}
      failureTitle={t`Договор не расторгнут`}
      success="terminationStarted"
      form={form}
      onSubmit={({ reason }) =>
        preview &&
        start.mutateAsync({ params: { contractId }, body: { lastDay: preview.lastDay, hash: preview.hash, reason } })
      }
      onClose={onClose}
    >
      <QueryState result={result} skeleton={<SkeletonLine width="long" />}>
        {(shown) => <StaffSums preview={shown} onDay={setLastDay} isPending={start.isPending} />}
      </QueryState>
      <ReasonField form={form} readOnly={start.isPending} />
    </FormDialog>
  )
}

type StaffSumsProps = { preview: TerminationPreview; onDay: (day: string) => void; isPending: boolean }

function StaffSums({ preview, onDay, isPending }: StaffSumsProps) {
  const { t, i18n } = useLingui()
  if (preview.obstacle !== null)
    return (
      <p className="text-ink-error">
        <Trans>
          Посчитать автоматически нельзя: договор не действует, его платит банк или фонд, меняется группа или расписание
          курса составлено не до конца.
        </Trans>
      </p>
    )
  const { given, toReturn, due } = preview
  const { held, planned } = preview.lessons
  const money = (sum: number) => formatMoney(sum, i18n.locale)
  return (
    <>
      <LastDayField preview={preview} readOnly={isPending} onDay={onDay} />
      <div aria-live="polite" className="flex flex-col gap-sm">
        <DescriptionList
          isCompact
          entries={[
            { key: 'lessons', term: t`Занятий до этого дня`, value: t`${held} из ${planned}` },
            { key: 'given', term: t`Цена этих занятий`, value: money(given) },
            due > 0
              ? { key: 'due', term: t`Останется заплатить`, value: money(due) }
              : { key: 'back', term: t`Вернём`, value: money(toReturn) },
          ]}
        />
        <ReturnedParts termination={{ ...preview, movedTo: null }} />
      </div>
    </>
  )
}

function WithdrawDialog({ terminationId, onClose }: { terminationId: string; onClose: () => void }) {
  const { t } = useLingui()
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`withdraw-termination-${terminationId}`),
  })
  const withdraw = useMutation(
    callMutation('POST /v1/admin/termination/{terminationId}/withdraw', { handlesError: true, idempotent: true }),
  )
  return (
    <FormDialog
      title={<Trans>Отозвать расторжение</Trans>}
      description={<Trans>Занятия и платежи пойдут по-прежнему. Семья получит сообщение с причиной.</Trans>}
      submitLabel={<Trans>Отозвать</Trans>}
      mutation={withdraw}
      failureTitle={t`Расторжение не отозвано`}
      success="terminationWithdrawn"
      form={form}
      onSubmit={({ reason }) => withdraw.mutateAsync({ params: { terminationId }, body: { reason } })}
      onClose={onClose}
    >
      <ReasonField form={form} autoFocus readOnly={withdraw.isPending} />
    </FormDialog>
  )
}

type SettleDialogProps = { termination: NonNullable<StaffTermination['termination']>; onClose: () => void }

function SettleDialog({ termination: { uuid, toTransfer, details }, onClose }: SettleDialogProps) {
  const { t, i18n } = useLingui()
  const form = useSchemaForm({
    schema: settlementForm,
    defaultValues: { documentNumber: '' },
    persistence: useFormPersistence(`settle-termination-${uuid}`),
  })
  const settle = useMutation(
    callMutation('POST /v1/admin/termination/{terminationId}/settle', { handlesError: true, idempotent: true }),
  )
  return (
    <FormDialog
      title={<Trans>Отметить перевод</Trans>}
      description={<Trans>Сначала переведите деньги в банке. Возврат запишется сегодняшним днём.</Trans>}
      submitLabel={<Trans>Отметить перевод</Trans>}
      disabled={toTransfer === 0}
      mutation={settle}
      failureTitle={t`Перевод не отмечен`}
      success="terminationSettled"
      form={form}
      onSubmit={({ documentNumber }) =>
        settle.mutateAsync({ params: { terminationId: uuid }, body: { amount: toTransfer, documentNumber } })
      }
      onClose={onClose}
    >
      <DescriptionList
        isCompact
        entries={[
          { key: 'sum', term: t`Сумма`, value: formatMoney(toTransfer, i18n.locale) },
          ...(details
            ? [
                { key: 'recipient', term: t`Получатель`, value: details.recipient },
                { key: 'account', term: t`Номер счёта`, value: details.account },
                { key: 'bank', term: t`БИК банка`, value: details.bankCode },
              ]
            : []),
        ]}
      />
      {!details && (
        <p>
          <Trans>Счёта семья ещё не указала: мы её попросили. Если срочно, узнайте его у неё сами.</Trans>
        </p>
      )}
      <Field
        label={t`Номер платёжного поручения`}
        error={form.errorOf('documentNumber') && t`Напишите номер платёжного поручения.`}
      >
        <TextInput
          {...form.register('documentNumber')}
          autoFocus
          required
          autoComplete="off"
          maxLength={documentNumberLength}
          readOnly={settle.isPending}
        />
      </Field>
    </FormDialog>
  )
}
