import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { ContractSigning } from '#contract/enrolment/signing.ts'
import { provideContractSigning } from '#src/actors/contract-signing.actors.ts'
import { contractSigningQuery } from '#src/api/contracts.ts'
import { isPaidByCustomer } from '#src/domain/billing/contract-signing.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import { CodeErrorMessage, CodeUnavailable } from '#src/routes/-flow/account/one-time-code/code-form.tsx'
import { SentCodeForm } from '#src/routes/-flow/account/one-time-code/sent-code-form.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { ContractTextView, ReadableText } from '#src/routes/-flow/documents/contract-text.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { takeFocusAtTop } from '#src/ui/removed-focus.ts'

type SigningDialogProps = { contract: Contract; onClose: () => void }

/** Signs a contract: its text, once the agreement on the use of the signature, the code, and what comes next. */
export function SigningDialog({ contract, onClose }: SigningDialogProps) {
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { uuid, number } = contract
  const machine = provideLazily(provideContractSigning).provide({ actions: { close: onClose } })
  const [state, send] = useDiagnosedMachine(machine, { input: { contract: uuid } })
  const form = useId()
  const { context } = state
  // It may have been signed in another tab.
  const isSigned = state.matches('signed') || (contract.signing?.customerAt ?? null) !== null
  const result = useQuery({ ...contractSigningQuery(uuid), enabled: !isSigned })
  const isReading = state.matches('reading') && !isSigned
  const isAgreeing = (state.matches('agreeing') || state.matches('accepting')) && !isSigned
  const isDeadEnd = state.matches('locked') || state.matches('hopeless')
  const isWithoutCode = isDeadEnd || state.matches('unsent')
  const isCode = !isSigned && !isReading && !isAgreeing && !isWithoutCode
  const cancel = () => send({ type: 'code.cancel' })
  const resend = () => send({ type: 'code.resend' })
  return (
    <Dialog
      size="wide"
      isPageOnPhone
      onClose={cancel}
      title={
        <Trans>
          Подписание договора <ContractNumber>{number}</ContractNumber>
        </Trans>
      }
      description={<StepDescription isSigned={isSigned} isReading={isReading} isAgreeing={isAgreeing} />}
      footer={
        <>
          {isAgreeing && (
            <Button disabled={state.matches('accepting')} onClick={() => send({ type: 'text.reread' })}>
              <Trans>Назад к договору</Trans>
            </Button>
          )}
          {!isSigned && !isAgreeing && (
            <Button onClick={cancel}>{isDeadEnd ? <Trans>Понятно</Trans> : <Trans>Отменить</Trans>}</Button>
          )}
          {isSigned && (
            <Button variant="primary" onClick={cancel}>
              <Trans>Готово</Trans>
            </Button>
          )}
          {isReading && result.data && (
            <ReadButton signing={result.data} onConfirm={(read) => send({ type: 'text.confirm', ...read })} />
          )}
          {isAgreeing && result.data && (
            <AcceptButton
              busy={state.matches('accepting')}
              onAccept={() => send({ type: 'agreement.accept', hash: result.data.agreement.hash })}
            />
          )}
          {state.matches('unsent') && !isSigned && (
            <Button variant="primary" onClick={resend}>
              <Trans>Отправить код ещё раз</Trans>
            </Button>
          )}
          {isCode && (
            <Button
              variant="primary"
              type="submit"
              form={form}
              busy={state.hasTag('busy')}
              disabled={state.matches({ awaiting: 'over' })}
            >
              <Trans>Подписать</Trans>
            </Button>
          )}
        </>
      }
    >
      {isSigned && <Signed contract={contract} />}
      {(isReading || isAgreeing) && (
        <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
          {({ text, agreement }) =>
            isReading ? (
              <Step refusal={context.refusal} key="text">
                <ContractTextView text={text} />
                <AccountOwnerOnly />
              </Step>
            ) : (
              <Step refusal={context.refusal} key="agreement" isNext>
                <AgreementText agreement={agreement} />
              </Step>
            )
          }
        </QueryState>
      )}
      {isWithoutCode && !isSigned && context.refusal && <CodeUnavailable refusal={context.refusal} />}
      {isCode && (
        <SentCodeForm
          id={form}
          known={context}
          open={state.matches({ awaiting: 'entering' })}
          sending={state.matches('sending')}
          onSubmit={(code) => send({ type: 'code.submit', code })}
          onResend={resend}
        />
      )}
    </Dialog>
  )
}

