import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { DataRequests } from '#contract/people/data-requests.ts'
import { provideDeletionRequest } from '#src/actors/deletion-request.actors.ts'
import { deletionPreviewQuery } from '#src/api/profile.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { DeletionPreviewText } from '#src/routes/-query/labels/deletion-preview.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { takeFocusAtTop } from '#src/ui/removed-focus.ts'
import { useObstacleContract } from './use-obstacle-contract.tsx'

type DeletionDialogProps = { people: DataRequests['people']; onClose: () => void }

/** Asks for a deletion: the person, what goes and what stays, the confirmation, and the way back. */
export function DeletionDialog({ people, onClose }: DeletionDialogProps) {
  const { t } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const machine = provideLazily(provideDeletionRequest).provide({ actions: { close: onClose } })
  const [state, send] = useDiagnosedMachine(machine)
  const { subjectId, refusal } = state.context
  const isChoosing = state.matches('choosing')
  const isReading = state.matches('previewing') || state.matches('sending')
  const isAsked = state.matches('asked') || state.matches('withdrawing')
  const isWithdrawn = state.matches('withdrawn')
  const result = useQuery({ ...deletionPreviewQuery(subjectId), enabled: isReading })
  const contractOf = useObstacleContract()
  const close = () => send({ type: 'dialog.close' })
  const person = people.find(({ id }) => id === subjectId)
  const isBusy = state.hasTag('busy')
  return (
    <Dialog
      size="wide"
      isPageOnPhone
      focusesTitle
      onClose={close}
      title={<Trans>Удаление персональных данных</Trans>}
      description={isReading && person && !person.isOwn ? <SchoolText>{person.name}</SchoolText> : undefined}
      footer={
        <>
          {isReading && (
            <Button disabled={isBusy} onClick={() => send({ type: 'step.back' })}>
              <Trans>Назад</Trans>
            </Button>
          )}
          {isReading && result.data?.obstacles.length === 0 && (
            <Button variant="danger" busy={isBusy} onClick={() => send({ type: 'deletion.confirm' })}>
              <Trans>Отправить запрос на удаление</Trans>
            </Button>
          )}
          {isAsked && (
            <Button busy={isBusy} onClick={() => send({ type: 'request.withdraw' })}>
              <Trans>Отозвать запрос</Trans>
            </Button>
          )}
          {(isAsked || isWithdrawn) && (
            <Button variant="primary" onClick={close}>
              <Trans>Готово</Trans>
            </Button>
          )}
          {isChoosing && (
            <Button onClick={close}>
              <Trans>Отменить</Trans>
            </Button>
          )}
        </>
      }
    >
      {refusal && <Refusal refusal={refusal} isAsked={isAsked} />}
      {isChoosing && (
        <div className="flex flex-col gap-base">
          <p>
            <Trans>Чьи данные удалить? Сначала покажем, что удалим, а что обязаны хранить по закону.</Trans>
          </p>
          <ul className="divide-y divide-line-soft rounded-lg border border-line-soft">
            {people.map(({ id, name, isOwn }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => send({ type: 'person.choose', subjectId: id })}
                  className="flex min-h-[56px] w-full items-center gap-sm px-base py-xs text-left font-medium hover:bg-surface-hover focus-visible:-outline-offset-2 active:bg-surface-pressed"
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">{isOwn ? t`Мои данные` : name}</span>
                  <span className="shrink-0 text-ink-muted">
                    <Icon name="arrow-right" />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isReading && (
        <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
          {(preview) => (
            <div className="flex flex-col gap-base">
              <DeletionPreviewText preview={preview} contractOf={contractOf} />
              <p className="max-w-text">
                <Trans>
                  Школа ответит за 10 рабочих дней. После согласия данные удалятся через сутки; до этого запрос можно
                  отозвать. Вернуть удалённое нельзя. Если нужна копия данных, скачайте её раньше.
                </Trans>
              </p>
            </div>
          )}
        </QueryState>
      )}
      {isAsked && (
        <div ref={takeFocusAtTop} tabIndex={-1} className="focus-visible:outline-none">
          <Notice tone="success" role="status" title={<Trans>Запрос отправлен</Trans>}>
            <p>
              <Trans>Школа ответит сообщением. Запрос и срок ответа видны в профиле, там же его можно отозвать.</Trans>
            </p>
          </Notice>
        </div>
      )}
      {isWithdrawn && <Notice role="status" title={<Trans>Запрос отозван, данные останутся</Trans>} />}
    </Dialog>
  )
}

function Refusal({ refusal: { type }, isAsked }: { refusal: CodeError; isAsked: boolean }) {
  return (
    <Notice tone="error" role="alert" title={<ProblemMessage type={type} />}>
      {isAsked ? <Trans>Запрос не отозван.</Trans> : <Trans>Запрос не отправлен.</Trans>}
    </Notice>
  )
}
