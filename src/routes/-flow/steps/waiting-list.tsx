import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import type { ButtonProps } from '#src/ui/forms/button.tsx'
import type { StepFlow } from './flow-step.tsx'

const LeaveWaitingListDialog = lazyComponent(
  'leave-waiting-list-dialog',
  () => import('./leave-waiting-list-dialog.tsx'),
  'LeaveWaitingListDialog',
)

type WaitingListEntry = {
  uuid: string
  groupTitle: string
  /** Set while a place is held for the student. */
  heldUntil: string | null
}

type LeaveWaitingListButtonProps = Omit<ButtonProps, 'onClick'> & {
  /** Waiting list of a course, or of a transfer. */
  of: 'course' | 'transfer'
  entry: WaitingListEntry
  /** Takes the focus if the button disappears. */
  onButtonRemoved: () => void
}

/** Leaves a waiting list after a confirmation. */
export function LeaveWaitingListButton({ of, entry, onButtonRemoved, ...button }: LeaveWaitingListButtonProps) {
  const [isAsking, ask] = useState(false)
  return (
    <>
      <AccountOwnerButton {...button} opens={LeaveWaitingListDialog} onClick={() => ask(true)} />
      {isAsking && (
        <LeaveWaitingListDialog
          of={of}
          id={entry.uuid}
          groupTitle={entry.groupTitle}
          isHeld={entry.heldUntil !== null}
          onOpenerGone={onButtonRemoved}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

type WaitingListNoticeProps = {
  of: 'course' | 'transfer'
  entry: WaitingListEntry
  title: ReactNode
  disabled?: boolean
  /** Action that takes a held entry. */
  children?: ReactNode
  onButtonRemoved: () => void
}

/** The position in a waiting list, or the held place, with the button that leaves the list. */
export function WaitingListNotice({ of, entry, title, disabled, children, onButtonRemoved }: WaitingListNoticeProps) {
  const isHeld = entry.heldUntil !== null
  return (
    <Notice tone={isHeld ? 'success' : 'info'} title={title}>
      {!isHeld && (
        <p>
          <WaitingListExplanation />
        </p>
      )}
      <div className="mt-xs flex flex-wrap gap-xs">
        {children}
        <LeaveWaitingListButton
          of={of}
          entry={entry}
          size="small"
          disabled={disabled}
          onButtonRemoved={onButtonRemoved}
        >
          {isHeld ? <Trans>Отказаться</Trans> : <Trans>Выйти из очереди</Trans>}
        </LeaveWaitingListButton>
      </div>
    </Notice>
  )
}

export function WaitingListExplanation() {
  return <Trans>Когда место освободится, мы напишем первому в очереди и сутки будем держать место для него.</Trans>
}

type JoinWaitingListProps = {
  flow: Pick<StepFlow, 'heading' | 'isBusy'> & {
    /** Group whose waiting list is being joined. */
    waitingList: string | null
    send: (event: { type: 'waitingList.join'; group: string }) => void
  }
  group: { groupUuid: string; title: string }
  waiting: number
}

/** Length of the waiting list of a full group, and the button that joins it. */
export function JoinWaitingList({ flow, group: { groupUuid, title }, waiting }: JoinWaitingListProps) {
  const { t } = useLingui()
  return (
    <>
      <p className="text-sm text-ink-muted">
        <WaitingListLength waiting={waiting} />
      </p>
      <AccountOwnerButton
        ref={flow.heading.inheritsFrom}
        wide
        busy={flow.isBusy && flow.waitingList === groupUuid}
        disabled={flow.isBusy && flow.waitingList !== groupUuid}
        aria-label={t`Встать в очередь в группу ${title}`}
        onClick={() => flow.send({ type: 'waitingList.join', group: groupUuid })}
      >
        <Trans>Встать в очередь</Trans>
      </AccountOwnerButton>
    </>
  )
}

/** Length of a waiting list before joining it. */
export function WaitingListLength({ waiting }: { waiting: number }) {
  if (waiting === 0) return <Trans>В очереди пока никого: ваше место будет первым.</Trans>
  return (
    <Plural
      value={waiting}
      one="В очереди ждёт # человек."
      few="В очереди ждут # человека."
      many="В очереди ждут # человек."
      other="В очереди ждут # человека."
    />
  )
}
