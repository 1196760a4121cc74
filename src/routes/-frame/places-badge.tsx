import { Plural, Trans } from '@lingui/react/macro'
import { Badge } from '#src/ui/badge.tsx'

/** How many places a group, or a course, still has, and how many wait where there is none. */
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
