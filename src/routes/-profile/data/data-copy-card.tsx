import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
import type { DataExport, DataExportStatus } from '#contract/people/data-export.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { dataExportQuery } from '#src/api/profile.ts'
import { formatFileSize } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** Milliseconds between two looks while the copy is being made. */
const pollIntervalMs = 5_000

const isUnderWay = (last: DataExport | null) => last?.state === 'asked' || last?.state === 'making'

/** The copy of one's data: asked for, being made, downloaded. Its states are the server's. */
export function DataCopyCard() {
  const { t } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const result = useQuery({
    ...dataExportQuery(),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.last) ? pollIntervalMs : false),
  })
  return (
    <Card title={t`Копия ваших данных`}>
      <div className="flex flex-col gap-base">
        <div className="flex max-w-text flex-col gap-xxs">
          <p>
            {isParent ? (
              <Trans>
                Договоры, счета, подтверждения оплаты, справки, ваши файлы и остальное, что школа хранит о вас, а о
                детях — то, что вы видите в кабинете.
              </Trans>
            ) : (
              <Trans>
                Договоры, счета, подтверждения оплаты, справки, ваши файлы и остальное, что школа хранит о вас.
              </Trans>
            )}
          </p>
          <p className="text-sm text-ink-muted">
            <Trans>
              Один архив: документы в PDF, остальные данные в файлах JSON, которые открывают другие программы.
            </Trans>
          </p>
        </div>
        <QueryState result={result} skeleton={<SkeletonBlock />}>
          {(status) => <Copy status={status} />}
        </QueryState>
        <AccountOwnerOnly />
      </div>
    </Card>
  )
}

function Copy({ status: { last, nextAt } }: { status: DataExportStatus }) {
  const content = useRef<HTMLDivElement>(null)
  return (
    <div ref={content} tabIndex={-1} className="flex flex-col gap-base outline-none">
      {last && <CopyState copy={last} />}
      {last?.state === 'ready' && <DownloadButton id={last.id} />}
      {!isUnderWay(last) && (
        <AskButton isAgain={last?.state === 'ready'} nextAt={nextAt} onAsked={() => content.current?.focus()} />
      )}
    </div>
  )
}

/** What has become of the last copy. */
function CopyState({ copy }: { copy: DataExport }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { state, askedAt, expiresAt, bytes } = copy
  const asked = dates.dayWithYear(dates.dayOf(askedAt))
  const at = dates.time(askedAt)
  switch (state) {
    case 'asked':
    case 'making':
      return (
        <Notice role="status" title={<Trans>Собираем копию</Trans>}>
          <Trans>
            Вы запросили её {asked} в {at}. Обычно это занимает несколько минут. Страницу можно закрыть: когда архив
            будет готов, мы пришлём уведомление и письмо.
          </Trans>
        </Notice>
      )
    case 'ready': {
      const until = expiresAt === null ? '' : dates.dayWithYear(dates.dayOf(expiresAt))
      const size = formatFileSize(bytes ?? 0, i18n.locale)
      return (
        <Notice role="status" tone="success" title={<Trans>Копия готова</Trans>}>
          <Trans>
            Архив ZIP, {size}. Его можно скачать до {until}, потом мы его удалим. Понадобится код подтверждения.
          </Trans>
        </Notice>
      )
    }
    case 'expired':
      return (
        <Notice role="status" title={<Trans>Копия удалена</Trans>}>
          <Trans>Копию, которую вы запросили {asked}, мы удалили: она хранится 7 дней.</Trans>
        </Notice>
      )
    case 'closed':
      return (
        <Notice role="status" tone="warning" title={<Trans>Копия закрыта</Trans>}>
          <Trans>
            С тех пор, как вы запросили её {asked}, изменились ваши права или договоры, и вам видно меньше, чем в
            архиве. Запросите новую копию.
          </Trans>
        </Notice>
      )
    case 'failed':
      return (
        <Notice role="status" tone="error" title={<Trans>Копию собрать не удалось</Trans>}>
          <Trans>Ошибка на нашей стороне. Запросите копию ещё раз. Если ошибка повторится, напишите в школу.</Trans>
        </Notice>
      )
  }
}

type AskButtonProps = {
  /** One can be downloaded already. */
  isAgain: boolean
  /** From when on another can be asked for; null: at once. */
  nextAt: string | null
  onAsked: () => void
}

/** Asks for a copy; the two-factor dialog opens by itself. */
function AskButton({ isAgain, nextAt, onAsked }: AskButtonProps) {
  const dates = useDates()
  const ask = usePressMutation({
    ...callMutation('POST /v1/profile/data-export', { handlesError: true }),
    onSuccess: onAsked,
  })
  const day = nextAt && dates.dayWithYear(dates.dayOf(nextAt))
  const time = nextAt && dates.time(nextAt)
  return (
    <div className="flex flex-col items-start gap-xs">
      <AccountOwnerButton
        // Until the page shows that the copy is being made: a second press would be refused.
        busy={ask.isPending || ask.isSuccess}
        disabled={nextAt !== null}
        onClick={() => ask.mutate(undefined)}
      >
        {isAgain ? <Trans>Собрать новую</Trans> : <Trans>Запросить копию</Trans>}
      </AccountOwnerButton>
      {nextAt !== null && (
        <p className="text-sm text-ink-muted">
          <Trans>
            За сутки вы запросили уже три копии. Следующую можно запросить {day} в {time}.
          </Trans>
        </p>
      )}
      <CallError error={ask.error}>
        <Trans>Копия не запрошена.</Trans>
      </CallError>
    </div>
  )
}

/** Downloads the archive. Its address is requested on click, because it works for minutes and needs a code. */
function DownloadButton({ id }: { id: string }) {
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('POST /v1/profile/data-export/{id}/link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  return (
    <div className="flex flex-col items-start gap-xs">
      <AccountOwnerButton
        variant="primary"
        icon={<Icon name="download" />}
        busy={ask.isPending}
        onClick={() => ask.mutate({ params: { id } })}
      >
        <Trans>Скачать архив, ZIP</Trans>
      </AccountOwnerButton>
      <CallError error={ask.error}>
        <Trans>Архив не скачан.</Trans>
      </CallError>
    </div>
  )
}
