import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { family, fits } from '#contract/screens.ts'
import { basketsQuery, courseQueuesQuery } from '#src/api/contracts.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Card } from '#src/ui/card.tsx'
import { Rows } from '#src/ui/rows.tsx'
import { BasketRow } from './basket-row.tsx'
import { QueueRow } from './queue-row.tsx'

/** What was begun in the catalog and is no contract yet: a held place first, a purchase, a waiting list. */
export function Begun() {
  const { t } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  // The contracts stand without it: what cannot be had is not there (D-39).
  const inBackground = { enabled: fits({ groups: family }, group), meta: { optional: true } } as const
  const { data: baskets = [] } = useQuery({ ...basketsQuery(), ...inBackground })
  const { data: queues = [] } = useQuery({ ...courseQueuesQuery(), ...inBackground })
  if (baskets.length + queues.length === 0) return null
  const held = queues.filter(({ heldUntil }) => heldUntil !== null)
  const waiting = queues.filter(({ heldUntil }) => heldUntil === null)
  return (
    <Card aria-label={t`Начатая запись`} title={<Trans>Вы начали запись</Trans>}>
      <Rows>
        {held.map((queue) => (
          <QueueRow key={queue.uuid} queue={queue} />
        ))}
        {baskets.map((basket) => (
          <BasketRow key={`${basket.groceryBasketUuid} ${basket.student.uuid}`} basket={basket} />
        ))}
        {waiting.map((queue) => (
          <QueueRow key={queue.uuid} queue={queue} />
        ))}
      </Rows>
    </Card>
  )
}
