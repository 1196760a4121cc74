import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useId } from 'react'
import { type ContractAction, needsReason } from '#contract/billing/action-table.ts'
import type { ActionTarget } from '#contract/billing/contract-actions.ts'
import { loginReasonForm } from '#contract/forms.ts'
import { provideContractAction } from '#src/actors/contract-action.actors.ts'
import { labelOf } from '#src/i18n/labels.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Form } from '#src/ui/forms/form.tsx'
import { ActionEffects, ObstructedRows } from './action-effects.tsx'
import { ActionForm, useActionForm } from './action-form.tsx'
import { actionLabels } from './action-labels.ts'
import { ActionResults } from './action-results.tsx'

type ActionDialogProps = {
  /** At most `maxActionTargets`. */
  targets: readonly ActionTarget[]
  offered: readonly ContractAction[]
  /** What it is about: the number of the contract, the payment. */
  subject: string
  /** Which payment each row is, by its id; needed where several rows may be of one contract. */
  payments?: Readonly<Record<string, string>>
  /** What is left of the payment, in kopecks; null if it is about several, or about none. */
  toPay: number | null
  onClose: () => void
}

/** An action of the staff on one contract or payment, or on several: choose, read what will happen, confirm with a reason. */
export function ActionDialog({ targets, offered, subject, payments = {}, toPay, onClose }: ActionDialogProps) {
  const { t, i18n } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const machine = provideLazily(provideContractAction).provide({ actions: { close: onClose } })
  const [state, send] = useDiagnosedMachine(machine, { input: { targets } })
  const [choice, reason] = [useId(), useId()]
  const key = `contract-action-${targets.map(({ contractUuid, paymentUuid }) => paymentUuid ?? contractUuid).join('-')}`
  const chosen = useActionForm({ offered, name: key, toPay })
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`${key}-reason`),
  })
  const { terms, rows, obstructed, results, refusal } = state.context
  const isBusy = state.hasTag('busy')
  const isChoosing = state.matches('choosing') || state.matches('previewing')
  const isConfirming = state.matches('confirming') || state.matches('acting') || state.matches('interrupted')
  const isDone = state.matches('done')
  const isReasoned = terms !== null && needsReason(terms.action)
  const only = offered.length === 1 ? offered[0] : undefined
  const titled = isChoosing ? only : terms?.action
  const count = rows.length + results.length
  const close = () => {
    chosen.forget()
    form.forget()
    send({ type: 'dialog.close' })
  }
  return (
    <Dialog
      size="wide"
      isPageOnPhone
      onClose={close}
      title={titled ? i18n._(labelOf(actionLabels, titled)) : t`Выберите действие`}
      description={subject}
      footer={
        <>
          {(state.matches('confirming') || state.matches('impossible')) && (
            <Button onClick={() => send({ type: 'step.back' })}>
              <Trans>Назад</Trans>
            </Button>
          )}
          {isChoosing && (
            <Button variant="primary" type="submit" form={choice} busy={isBusy}>
              <Trans>Показать, что изменится</Trans>
            </Button>
          )}
          {isConfirming && (
            <Button variant="primary" type="submit" form={reason} busy={isBusy} autoFocus={!isReasoned}>
              {state.matches('interrupted') || terms === null ? (
                <Trans>Продолжить</Trans>
              ) : (
                i18n._(labelOf(actionLabels, terms.action))
              )}
            </Button>
          )}
          {isDone && (
            <Button variant="primary" onClick={close}>
              <Trans>Готово</Trans>
            </Button>
          )}
        </>
      }
    >
      {refusal && !isDone && <Refusal refusal={refusal} isStarted={results.length > 0} />}
      {isChoosing && (
        <ActionForm
          id={choice}
          form={chosen}
          offered={offered}
          readOnly={isBusy}
          onSubmit={(submitted) => send({ type: 'terms.submit', terms: submitted })}
        />
      )}
      {state.matches('impossible') && <ObstructedRows rows={obstructed} payments={payments} />}
      {isConfirming && (
        <div className="flex flex-col gap-base">
          {count > 1 && (state.matches('acting') || results.length > 0) && (
            <ProgressBar
              label={t`Сделано`}
              value={results.length}
              max={count}
              valueText={t`${results.length} из ${count}`}
            />
          )}
          <ActionEffects
            rows={rows}
            payments={payments}
            isReminder={terms?.action === 'remind'}
            isRunning={state.matches('acting')}
          />
          <ObstructedRows rows={obstructed} payments={payments} />
          <Form
            id={reason}
            onSubmit={(event) => {
              event.preventDefault()
              if (!isReasoned) return send({ type: 'reason.submit', reason: '' })
              void form.submit((values) => {
                send({ type: 'reason.submit', ...values })
                return undefined
              })
            }}
          >
            {isReasoned && (
              <>
                <p className="text-sm text-ink-muted">
                  {terms.action === 'mark-paid' ? (
                    <Trans>Причина останется в журнале, заказчик её не увидит.</Trans>
                  ) : (
                    <Trans>Заказчик прочитает причину в сообщении, она останется и в журнале.</Trans>
                  )}
                </p>
                <ReasonField form={form} autoFocus readOnly={isBusy} />
              </>
            )}
          </Form>
        </div>
      )}
      {isDone && <ActionResults results={results} obstructed={obstructed} payments={payments} />}
    </Dialog>
  )
}

/** Why it did not go on. What was done stays done, and is not done twice. */
function Refusal({ refusal: { type }, isStarted }: { refusal: CodeError; isStarted: boolean }) {
  return (
    <Notice tone="error" role="alert" title={<ProblemMessage type={type} />}>
      {isStarted ? (
        <Trans>Выполненное сохранено. Остальное можно продолжить: дважды ничего не выполнится.</Trans>
      ) : (
        <Trans>Попробуйте ещё раз: дважды ничего не выполнится.</Trans>
      )}
    </Notice>
  )
}
