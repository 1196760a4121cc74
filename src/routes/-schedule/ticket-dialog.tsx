import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { useState, useSyncExternalStore } from 'react'
import { ownTextLength } from '#contract/limits.ts'
import { isBlank } from '#contract/rich-text.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { letterOf } from './letter.ts'
import { LetterEditor } from './letter-editor.tsx'
import { LetterReview } from './letter-review.tsx'
import { TicketSent } from './ticket-sent.tsx'
import { useAbout } from './use-about.ts'
import { useFacts } from './use-facts.ts'

/** Writes a letter about the schedule, or about one entry of it; what was typed stays on the device until it is sent. */
export function TicketDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { machines, drafts } = useRouteContext({ from: '__root__' })
  const userId = useSessionSelector(({ context }) => context.user?.id ?? '')
  const { search, replace } = useAddress('schedule')
  const place = { userId, about: search.item ?? null }
  const draft = useSyncExternalStore(
    still,
    () => drafts.recall(place),
    () => '',
  )
  const machine = machines.ticket.provide({ actions: { close: onClose } })
  const [state, send] = useActor(machine, { input: { about: place.about, html: draft } })
  const [isLinking, setLinking] = useState(false)
  const [wasLookedAt, setLookedAt] = useState(false)
  const about = useAbout()
  const facts = useFacts()
  const { html, isAttached, refusal, number } = state.context
  const isBusy = state.hasTag('busy')
  const isReview = state.matches('reviewing') || isBusy
  const contentHtml = isReview
    ? letterOf(
        { about, html, facts: isAttached ? state.context.facts : [] },
        { about: t`Касается`, facts: t`Что было на экране` },
      )
    : ''
  const isRefused = refusal?.type === 'invalid-values'
  const type = (typed: string) => {
    setLookedAt(false)
    send({ type: 'letter.type', html: typed })
  }
  const review = () => {
    setLinking(false)
    setLookedAt(true)
    send({ type: 'letter.review', facts: facts(state.value) })
  }

  if (state.matches('closed')) return null
  return (
    <Dialog
      open
      size="wide"
      onClose={() => send({ type: 'letter.close' })}
      onEscapeKeyDown={(event) => {
        if (!isLinking) return
        event.preventDefault()
        setLinking(false)
      }}
      title={isReview ? <Trans>Проверьте письмо</Trans> : <Trans>Письмо о расписании</Trans>}
      description={about && state.matches('writing') && `${t`Касается`}: ${about.words}`}
      closeLabel={t`Закрыть`}
      footer={
        <>
          {state.matches('writing') && (
            <Button variant="primary" onClick={review}>
              <Trans>Проверить и отправить</Trans>
            </Button>
          )}
          {isReview && (
            <>
              <Button autoFocus disabled={isBusy} onClick={() => send({ type: 'letter.edit' })}>
                <Trans>Изменить</Trans>
              </Button>
              <Button variant="primary" busy={isBusy} onClick={() => send({ type: 'letter.send', contentHtml })}>
                <Trans>Отправить</Trans>
              </Button>
            </>
          )}
          {number !== null && (
            <>
              <Button onClick={() => replace({ dialog: 'tickets', item: undefined })}>
                <Trans>Мои обращения</Trans>
              </Button>
              <Button variant="primary" autoFocus onClick={() => send({ type: 'letter.close' })}>
                <Trans>Готово</Trans>
              </Button>
            </>
          )}
        </>
      }
    >
      {state.matches('writing') && (
        <LetterEditor
          label={t`Текст письма`}
          hint={<Trans>Черновик хранится на этом устройстве, пока вы его не отправите.</Trans>}
          error={(wasLookedAt || isRefused) && <TextFault html={html} />}
          html={html}
          isLinking={isLinking}
          onLinking={setLinking}
          onType={type}
        />
      )}
      {isReview && (
        <LetterReview
          contentHtml={contentHtml}
          facts={state.context.facts}
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

/** Why the text cannot be sent as it is. */
function TextFault({ html }: { html: string }) {
  if (isBlank(html)) return <Trans>Напишите, что случилось или о чём вы просите.</Trans>
  const excess = Math.max(1, html.length - ownTextLength)
  return (
    <Trans>
      Письмо слишком длинное.{' '}
      <Plural
        value={excess}
        one="Сократите его хотя бы на # знак."
        few="Сократите его хотя бы на # знака."
        many="Сократите его хотя бы на # знаков."
        other="Сократите его хотя бы на # знака."
      />
    </Trans>
  )
}

/** A draft is read when the dialog opens; afterwards the editor is ahead of it. */
const still = () => () => undefined
