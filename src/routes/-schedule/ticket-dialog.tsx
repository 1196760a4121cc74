import { Trans, useLingui } from '@lingui/react/macro'
import { useActor } from '@xstate/react'
import { use, useState, useSyncExternalStore } from 'react'
import type { LateFlows } from '#src/late-flow-wiring.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { type About, letterOf } from './letter.ts'
import { LetterEditor } from './letter-editor.tsx'
import { letterFault } from './letter-fault.tsx'
import { LetterReview } from './letter-review.tsx'
import { TicketFooter } from './ticket-footer.tsx'
import { TicketSent } from './ticket-sent.tsx'
import { useFacts } from './use-facts.ts'

type TicketDialogProps = {
  flows: Promise<LateFlows>
  about: About | null
  onClose: () => void
}

/** Writes a letter about the schedule, or about one entry of it; what was typed stays on the device until it is sent. */
export function TicketDialog({ flows, about, onClose }: TicketDialogProps) {
  const { t } = useLingui()
  const { ticket, drafts } = use(flows)
  const userId = useSessionSelector(({ context }) => context.user?.id ?? '')
  const { search, replace } = useAddress('schedule')
  const place = { userId, about: search.item ?? null }
  const recall = () => drafts.recall(place)
  const draft = useSyncExternalStore(still, recall, () => '')
  const machine = ticket.provide({ actions: { close: onClose } })
  const [state, send] = useActor(machine, { input: { about: place.about, html: draft } })
  const [isLinking, setLinking] = useState(false)
  const [wasLookedAt, setLookedAt] = useState(false)
  const gatherFacts = useFacts()
  const { html, facts, isAttached, refusal, number } = state.context
  const isBusy = state.hasTag('busy')
  const isReview = state.matches('reviewing') || isBusy
  const isRefused = refusal?.type === 'invalid-values'
  const attached = isAttached ? facts : []
  const headings = { about: t`Касается`, facts: t`Что было на экране` }
  const contentHtml = isReview ? letterOf({ about, html, facts: attached }, headings) : ''
  const close = () => send({ type: 'letter.close' })
  const type = (typed: string) => {
    setLookedAt(false)
    send({ type: 'letter.type', html: typed })
  }
  const review = () => {
    setLinking(false)
    setLookedAt(true)
    send({ type: 'letter.review', facts: gatherFacts(state.value) })
  }

  if (state.matches('closed')) return null
  return (
    <Dialog
      open
      size="wide"
      onClose={close}
      onEscapeKeyDown={(event) => isLinking && event.preventDefault()}
      title={isReview ? <Trans>Проверьте письмо</Trans> : <Trans>Письмо о расписании</Trans>}
      description={about && state.matches('writing') && `${headings.about}: ${about.words}`}
      closeLabel={t`Закрыть`}
      footer={
        <TicketFooter
          step={state.matches('writing') ? 'writing' : isReview ? 'reviewing' : 'sent'}
          busy={isBusy}
          onReview={review}
          onEdit={() => send({ type: 'letter.edit' })}
          onSend={() => send({ type: 'letter.send', contentHtml })}
          onList={() => replace({ dialog: 'tickets', item: undefined })}
          onClose={close}
        />
      }
    >
      {state.matches('writing') && (
        <LetterEditor
          label={t`Текст письма`}
          hint={<Trans>Черновик хранится на этом устройстве, пока вы его не отправите.</Trans>}
          error={(wasLookedAt || isRefused) && letterFault(html, isRefused)}
          html={html}
          isLinking={isLinking}
          onLinking={setLinking}
          onType={type}
        />
      )}
      {isReview && (
        <LetterReview
          contentHtml={contentHtml}
          facts={facts}
          isAttached={isAttached}
          refusal={refusal}
          busy={isBusy}
          onAttach={(isMeant) => send({ type: 'facts.attach', isAttached: isMeant })}
        />
      )}
      {number !== null && <TicketSent number={number} />}
    </Dialog>
  )
}

/** A draft is read when the dialog opens; afterwards the editor is ahead of it. */
const still = () => () => undefined
