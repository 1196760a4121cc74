import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { groupMovesQuery, groupQueuesQuery } from '#src/api/schedule.ts'
import { ticketsQuery } from '#src/api/tickets.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useNow } from '#src/routes/-frame/use-moment.ts'
import { Card } from '#src/ui/card.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { alone, Block, Quiet } from './block.tsx'
import { waitingMoves, waitingQueues, waitingTickets } from './waiting.ts'
import { WaitingRow } from './waiting-row.tsx'

/** What the family waits for, and what waits for the family: three questions, of which any may fail alone. */
export function WaitingBlock() {
  const now = useNow()
  const queues = useQuery(alone(groupQueuesQuery()))
  const moves = useQuery(alone(groupMovesQuery()))
  const tickets = useQuery(alone(ticketsQuery()))
  const missing = [queues, moves, tickets].filter(({ data }) => data === undefined)
  const rows = [
    ...waitingQueues(queues.data ?? []),
    ...waitingMoves(moves.data ?? []),
    ...waitingTickets(tickets.data ?? [], now),
  ]
  return (
    <Block title={<Trans>Ждёт ответа</Trans>}>
      <div className="flex flex-col gap-sm">
        {rows.length > 0 && (
          <Card padding="flush">
            <ul className="divide-y divide-line-soft">
              {rows.map((waiting) => (
                <li key={waiting.key}>
                  <WaitingRow waiting={waiting} />
                </li>
              ))}
            </ul>
          </Card>
        )}
        {rows.length === 0 && missing.length === 0 && (
          <Quiet icon="check">
            <Trans>Ничего не ждёт. Здесь появятся места в очереди, переходы между группами и письма в школу.</Trans>
          </Quiet>
        )}
        <Missing parts={missing} isAlone={rows.length === 0} />
      </div>
    </Block>
  )
}

type Part = Pick<UseQueryResult, 'error' | 'isFetching'> & { refetch: () => unknown }

/** What could not be had, with another try for just that; what is on its way shows only where nothing else does. */
function Missing({ parts, isAlone }: { parts: readonly Part[]; isAlone: boolean }) {
  const failed = parts.filter(({ error }) => error !== null)
  const [first] = failed
  if (first === undefined && !(isAlone && parts.length > 0)) return null
  const result = {
    data: undefined,
    error: first?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => failed.map(({ refetch }) => refetch()),
  }
  return (
    <Faces result={result} skeleton={<SkeletonCards count={1} />}>
      {() => null}
    </Faces>
  )
}
