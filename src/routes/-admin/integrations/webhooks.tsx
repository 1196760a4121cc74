import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { WebhookRow } from '#contract/integration/integrations.ts'
import { webhookEvents } from '#contract/integration/webhooks.ts'
import { webhooksQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { eventLabels } from './integration-labels.ts'

/** Addresses of other programs that are notified of events. */
export function Webhooks() {
  const { open } = useScreenSearch('admin')
  return (
    <Card
      padding="flush"
      title={<Trans>Вебхуки</Trans>}
      aside={
        <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'webhook-new' })}>
          <Trans>Добавить адрес</Trans>
        </Button>
      }
    >
      <p className="max-w-text px-base pb-base text-ink-muted md:px-lg">
        <Trans>Кабинет сам уведомляет программы школы о событиях: новом договоре, платеже, сообщении.</Trans>
      </p>
      <QueryBoundary
        query={webhooksQuery()}
        skeleton={<SkeletonTable rows={3} columns={3} />}
        isEmpty={({ length }) => length === 0}
        empty={
          <EmptyState icon="bell" title={<Trans>События никуда не отправляются</Trans>}>
            <Trans>Добавьте адрес программы и выберите события.</Trans>
          </EmptyState>
        }
      >
        {(webhooks) => (
          <ul className="divide-y divide-line-soft border-t border-line-soft">
            {webhooks.map((webhook) => (
              <WebhookItem key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Card>
  )
}

function WebhookItem({ webhook }: { webhook: WebhookRow }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { url, events, previousUntil, waiting, givenUp } = webhook
  return (
    <li className="flex flex-col gap-xs px-base py-base md:px-lg">
      <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
        <h3 className="min-w-0 text-base font-medium wrap-anywhere">{url}</h3>
        <WebhookState webhook={webhook} />
      </div>
      <p className="text-sm text-ink-muted">
        {events.length === webhookEvents.length ? (
          <Trans>Все события</Trans>
        ) : (
          events.map((event) => i18n._(labelOf(eventLabels, event))).join(', ')
        )}
      </p>
      {previousUntil && (
        <p className="text-sm">
          <Trans>Прежний секрет действует до {dates.dateTime(previousUntil)}.</Trans>
        </p>
      )}
      {waiting > 0 && (
        <p className="text-sm">
          <Plural
            value={waiting}
            one="Ждёт отправки # событие"
            few="Ждут отправки # события"
            many="Ждут отправки # событий"
            other="Ждут отправки # события"
          />
        </p>
      )}
      {givenUp > 0 && (
        <p className="text-sm text-ink-error">
          <Plural
            value={givenUp}
            one="Не доставлено # событие"
            few="Не доставлено # события"
            many="Не доставлено # событий"
            other="Не доставлено # события"
          />
        </p>
      )}
      <WebhookActions webhook={webhook} />
    </li>
  )
}

function WebhookState({ webhook: { disabledAt, failingSince } }: { webhook: WebhookRow }) {
  const dates = useDates()
  if (disabledAt)
    return (
      <Badge tone="error">
        <Trans>Отключён {dates.dateTime(disabledAt)}</Trans>
      </Badge>
    )
  if (failingSince)
    return (
      <Badge tone="error">
        <Trans>Не отвечает с {dates.dateTime(failingSince)}</Trans>
      </Badge>
    )
  return (
    <Badge tone="success">
      <Trans>Работает</Trans>
    </Badge>
  )
}

function WebhookActions({ webhook: { id, url, disabledAt } }: { webhook: WebhookRow }) {
  const { t } = useLingui()
  const { open } = useScreenSearch('admin')
  const change = usePressMutation(callMutation('PATCH /v1/admin/webhook/{id}', { handlesError: true }))
  return (
    <div className="flex flex-wrap gap-xs">
      <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'webhook-log', item: id })}>
        <Trans>Журнал доставки</Trans>
      </Button>
      <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'webhook-events', item: id })}>
        <Trans>События</Trans>
      </Button>
      <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'webhook-secret', item: id })}>
        <Trans>Новый секрет</Trans>
      </Button>
      <Button
        size="small"
        busy={change.isPending}
        aria-label={disabledAt ? t`Включить: ${url}` : t`Отключить: ${url}`}
        onClick={() => change.mutate({ params: { id }, body: { isEnabled: disabledAt !== null } })}
      >
        {disabledAt ? <Trans>Включить</Trans> : <Trans>Отключить</Trans>}
      </Button>
      <Button
        size="small"
        variant="danger"
        aria-haspopup="dialog"
        onClick={() => open({ dialog: 'webhook-remove', item: id })}
      >
        <Trans>Удалить</Trans>
      </Button>
      <CallError error={change.error} />
    </div>
  )
}
