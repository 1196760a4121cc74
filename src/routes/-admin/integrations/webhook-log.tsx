import { Trans, useLingui } from '@lingui/react/macro'
import type { WebhookDelivery, WebhookRow } from '#contract/integration/integrations.ts'
import { webhookDeliveriesQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { lookUp, separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { LabelBadge } from '#src/routes/-query/labels/badges.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { deliveryStateLabels, eventLabels } from './integration-labels.ts'

/** Deliveries of the last 30 days to an endpoint; what was not delivered can be sent again. */
export function WebhookLog({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
  const { id, url, givenUp, disabledAt } = webhook
  return (
    <Dialog
      size="wide"
      title={<Trans>Журнал доставки</Trans>}
      description={<span className="wrap-anywhere">{url}</span>}
      onClose={onClose}
      footer={givenUp > 0 && disabledAt === null && <Replay id={id} />}
    >
      <InfiniteQueryBoundary
        query={webhookDeliveriesQuery(id)}
        skeleton={<SkeletonCards count={3} />}
        empty={
          <EmptyState icon="list" title={<Trans>Событий ещё не было</Trans>}>
            <Trans>Здесь видно, что и когда отправлено и что ответила программа.</Trans>
          </EmptyState>
        }
      >
        {({ items }) => (
          <ul className="divide-y divide-line-soft">
            {items.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} webhook={webhook} />
            ))}
          </ul>
        )}
      </InfiniteQueryBoundary>
    </Dialog>
  )
}

type DeliveryProps = { delivery: WebhookDelivery; webhook: WebhookRow }

function Delivery({ delivery, webhook }: DeliveryProps) {
  const { i18n, t } = useLingui()
  const dates = useDates()
  const { id, event, state, createdAt, attempts, failure, messageId } = delivery
  const label = lookUp(eventLabels, event, undefined)
  return (
    <li className="flex flex-col gap-xxs py-sm">
      <span className="flex flex-wrap items-center justify-between gap-xs">
        <span className="font-medium">{label ? i18n._(label) : event}</span>
        <LabelBadge label={deliveryStateLabels[state]} />
      </span>
      <span className="text-sm text-ink-muted tabular-nums">
        {[dates.dateTime(createdAt), t`попыток: ${attempts}`, failure].filter(Boolean).join(separator)}
      </span>
      <code className="text-sm wrap-anywhere text-ink-muted">{messageId}</code>
      {state !== 'waiting' && webhook.disabledAt === null && <Replay id={webhook.id} delivery={id} />}
    </li>
  )
}

/** Sends one delivery again, or all that were not delivered. */
function Replay({ id, delivery }: { id: string; delivery?: string }) {
  const replay = usePressMutation(callMutation('POST /v1/admin/webhook/{id}/replay', { handlesError: true }))
  return (
    <span className="flex flex-wrap items-center gap-xs">
      <Button
        size="small"
        busy={replay.isPending}
        onClick={() => replay.mutate({ params: { id }, body: delivery === undefined ? {} : { delivery } })}
      >
        {delivery === undefined ? <Trans>Отправить всё недоставленное</Trans> : <Trans>Отправить ещё раз</Trans>}
      </Button>
      <CallError error={replay.error} />
    </span>
  )
}
