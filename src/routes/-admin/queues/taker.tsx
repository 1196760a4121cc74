import { Trans } from '@lingui/react/macro'
import type { WorkQueue } from '#contract/enumerations.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Button } from '#src/ui/forms/button.tsx'

type TakerProps = { queue: WorkQueue; item: WorkQueueItem }

/** Who deals with an item, and one button that takes it or gives it back. */
export function Taker({ queue, item: { id, taker } }: TakerProps) {
  const ownId = useCurrentUserId()
  const take = usePressMutation(callMutation('POST /v1/admin/work-queue/{queue}/{id}/take'))
  const release = usePressMutation(callMutation('POST /v1/admin/work-queue/{queue}/{id}/release'))
  const isOwn = taker !== null && taker.id === ownId
  return (
    <span className="flex items-center gap-x-xs xl:flex-col xl:items-start">
      {taker && <span>{isOwn ? <Trans>вы</Trans> : taker.name}</span>}
      <Button
        size="small"
        busy={take.isPending || release.isPending}
        onClick={() => (isOwn ? release : take).mutate({ params: { queue, id } })}
      >
        {isOwn ? <Trans>Отдать</Trans> : <Trans>Взять себе</Trans>}
      </Button>
    </span>
  )
}