type AtStep = { isSigned: boolean; isReading: boolean; isAgreeing: boolean }

function StepDescription({ isSigned, isReading, isAgreeing }: AtStep) {
  if (isSigned) return null
  if (isReading) return <Trans>Прочитайте договор до конца. Подписывается именно этот текст.</Trans>
  if (isAgreeing)
    return <Trans>Соглашение об использовании простой электронной подписи. Принять его нужно один раз.</Trans>
  return <Trans>Введённый код — ваша подпись под договором. Никому его не сообщайте.</Trans>
}

type ReadButtonProps = {
  signing: ContractSigning
  onConfirm: (read: { textHash: string; isAgreed: boolean }) => void
}

function ReadButton({ signing: { text, agreement }, onConfirm }: ReadButtonProps) {
  return (
    <AccountOwnerButton
      variant="primary"
      onClick={() => onConfirm({ textHash: text.hash, isAgreed: agreement.isAccepted })}
    >
      {agreement.isAccepted ? <Trans>Прочитано, получить код</Trans> : <Trans>Прочитано, дальше</Trans>}
    </AccountOwnerButton>
  )
}

function AcceptButton({ busy, onAccept }: { busy: boolean; onAccept: () => void }) {
  return (
    <AccountOwnerButton variant="primary" busy={busy} onClick={onAccept}>
      <Trans>Принять и получить код</Trans>
    </AccountOwnerButton>
  )
}

type StepProps = {
  refusal: CodeError | null
  /** It takes the place of the step before, which was scrolled to its end. */
  isNext?: boolean
  children: ReactNode
}

/** A text to read, below why it is to be read again. */
function Step({ refusal, isNext = false, children }: StepProps) {
  return (
    <ReadableText ref={isNext ? takeFocusAtTop : null}>
      {refusal && (
        <div ref={takeFocusAtTop} tabIndex={-1} className="focus-visible:outline-none">
          <Notice tone="warning" role="alert" title={<CodeErrorMessage refusal={refusal} />} />
        </div>
      )}
      {children}
    </ReadableText>
  )
}

function AgreementText({ agreement: { version, paragraphs } }: Pick<ContractSigning, 'agreement'>) {
  return (
    <>
      <div lang="ru" className="flex max-w-text flex-col gap-sm">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="text-sm text-ink-muted">
        <Trans>Редакция соглашения: {version}</Trans>
      </p>
    </>
  )
}

/** What was done and what comes next. */
function Signed({ contract: { signing, payments } }: { contract: Contract }) {
  const dates = useDates()
  const { customerAt = null, schoolAt = null } = signing ?? {}
  const signedAt = customerAt && dates.dateTime(customerAt)
  return (
    <div ref={takeFocusAtTop} tabIndex={-1} className="focus-visible:outline-none">
      <Notice
        tone="success"
        role="status"
        title={signedAt ? <Trans>Вы подписали договор {signedAt}</Trans> : <Trans>Вы подписали договор</Trans>}
      >
        <p>
          {schoolAt === null ? (
            <Trans>Осталась подпись школы. Когда она появится, придёт сообщение.</Trans>
          ) : (
            <Trans>Школа тоже подписала. Договор с отметками о подписях — на его странице.</Trans>
          )}
        </p>
        {isPaidByCustomer(payments) && (
          <p>
            <Trans>Платить можно уже сейчас: график и счёт — на странице договора.</Trans>
          </p>
        )}
      </Notice>
    </div>
  )
}
