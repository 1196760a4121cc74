import { Plural, Trans } from '@lingui/react/macro'
import { Badge } from '#src/ui/badge.tsx'

/** How many can still come. */
export function Places({ left }: { left: number }) {
  if (left <= 0)
    return (
      <Badge>
        <Trans>Мест нет</Trans>
      </Badge>
    )
  return (
    <Badge tone={left <= 2 ? 'warning' : 'neutral'}>
      <Plural
        value={left}
        one="Осталось # место"
        few="Осталось # места"
        many="Осталось # мест"
        other="Осталось # места"
      />
    </Badge>
  )
}
