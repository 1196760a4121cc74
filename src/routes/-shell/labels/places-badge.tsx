import { Plural, Trans } from '@lingui/react/macro'
import { Badge } from '#src/ui/data/badge.tsx'

/** Free places of a group or course, or the length of the waiting list if it is full. */
export function PlacesBadge({ left, waiting = 0 }: { left: number; waiting?: number }) {
  if (left > 0)
    return (
      <Badge tone={left <= 2 ? 'warning' : 'success'}>
        <Plural
          value={left}
          one="Осталось # место"
          few="Осталось # места"
          many="Осталось # мест"
          other="Осталось # места"
        />
      </Badge>
    )
  return <Badge>{waiting === 0 ? <Trans>Мест нет</Trans> : <Trans>Мест нет · ждут {waiting}</Trans>}</Badge>
}
