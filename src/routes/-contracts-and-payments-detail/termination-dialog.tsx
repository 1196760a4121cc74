import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useId } from 'react'
import type { TerminationPreview } from '#contract/billing/termination.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { provideContractTermination } from '#src/actors/contract-termination.actors.ts'
import { terminationPreviewQuery } from '#src/api/contracts.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { ReturnedParts, TerminationState } from '#src/routes/-query/labels/termination-state.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { takeFocusAtTop } from '#src/ui/removed-focus.ts'
import { AccountForm } from './termination-account-form.tsx'
import { AgreedSums, Obstacle, TerminationSums } from './termination-sums.tsx'

type TerminationDialogProps = { contract: Contract; onClose: () => void }

/** Terminates a contract: the sums by day and destination, the account for a transfer, the confirmation, what comes next. */
export function TerminationDialog({ contract, onClose }: TerminationDialogProps) {
  const { uuid, number, termination, program, student } = contract
  const isOwn = useCurrentUserId() === student.uuid
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const machine = provideLazily(provideContractTermination).provide({ actions: { close: onClose } })
  const [state, send] = useDiagnosedMachine(machine, { input: { contract: uuid } })
  const form = useId()
  const { lastDay, moveTo, hash, account, refusal } = state.context
  const isAsked = state.matches('asked')
  const isCalculating = state.matches('calculating')
  const isEntering = state.matches('enteringAccount')
  const isConfirming = state.matches('confirming') || state.matches('sending')
  // What is sent stays on the screen, also after an answer that was lost: the contract may be terminated by then.
  const isSent = state.matches('sending') || isAsked || (isConfirming && refusal !== null)
  const result = useQuery({
    ...terminationPreviewQuery(uuid, { lastDay, moveTo }),
    enabled: !isSent,
    placeholderData: (shown) => shown,
  })
  const preview = result.data
  const known = preview?.obstacle === 'not-in-force' ? termination : undefined
  const close = () => send({ type: 'dialog.close' })
  return (
    <Dialog
      size="wide"
      isPageOnPhone
      onClose={close}
      title={<DialogTitle course={program.title} name={isOwn ? null : student.firstName} />}
      description={
        <span className="text-sm">
          <ContractNumber>{number}</ContractNumber>
        </span>
      }
      footer={
        <>
          {(isEntering || isConfirming) && (
            <Button disabled={state.hasTag('busy')} onClick={() => send({ type: 'step.back' })}>
              <Trans>Назад</Trans>
            </Button>
          )}
          {isCalculating && !known && (
            <Button onClick={close}>
              <Trans>Назад</Trans>
            </Button>
          )}
          {isCalculating && preview && preview.obstacle === null && (
            <AccountOwnerButton
              variant="primary"
              disabled={result.isFetching}
              onClick={() => send({ type: 'sums.accept', ...acceptedSums(preview) })}
            >
              <Trans>Дальше</Trans>
            </AccountOwnerButton>
          )}
          {isEntering && (
            <Button variant="primary" type="submit" form={form}>
              <Trans>Дальше</Trans>
            </Button>
          )}
          {isConfirming && (
            <AccountOwnerButton
              variant="danger"
              busy={state.hasTag('busy')}
              disabled={preview?.hash !== hash}
              onClick={() => send({ type: 'termination.confirm' })}
            >
              <Trans>Расторгнуть договор</Trans>
            </AccountOwnerButton>
          )}
          {(isAsked || (isCalculating && known)) && (
            <Button variant="primary" onClick={close}>
              <Trans>Готово</Trans>
            </Button>
          )}
        </>
      }
    >
      {refusal && !isAsked && !known && <Refusal refusal={refusal} />}
      {isAsked && <Asked lastDay={lastDay} />}
      {isEntering && (
        <AccountForm
          id={form}
          known={account}
          onSubmit={(details) => send({ type: 'account.submit', account: details })}
        />
      )}
      {(isCalculating || isConfirming) && (
        <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
          {(shown) =>
            known ? (
              <Notice title={<TerminationState termination={known} />}>
                <ReturnedParts termination={known} />
              </Notice>
            ) : shown.obstacle !== null ? (
              <Obstacle obstacle={shown.obstacle} />
            ) : isCalculating ? (
              <>
                <TerminationSums
                  preview={shown}
                  isRefreshed={!result.isFetching}
                  moveTo={moveTo}
                  onDay={(day) => send({ type: 'day.choose', lastDay: day })}
                  onTarget={(target) => send({ type: 'target.choose', moveTo: target })}
                />
                <AccountOwnerOnly />
              </>
            ) : (
              <AgreedSums preview={shown} moveTo={moveTo} account={account} />
            )
          }
        </QueryState>
      )}
    </Dialog>
  )
}

/** `name` of the student; null of one's own contract. */
function DialogTitle({ course, name }: { course: string; name: string | null }) {
  const shownCourse = <SchoolText>{course}</SchoolText>
  const shownName = name !== null && <SchoolText>{name}</SchoolText>
  return shownName ? (
    <Trans>
      Расторгнуть «{shownCourse}», {shownName}
    </Trans>
  ) : (
    <Trans>Расторгнуть «{shownCourse}»</Trans>
  )
}

function acceptedSums({ lastDay, hash, bank }: TerminationPreview) {
  return { lastDay, hash, needsAccount: bank > 0 }
}

/** Why nothing was done; the sums below are those of now. */
function Refusal({ refusal: { type } }: { refusal: CodeError }) {
  return (
    <Notice
      tone={type === 'price-changed' ? 'warning' : 'error'}
      role="alert"
      title={
        type === 'price-changed' ? (
          <Trans>Пока вы читали, суммы изменились. Посмотрите новый расчёт.</Trans>
        ) : (
          <ProblemMessage type={type} />
        )
      }
    >
      {type === 'offline' || type === 'timeout' ? (
        <Trans>Попробуйте ещё раз: дважды договор не расторгается.</Trans>
      ) : (
        <Trans>Договор не расторгнут.</Trans>
      )}
    </Notice>
  )
}

/** What was done and what comes next. */
function Asked({ lastDay }: { lastDay: string }) {
  const dates = useDates()
  const day = dates.day(lastDay)
  return (
    <div ref={takeFocusAtTop} tabIndex={-1} className="focus-visible:outline-none">
      <Notice tone="success" role="status" title={<Trans>Договор расторгается</Trans>}>
        <p>
          <Trans>
            Последний день занятий — {day}. До конца этого дня расторжение можно отозвать на странице договора.
          </Trans>
        </p>
        <p>
          <Trans>Расчёт — на следующий день. О каждом возврате придёт сообщение.</Trans>
        </p>
      </Notice>
    </div>
  )
}
