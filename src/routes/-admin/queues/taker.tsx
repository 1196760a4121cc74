import { useLingui } from '@lingui/react/macro'
import { callMutation } from '#src/api/call-mutation.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { QueueRowProps } from './queue-cells.tsx'

/** Who deals with an item, and what takes it or gives it back. */
export function useTaking({ queue, item: { id, taker } }: QueueRowProps) {
  const { t } = useLingui()
  const ownId = useCurrentUserId()
  const take = usePressMutation(callMutation('POST /v1/admin/work-queue/{queue}/{id}/take'))
  const release = usePressMutation(callMutation('POST /v1/admin/work-queue/{queue}/{id}/release'))
  const isOwn = taker !== null && taker.id === ownId
  return {
    name: isOwn ? t`вы` : (taker?.name ?? null),
    title: isOwn ? t`Отдать` : t`Взять себе`,
    isBusy: take.isPending || release.isPending,
    toggle: () => (isOwn ? release : take).mutate({ params: { queue, id } }),
  }
}
export type Taking = ReturnType<typeof useTaking>

/** One button beside the name; in a column its text stands below the heading. */
export function Taker({ taking: { name, title, isBusy, toggle } }: { taking: Taking }) {
  return (
    <span className="flex items-center gap-x-xs xl:flex-col xl:items-start xl:[&>button]:-ml-sm">
      {name !== null && <span>{name}</span>}
      <Button size="small" variant="quiet" busy={isBusy} onClick={toggle}>
        {title}
      </Button>
    </span>
  )
}
