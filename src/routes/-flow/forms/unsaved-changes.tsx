import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useSession } from '#src/routes/-query/use-session.ts'
import { Button } from '#src/ui/forms/button.tsx'

/** The session leads here, not the person: nothing is asked. */
const forcedAddresses: readonly string[] = ['/403', '/404', '/500', '/logout']

export type UnsavedChangesGuard = {
  /** Runs `close`, after a question where there are unsaved changes. */
  close: (close: () => void) => void
  /** From here on leaving asks nothing: the form was sent. */
  release: () => void
  /** The question; beside the form, not inside it. */
  question: ReactNode
}

type GuardOptions = {
  hasChanges: () => boolean
  /** A call is under way that cannot be taken back: its result would be lost with the form. */
  isSending?: () => boolean
  onDiscard?: (() => void) | undefined
}

/**
 * Asks once before unsaved text is lost by closing the form, by navigation or by closing the tab. While the form is sent,
 * the person cannot navigate.
 */
export function useUnsavedChangesGuard({ hasChanges, isSending, onDiscard }: GuardOptions): UnsavedChangesGuard {
  const session = useSession()
  const [userId] = useState(() => session.getSnapshot().context.user?.id)
  const isReleased = useRef(false)
  /** Takes the answer to the question that is shown. */
  const [answer, setAnswer] = useState<((isDiscarded: boolean) => void) | null>(null)
  const ask = (take: (isDiscarded: boolean) => void) => setAnswer(() => take)
  const canStay = () => {
    const snapshot = session.getSnapshot()
    const isLeaving = snapshot.hasTag('leaving') || snapshot.context.user?.id !== userId
    return !isReleased.current && !isLeaving
  }
  const isUnsaved = () => canStay() && hasChanges()
  const isHeld = () => canStay() && isSending?.() === true
  useBlocker({
    shouldBlockFn: async ({ next }) =>
      !forcedAddresses.includes(next.pathname) && (isHeld() || (isUnsaved() && !(await new Promise<boolean>(ask)))),
    enableBeforeUnload: () => isHeld() || isUnsaved(),
  })
  const stay = () => {
    setAnswer(null)
    answer?.(false)
  }
  const discard = () => {
    isReleased.current = true
    onDiscard?.()
    setAnswer(null)
    answer?.(true)
  }
  return {
    close: (close) => (isUnsaved() ? ask((isDiscarded) => isDiscarded && close()) : close()),
    release: () => {
      isReleased.current = true
    },
    question: answer !== null && (
      <Dialog
        onClose={stay}
        title={<Trans>Закрыть без сохранения?</Trans>}
        description={<Trans>То, что вы ввели, не сохранится.</Trans>}
        footer={
          <>
            <Button onClick={stay}>
              <Trans>Вернуться к форме</Trans>
            </Button>
            <Button variant="danger" onClick={discard}>
              <Trans>Закрыть без сохранения</Trans>
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    ),
  }
}
